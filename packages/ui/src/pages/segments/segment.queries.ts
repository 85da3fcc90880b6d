import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { NewSegment } from '../../api/types.ts';
import { notify } from '../../components/notify.tsx';

const segmentsKey = ['segments'];

/** All segments, or only those that belong to one project. */
export function useSegments(projectId?: string) {
    return useQuery({
        queryKey: segmentsKey,
        queryFn: () => answer(api.GET('/api/admin/segments')),
        select: ({ segments }) => (projectId ? segments.filter(({ project }) => project === projectId) : segments),
    });
}

/** The strategies that use a segment. */
export function useSegmentUses(id: number) {
    return useQuery({
        queryKey: [...segmentsKey, id, 'uses'],
        queryFn: () => answer(api.GET('/api/admin/segments/{id}/strategies', { params: { path: { id } } })),
        select: ({ strategies }) => strategies,
    });
}

export function useSaveSegment() {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: async ({ id, ...body }: NewSegment & { id?: number | undefined }) => {
            if (id === undefined) await answer(api.POST('/api/admin/segments', { body }));
            else await answer(api.PUT('/api/admin/segments/{id}', { params: { path: { id } }, body }));
        },
        meta: { quiet: true },
        onSuccess: (_answer, { id, name }) => {
            notify(`Segment ${name} ${id === undefined ? 'created' : 'changed'}`);
            return queries.invalidateQueries({ queryKey: segmentsKey });
        },
    });
}

export function useDeleteSegment() {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: ({ id }: { id: number; name: string }) =>
            answer(api.DELETE('/api/admin/segments/{id}', { params: { path: { id } } })),
        meta: { quiet: true },
        onSuccess: (_answer, { name }) => {
            notify(`Segment ${name} deleted`);
            return queries.invalidateQueries({ queryKey: segmentsKey });
        },
    });
}
