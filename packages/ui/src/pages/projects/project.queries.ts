import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { api } from '../../api/client.ts';
import type { NewStrategy, Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

type NewProject = Schemas['newProject'];

const projectsKey = ['projects'] as const;

export function useProjects({ archived = false, isEnabled = true } = {}) {
    return useQuery({
        enabled: isEnabled,
        queryKey: [...projectsKey, { archived }],
        queryFn: () => api.GET('/api/admin/projects', { query: { archived } }),
        select: ({ projects }) => projects,
    });
}

export function useProject(projectId: string, isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: [...projectsKey, projectId],
        queryFn: () => api.GET('/api/admin/projects/{projectId}/overview', { path: { projectId } }),
    });
}

export function useCreateProject() {
    return useChange((body: NewProject) => api.POST('/api/admin/projects', { body }), {
        successMessage: (_input, project) => `Project ${project.name} created`,
        invalidates: ['projects'],
    });
}

export function useArchiveProject() {
    return useChange(
        (projectId: string, client) => client.POST('/api/admin/projects/archive/{projectId}', { path: { projectId } }),
        { successMessage: (projectId) => `Project ${projectId} archived`, invalidates: ['projects'] },
    );
}

export function useReviveProject() {
    return useChange(
        (projectId: string, client) => client.POST('/api/admin/projects/revive/{projectId}', { path: { projectId } }),
        { successMessage: (projectId) => `Project ${projectId} restored`, invalidates: ['projects'], isDirect: true },
    );
}

export function useFavoriteProject() {
    return useChange(
        ({ projectId, isFavorite }: { projectId: string; isFavorite: boolean }) => {
            const params = { path: { projectId } };
            return isFavorite
                ? api.POST('/api/admin/projects/{projectId}/favorites', params)
                : api.DELETE('/api/admin/projects/{projectId}/favorites', params);
        },
        { invalidates: ['projects'], isDirect: true },
    );
}

export function useUpdateProject(projectId: string) {
    return useChange(
        async ({ update, settings }: { update?: Schemas['projectUpdate']; settings: Schemas['projectSettings'] }) => {
            const path = { projectId };
            if (update) await api.PUT('/api/admin/projects/{projectId}', { path, body: update });
            if (Object.keys(settings).length > 0) {
                await api.PUT('/api/admin/projects/{projectId}/settings', { path, body: settings });
            }
        },
        { successMessage: ({ update }) => `Project ${update?.name ?? projectId} changed`, invalidates: ['projects'] },
    );
}

export function useDeleteProject() {
    return useChange(
        (projectId: string, client) => client.DELETE('/api/admin/projects/{projectId}', { path: { projectId } }),
        {
            successMessage: (projectId) => `Project ${projectId} deleted`,
            invalidates: ['projects', 'search'],
        },
    );
}

export function useProjectStatus(projectId: string) {
    return useQuery({
        queryKey: [...projectsKey, projectId, 'status'],
        queryFn: () => api.GET('/api/admin/projects/{projectId}/status', { path: { projectId } }),
    });
}

export function useProjectAccess(projectId: string) {
    return useQuery({
        queryKey: [...projectsKey, projectId, 'access'],
        queryFn: () => api.GET('/api/admin/projects/{projectId}/access', { path: { projectId } }),
    });
}

export function useAccessCandidates(isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: ['access-candidates'],
        queryFn: () => api.GET('/api/admin/user-admin/access'),
    });
}

interface Member {
    kind: 'user' | 'group';
    id: number;
    name: string;
}

export function useGrantAccess(projectId: string) {
    return useChange(
        ({ members, roles }: { members: Member[]; roles: number[] }) => {
            const ids = (kind: Member['kind']) => members.filter((member) => member.kind === kind).map(({ id }) => id);
            return api.POST('/api/admin/projects/{projectId}/access', {
                path: { projectId },
                body: { roles, users: ids('user'), groups: ids('group') },
            });
        },
        {
            successMessage: ({ members }) => `${members.map(({ name }) => name).join(', ')} added to the project`,
            invalidates: ['projects'],
        },
    );
}

export function useSetMemberRoles(projectId: string) {
    return useChange(
        ({ member: { kind, id }, roles }: { member: Member; roles: number[] }) =>
            kind === 'user'
                ? api.PUT('/api/admin/projects/{projectId}/users/{userId}/roles', {
                      path: { projectId, userId: id },
                      body: { roles },
                  })
                : api.PUT('/api/admin/projects/{projectId}/groups/{groupId}/roles', {
                      path: { projectId, groupId: id },
                      body: { roles },
                  }),
        {
            successMessage: ({ member }) => `Roles of ${member.name} changed`,
            invalidates: ['projects'],
            isDirect: true,
        },
    );
}

export function useRemoveMember(projectId: string) {
    return useChange(
        ({ kind, id }: Member) =>
            kind === 'user'
                ? api.DELETE('/api/admin/projects/{projectId}/users/{userId}/roles', {
                      path: { projectId, userId: id },
                  })
                : api.DELETE('/api/admin/projects/{projectId}/groups/{groupId}/roles', {
                      path: { projectId, groupId: id },
                  }),
        { successMessage: ({ name }) => `${name} removed from the project`, invalidates: ['projects'] },
    );
}

export function useProjectEnvironments(projectId: string) {
    return useQuery({
        queryKey: [...projectsKey, projectId, 'environments'],
        queryFn: () => api.GET('/api/admin/environments/project/{projectId}', { path: { projectId } }),
        select: ({ environments }) => environments,
    });
}

interface EnvironmentUse {
    environment: string;
    isUsed: boolean;
}

/** Adds an environment to a project, or removes it. */
export const setProjectEnvironment = (client: ApiClient, projectId: string, { environment, isUsed }: EnvironmentUse) =>
    isUsed
        ? client.POST('/api/admin/projects/{projectId}/environments', { path: { projectId }, body: { environment } })
        : client.DELETE('/api/admin/projects/{projectId}/environments/{environment}', {
              path: { projectId, environment },
          });

export function useSetProjectEnvironment(projectId: string) {
    const successMessage = ({ environment, isUsed }: EnvironmentUse) =>
        `${environment} ${isUsed ? 'added to' : 'removed from'} the project`;
    return useChange(
        ({ environment, isUsed }: EnvironmentUse & { isProduction: boolean }, client) =>
            setProjectEnvironment(client, projectId, { environment, isUsed }),
        {
            successMessage,
            invalidates: ['projects', 'flags', 'environments'],
            isDirect: true,
            staysUndoable: ({ isProduction }) => isProduction,
            // Removing and adding an environment restores the configuration of each flag.
            undo: ({ environment, isUsed }) => {
                const back = { environment, isUsed: !isUsed };
                return { run: () => setProjectEnvironment(api, projectId, back), successMessage: successMessage(back) };
            },
        },
    );
}

export function useSetDefaultStrategy(projectId: string, environment: string) {
    return useChange(
        (body: NewStrategy, client) =>
            client.POST('/api/admin/projects/{projectId}/environments/{environment}/default-strategy', {
                path: { projectId, environment },
                body,
            }),
        { successMessage: () => `Default strategy for ${environment} saved`, invalidates: ['projects'] },
    );
}
