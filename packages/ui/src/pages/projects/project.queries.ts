import { useQuery } from '@tanstack/react-query';
import { type ApiClient, api, responseBody } from '../../api/client.ts';
import type { components } from '../../api/schema.generated.ts';
import type { NewStrategy } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

type NewProject = components['schemas']['newProject'];

const projectsKey = ['projects'] as const;

export function useProjects({ archived = false, isWanted = true } = {}) {
    return useQuery({
        enabled: isWanted,
        queryKey: [...projectsKey, { archived }],
        queryFn: () => responseBody(api.GET('/api/admin/projects', { params: { query: { archived } } })),
        select: ({ projects }) => projects,
    });
}

export function useProject(projectId: string, isWanted = true) {
    return useQuery({
        enabled: isWanted,
        queryKey: [...projectsKey, projectId],
        queryFn: () =>
            responseBody(api.GET('/api/admin/projects/{projectId}/overview', { params: { path: { projectId } } })),
    });
}

export function useCreateProject() {
    return useChange((body: NewProject) => responseBody(api.POST('/api/admin/projects', { body })), {
        says: (_input, project) => `Project ${project.name} created`,
        refreshes: ['projects'],
    });
}

export function useArchiveProject() {
    return useChange(
        (projectId: string, client) =>
            responseBody(client.POST('/api/admin/projects/archive/{projectId}', { params: { path: { projectId } } })),
        { says: (projectId) => `Project ${projectId} archived`, refreshes: ['projects'] },
    );
}

export function useReviveProject() {
    return useChange(
        (projectId: string, client) =>
            responseBody(client.POST('/api/admin/projects/revive/{projectId}', { params: { path: { projectId } } })),
        { says: (projectId) => `Project ${projectId} restored`, refreshes: ['projects'], isDirect: true },
    );
}

export function useFavoriteProject() {
    return useChange(
        ({ projectId, isFavorite }: { projectId: string; isFavorite: boolean }) => {
            const params = { params: { path: { projectId } } };
            return isFavorite
                ? responseBody(api.POST('/api/admin/projects/{projectId}/favorites', params))
                : responseBody(api.DELETE('/api/admin/projects/{projectId}/favorites', params));
        },
        { refreshes: ['projects'], isDirect: true },
    );
}

type Schemas = components['schemas'];

export function useUpdateProject(projectId: string) {
    return useChange(
        async ({ update, settings }: { update?: Schemas['projectUpdate']; settings: Schemas['projectSettings'] }) => {
            const path = { projectId };
            if (update)
                await responseBody(api.PUT('/api/admin/projects/{projectId}', { params: { path }, body: update }));
            if (Object.keys(settings).length > 0) {
                await responseBody(
                    api.PUT('/api/admin/projects/{projectId}/settings', { params: { path }, body: settings }),
                );
            }
        },
        { says: ({ update }) => `Project ${update?.name ?? projectId} changed`, refreshes: ['projects'] },
    );
}

export function useDeleteProject() {
    return useChange(
        (projectId: string, client) =>
            responseBody(client.DELETE('/api/admin/projects/{projectId}', { params: { path: { projectId } } })),
        {
            says: (projectId) => `Project ${projectId} deleted`,
            refreshes: ['projects', 'search'],
        },
    );
}

export function useProjectStatus(projectId: string) {
    return useQuery({
        queryKey: [...projectsKey, projectId, 'status'],
        queryFn: () =>
            responseBody(api.GET('/api/admin/projects/{projectId}/status', { params: { path: { projectId } } })),
    });
}

export function useProjectAccess(projectId: string) {
    return useQuery({
        queryKey: [...projectsKey, projectId, 'access'],
        queryFn: () =>
            responseBody(api.GET('/api/admin/projects/{projectId}/access', { params: { path: { projectId } } })),
    });
}

export function useAccessCandidates(isWanted = true) {
    return useQuery({
        enabled: isWanted,
        queryKey: ['access-candidates'],
        queryFn: () => responseBody(api.GET('/api/admin/user-admin/access')),
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
            return responseBody(
                api.POST('/api/admin/projects/{projectId}/access', {
                    params: { path: { projectId } },
                    body: { roles, users: ids('user'), groups: ids('group') },
                }),
            );
        },
        {
            says: ({ members }) => `${members.map(({ name }) => name).join(', ')} added to the project`,
            refreshes: ['projects'],
        },
    );
}

export function useSetMemberRoles(projectId: string) {
    return useChange(
        ({ member: { kind, id }, roles }: { member: Member; roles: number[] }) =>
            kind === 'user'
                ? responseBody(
                      api.PUT('/api/admin/projects/{projectId}/users/{userId}/roles', {
                          params: { path: { projectId, userId: id } },
                          body: { roles },
                      }),
                  )
                : responseBody(
                      api.PUT('/api/admin/projects/{projectId}/groups/{groupId}/roles', {
                          params: { path: { projectId, groupId: id } },
                          body: { roles },
                      }),
                  ),
        { says: ({ member }) => `Roles of ${member.name} changed`, refreshes: ['projects'], isDirect: true },
    );
}

export function useRemoveMember(projectId: string) {
    return useChange(
        ({ kind, id }: Member) =>
            kind === 'user'
                ? responseBody(
                      api.DELETE('/api/admin/projects/{projectId}/users/{userId}/roles', {
                          params: { path: { projectId, userId: id } },
                      }),
                  )
                : responseBody(
                      api.DELETE('/api/admin/projects/{projectId}/groups/{groupId}/roles', {
                          params: { path: { projectId, groupId: id } },
                      }),
                  ),
        { says: ({ name }) => `${name} removed from the project`, refreshes: ['projects'] },
    );
}

export function useProjectEnvironments(projectId: string) {
    return useQuery({
        queryKey: [...projectsKey, projectId, 'environments'],
        queryFn: () =>
            responseBody(api.GET('/api/admin/environments/project/{projectId}', { params: { path: { projectId } } })),
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
        ? responseBody(
              client.POST('/api/admin/projects/{projectId}/environments', {
                  params: { path: { projectId } },
                  body: { environment },
              }),
          )
        : responseBody(
              client.DELETE('/api/admin/projects/{projectId}/environments/{environment}', {
                  params: { path: { projectId, environment } },
              }),
          );

export function useSetProjectEnvironment(projectId: string) {
    const says = ({ environment, isUsed }: EnvironmentUse) =>
        `${environment} ${isUsed ? 'added to' : 'removed from'} the project`;
    return useChange(
        ({ environment, isUsed }: EnvironmentUse & { isProduction: boolean }, client) =>
            setProjectEnvironment(client, projectId, { environment, isUsed }),
        {
            says,
            refreshes: ['projects', 'flags', 'environments'],
            isDirect: true,
            staysUndoable: ({ isProduction }) => isProduction,
            // Removing and adding an environment restores the configuration of each flag.
            undo: ({ environment, isUsed }) => {
                const back = { environment, isUsed: !isUsed };
                return { run: () => setProjectEnvironment(api, projectId, back), says: says(back) };
            },
        },
    );
}

export function useSetDefaultStrategy(projectId: string, environment: string) {
    return useChange(
        (body: NewStrategy, client) =>
            responseBody(
                client.POST('/api/admin/projects/{projectId}/environments/{environment}/default-strategy', {
                    params: { path: { projectId, environment } },
                    body,
                }),
            ),
        { says: () => `Default strategy for ${environment} saved`, refreshes: ['projects'] },
    );
}
