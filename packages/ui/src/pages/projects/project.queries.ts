import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { components } from '../../api/schema.generated.ts';
import { notify } from '../../components/notify.tsx';

type NewProject = components['schemas']['newProject'];

export const projectsKey = ['projects'];

export function useProjects({ archived = false } = {}) {
    return useQuery({
        queryKey: [...projectsKey, { archived }],
        queryFn: () => answer(api.GET('/api/admin/projects', { params: { query: { archived } } })),
        select: ({ projects }) => projects,
    });
}

export function useProject(projectId: string) {
    return useQuery({
        queryKey: [...projectsKey, projectId],
        queryFn: () => answer(api.GET('/api/admin/projects/{projectId}/overview', { params: { path: { projectId } } })),
    });
}

export function useCreateProject() {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: (body: NewProject) => answer(api.POST('/api/admin/projects', { body })),
        meta: { quiet: true },
        onSuccess: (project) => {
            notify(`Project ${project.name} created`);
            return queries.invalidateQueries({ queryKey: projectsKey });
        },
    });
}

export function useArchiveProject() {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: ({ projectId, isArchived }: { projectId: string; isArchived: boolean }) => {
            const params = { params: { path: { projectId } } };
            return isArchived
                ? answer(api.POST('/api/admin/projects/archive/{projectId}', params))
                : answer(api.POST('/api/admin/projects/revive/{projectId}', params));
        },
        meta: { quiet: true },
        onSuccess: (_answer, { projectId, isArchived }) => {
            notify(`Project ${projectId} ${isArchived ? 'archived' : 'brought back'}`);
            return queries.invalidateQueries({ queryKey: projectsKey });
        },
    });
}

export function useFavoriteProject() {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: ({ projectId, isFavorite }: { projectId: string; isFavorite: boolean }) => {
            const params = { params: { path: { projectId } } };
            return isFavorite
                ? answer(api.POST('/api/admin/projects/{projectId}/favorites', params))
                : answer(api.DELETE('/api/admin/projects/{projectId}/favorites', params));
        },
        onSuccess: () => queries.invalidateQueries({ queryKey: projectsKey }),
    });
}
