import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { Flag, Tag } from '../../api/types.ts';
import { notify } from '../../components/notify.tsx';
import { type FlagAt, refreshFlags } from './flag.queries.ts';

/** Tags, links, dependencies and stages: what stands beside a flag's strategies. */
export function useFlagExtras(at: FlagAt) {
    const queries = useQueryClient();
    const { projectId, featureName } = at;
    const done = (message: string, undo?: () => void) => {
        notify(message, undo);
        return refreshFlags(queries, projectId);
    };
    const tag = useMutation({
        mutationFn: (body: Tag) =>
            answer(api.POST('/api/admin/features/{featureName}/tags', { params: { path: { featureName } }, body })),
        meta: { quiet: true },
        onSuccess: (_answer, { value }) => done(`${featureName} tagged ${value}`),
    });
    const untag = useMutation({
        mutationFn: ({ type, value }: Tag) =>
            answer(
                api.DELETE('/api/admin/features/{featureName}/tags/{type}/{value}', {
                    params: { path: { featureName, type, value } },
                }),
            ),
        onSuccess: (_answer, removed) =>
            done(`Tag ${removed.value} removed from ${featureName}`, () => tag.mutate(removed)),
    });
    const link = useMutation({
        mutationFn: (body: { url: string; title: string | null }) =>
            answer(
                api.POST('/api/admin/projects/{projectId}/features/{featureName}/link', { params: { path: at }, body }),
            ),
        meta: { quiet: true },
        onSuccess: (_answer, { url, title }) => done(`Link to ${title || url} added`),
    });
    const unlink = useMutation({
        mutationFn: ({ id }: Flag['links'][number]) =>
            answer(
                api.DELETE('/api/admin/projects/{projectId}/features/{featureName}/link/{linkId}', {
                    params: { path: { ...at, linkId: id } },
                }),
            ),
        onSuccess: (_answer, { url, title }) =>
            done(`Link to ${title || url} removed`, () => link.mutate({ url, title })),
    });
    const depend = useMutation({
        mutationFn: (body: Flag['dependencies'][number]) =>
            answer(
                api.POST('/api/admin/projects/{projectId}/features/{featureName}/dependencies', {
                    params: { path: at },
                    body,
                }),
            ),
        meta: { quiet: true },
        onSuccess: (_answer, { feature }) => done(`${featureName} depends on ${feature}`),
    });
    const undepend = useMutation({
        mutationFn: ({ feature }: Flag['dependencies'][number]) =>
            answer(
                api.DELETE('/api/admin/projects/{projectId}/features/{featureName}/dependencies/{parent}', {
                    params: { path: { ...at, parent: feature } },
                }),
            ),
        onSuccess: (_answer, removed) =>
            done(`${featureName} no longer depends on ${removed.feature}`, () => depend.mutate(removed)),
    });
    const complete = useMutation({
        mutationFn: (status: 'kept' | 'discarded') =>
            answer(
                api.POST('/api/admin/projects/{projectId}/features/{featureName}/lifecycle/complete', {
                    params: { path: at },
                    body: { status },
                }),
            ),
        onSuccess: () =>
            done(`${featureName} is completed: archive it once the code no longer asks for it`, () =>
                uncomplete.mutate(),
            ),
    });
    const uncomplete = useMutation({
        mutationFn: () =>
            answer(
                api.POST('/api/admin/projects/{projectId}/features/{featureName}/lifecycle/uncomplete', {
                    params: { path: at },
                }),
            ),
        onSuccess: () => done(`${featureName} is under way again`),
    });
    return { tag, untag, link, unlink, depend, undepend, complete, uncomplete };
}

/** The flags this one may depend on. */
export function usePossibleParents(at: FlagAt, isWanted: boolean) {
    return useQuery({
        queryKey: ['flags', at.projectId, 'flag', at.featureName, 'parents'],
        queryFn: () =>
            answer(api.GET('/api/admin/projects/{projectId}/features/{featureName}/parents', { params: { path: at } })),
        enabled: isWanted,
    });
}

export function useTagTypes() {
    return useQuery({
        queryKey: ['tag-types'],
        queryFn: () => answer(api.GET('/api/admin/tag-types')),
        select: ({ tagTypes }) => tagTypes,
    });
}
