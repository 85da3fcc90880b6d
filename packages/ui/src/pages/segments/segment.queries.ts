import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../api/client.ts';
import type { NewSegment } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

const segmentsKey = ['segments'] as const;

/** All segments, or only those of one project. */
export function useSegments(projectId?: string, isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: segmentsKey,
        queryFn: () => api.GET('/api/admin/segments'),
        select: ({ segments }) => (projectId ? segments.filter(({ project }) => project === projectId) : segments),
    });
}

/** The strategies that use a segment. */
export function useSegmentUses(id: number, isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: [...segmentsKey, id, 'uses'],
        queryFn: () => api.GET('/api/admin/segments/{id}/strategies', { path: { id } }),
        select: ({ strategies }) => strategies,
    });
}

/** Saves a segment. Returns it if it is new. */
export function useSaveSegment() {
    return useChange(
        async ({ id, ...body }: NewSegment & { id?: number | undefined }, client) => {
            if (id === undefined) return client.POST('/api/admin/segments', { body });
            await client.PUT('/api/admin/segments/{id}', { path: { id }, body });
            return undefined;
        },
        {
            successMessage: ({ id, name }) => `Segment ${name} ${id === undefined ? 'created' : 'changed'}`,
            invalidates: ['segments'],
        },
    );
}

export function useDeleteSegment() {
    return useChange(
        ({ id }: { id: number; name: string }, client) => client.DELETE('/api/admin/segments/{id}', { path: { id } }),
        { successMessage: ({ name }) => `Segment ${name} deleted`, invalidates: ['segments'] },
    );
}

/** Returns a function that finds the name of a segment. */
export function useSegmentName(): (id: number) => string | undefined {
    const { data: segments } = useSegments();
    return useCallback((id) => segments?.find((segment) => segment.id === id)?.name, [segments]);
}
