import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { api } from '../../api/client.ts';
import type { Flag, Tag } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { flagChange } from './flag.queries.ts';
import type { FlagAt } from './flag-requests.ts';

type Link = Pick<Flag['links'][number], 'url' | 'title'>;
type Dependency = Flag['dependencies'][number];

const addTag = (client: ApiClient, { featureName }: FlagAt, body: Tag) =>
    client.POST('/api/admin/features/{featureName}/tags', { path: { featureName }, body });

const addLink = (client: ApiClient, at: FlagAt, body: Link) =>
    client.POST('/api/admin/projects/{projectId}/features/{featureName}/link', { path: at, body });

const addDependency = (client: ApiClient, at: FlagAt, body: Dependency) =>
    client.POST('/api/admin/projects/{projectId}/features/{featureName}/dependencies', { path: at, body });

const reopenFlag = (client: ApiClient, at: FlagAt) =>
    client.POST('/api/admin/projects/{projectId}/features/{featureName}/lifecycle/uncomplete', { path: at });

/** Tags, links, dependencies and lifecycle stages of a flag. */
export function useFlagExtras(at: FlagAt) {
    const { projectId, featureName } = at;
    const invalidates = flagChange(projectId, [featureName]);
    const tagged = ({ value }: Tag) => `${featureName} tagged ${value}`;
    const linked = ({ url, title }: Link) => `Link to ${title || url} added`;
    const depends = ({ feature }: Dependency) => `${featureName} depends on ${feature}`;
    const underWay = () => `${featureName} reopened`;
    const tag = useChange((body: Tag, client) => addTag(client, at, body), {
        successMessage: tagged,
        invalidates,
    });
    const untag = useChange(
        ({ type, value }: Tag, client) =>
            client.DELETE('/api/admin/features/{featureName}/tags/{type}/{value}', {
                path: { featureName, type, value },
            }),
        {
            successMessage: ({ value }) => `Tag ${value} removed from ${featureName}`,
            invalidates,
            isDirect: true,
            undo: (removed) => ({ run: () => addTag(api, at, removed), successMessage: tagged(removed) }),
        },
    );
    const link = useChange((body: Link, client) => addLink(client, at, body), {
        successMessage: linked,
        invalidates,
    });
    const unlink = useChange(
        ({ id }: Flag['links'][number], client) =>
            client.DELETE('/api/admin/projects/{projectId}/features/{featureName}/link/{linkId}', {
                path: { ...at, linkId: id },
            }),
        {
            successMessage: ({ url, title }) => `Link to ${title || url} removed`,
            invalidates,
            isDirect: true,
            undo: ({ url, title }) => ({
                run: () => addLink(api, at, { url, title }),
                successMessage: linked({ url, title }),
            }),
        },
    );
    const depend = useChange((body: Dependency, client) => addDependency(client, at, body), {
        successMessage: depends,
        invalidates,
    });
    const removeDependency = useChange(
        ({ feature }: Dependency, client) =>
            client.DELETE('/api/admin/projects/{projectId}/features/{featureName}/dependencies/{parent}', {
                path: { ...at, parent: feature },
            }),
        {
            successMessage: ({ feature }) => `${featureName} no longer depends on ${feature}`,
            invalidates,
            isDirect: true,
            undo: (removed) => ({ run: () => addDependency(api, at, removed), successMessage: depends(removed) }),
        },
    );
    const complete = useChange(
        (status: 'kept' | 'discarded', client) =>
            client.POST('/api/admin/projects/{projectId}/features/{featureName}/lifecycle/complete', {
                path: at,
                body: { status },
            }),
        {
            successMessage: () => `${featureName} completed: archive it once your code no longer uses it`,
            invalidates,
            isDirect: true,
            undo: () => ({ run: () => reopenFlag(api, at), successMessage: underWay() }),
        },
    );
    const uncomplete = useChange((_: undefined, client) => reopenFlag(client, at), {
        successMessage: underWay,
        invalidates,
        isDirect: true,
    });
    return { tag, untag, link, unlink, depend, removeDependency, complete, uncomplete };
}

/** The variants of a parent that a dependency can require. */
export function useParentVariants(parent: FlagAt, isEnabled: boolean) {
    return useQuery({
        queryKey: ['flags', parent.projectId, 'flag', parent.featureName, 'parent-variants'],
        queryFn: () =>
            api.GET('/api/admin/projects/{projectId}/features/{featureName}/parent-variants', { path: parent }),
        enabled: isEnabled,
    });
}

/** The flags that this flag can depend on. */
export function usePossibleParents(at: FlagAt, isEnabled: boolean) {
    return useQuery({
        queryKey: ['flags', at.projectId, 'flag', at.featureName, 'parents'],
        queryFn: () => api.GET('/api/admin/projects/{projectId}/features/{featureName}/parents', { path: at }),
        enabled: isEnabled,
    });
}

export function useTagTypes() {
    return useQuery({
        queryKey: ['tag-types'],
        queryFn: () => api.GET('/api/admin/tag-types'),
        select: ({ tagTypes }) => tagTypes,
    });
}
