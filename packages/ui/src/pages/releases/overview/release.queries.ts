import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';

export type Release = Schemas['runningReleases']['releases'][number];

/** The most releases that one screen shows. */
const MAX_RELEASES = 200;

/** All release plans, or those of one project. Automatic steps appear without an action of the reader. */
export function useReleases(project?: string) {
    return useQuery({
        queryKey: ['releases', 'running', project ?? null],
        queryFn: () => api.GET('/api/admin/releases', { query: { project, limit: MAX_RELEASES } }),
        refetchInterval: 20_000,
    });
}
