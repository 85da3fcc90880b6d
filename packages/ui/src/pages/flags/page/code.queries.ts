import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../../api/client.ts';
import { flagKey } from '../flag.queries.ts';
import type { FlagAt } from '../flag-requests.ts';

/** Where code uses the flag. Scans come without an event, so it is asked for whenever the flag is looked at. */
export const useCodeReferences = (at: FlagAt) =>
    useQuery({
        queryKey: [...flagKey(at), 'code'],
        queryFn: () =>
            answer(
                api.GET('/api/admin/projects/{projectId}/features/{featureName}/code-references', {
                    params: { path: at },
                }),
            ),
    });

/** Whether the flag can go, and why. */
export const useRemoval = (at: FlagAt) =>
    useQuery({
        queryKey: [...flagKey(at), 'removal'],
        queryFn: () =>
            answer(api.GET('/api/admin/projects/{projectId}/features/{featureName}/removal', { params: { path: at } })),
    });
