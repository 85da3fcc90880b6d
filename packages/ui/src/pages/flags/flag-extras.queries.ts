import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { Flag, Tag } from '../../api/types.ts';
import { notify } from '../../components/notify.tsx';
import { type FlagAt, refreshFlags, undoing } from './flag.queries.ts';

type Link = Pick<Flag['links'][number], 'url' | 'title'>;
type Dependency = Flag['dependencies'][number];

const addTag = ({ featureName }: FlagAt, body: Tag) =>
    answer(api.POST('/api/admin/features/{featureName}/tags', { params: { path: { featureName } }, body }));

const addLink = (at: FlagAt, body: Link) =>
    answer(api.POST('/api/admin/projects/{projectId}/features/{featureName}/link', { params: { path: at }, body }));

const addDependency = (at: FlagAt, body: Dependency) =>
    answer(
        api.POST('/api/admin/projects/{projectId}/features/{featureName}/dependencies', { params: { path: at }, body }),
    );

/** Tags, links, dependencies and stages: what stands beside a flag's strategies. */
export function useFlagExtras(at: FlagAt) {
    const queries = useQueryClient();
    const { projectId, featureName } = at;
    const done = (message: string, undo?: () => void) => {
        notify(message, undo);
        return refreshFlags(queries, projectId);
    };
    const undo = (takeBack: () => Promise<unknown>, says: string) => undoing(queries, projectId, takeBack, says);
    const tag = useMutation({
        mutationFn: (body: Tag) => addTag(at, body),
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
            done(
                `Tag ${removed.value} removed from ${featureName}`,
                undo(() => addTag(at, removed), `${featureName} tagged ${removed.value}`),
            ),
    });
    const link = useMutation({
        mutationFn: (body: Link) => addLink(at, body),
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
            done(
                `Link to ${title || url} removed`,
                undo(() => addLink(at, { url, title }), `Link to ${title || url} added`),
            ),
    });
    const depend = useMutation({
        mutationFn: (body: Dependency) => addDependency(at, body),
        meta: { quiet: true },
        onSuccess: (_answer, { feature }) => done(`${featureName} depends on ${feature}`),
    });
    const undepend = useMutation({
        mutationFn: ({ feature }: Dependency) =>
            answer(
                api.DELETE('/api/admin/projects/{projectId}/features/{featureName}/dependencies/{parent}', {
                    params: { path: { ...at, parent: feature } },
                }),
            ),
        onSuccess: (_answer, removed) =>
            done(
                `${featureName} no longer depends on ${removed.feature}`,
                undo(() => addDependency(at, removed), `${featureName} depends on ${removed.feature}`),
            ),
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

/** The variants that a parent may be asked to give. */
export function useParentVariants(parent: FlagAt, isWanted: boolean) {
    return useQuery({
        queryKey: ['flags', parent.projectId, 'flag', parent.featureName, 'parent-variants'],
        queryFn: () =>
            answer(
                api.GET('/api/admin/projects/{projectId}/features/{featureName}/parent-variants', {
                    params: { path: parent },
                }),
            ),
        enabled: isWanted,
    });
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
