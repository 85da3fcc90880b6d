import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { flagKey } from '../flag.queries.ts';
import type { FlagAt } from '../flag-requests.ts';

/** The code references of the flag. Scans cause no event, so the data is refetched on every visit. */
export const useCodeReferences = (at: FlagAt) =>
    useQuery({
        queryKey: [...flagKey(at), 'code'],
        queryFn: () => api.GET('/api/admin/projects/{projectId}/features/{featureName}/code-references', { path: at }),
    });

/** Whether the flag can be removed, and why. */
export const useRemoval = (at: FlagAt) =>
    useQuery({
        queryKey: [...flagKey(at), 'removal'],
        queryFn: () => api.GET('/api/admin/projects/{projectId}/features/{featureName}/removal', { path: at }),
    });
