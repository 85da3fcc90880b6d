import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useChange } from '../../../api/use-change.ts';

export type EnvironmentApprovals = Schemas['changeRequestConfig'];
export type ApprovalSettings = Schemas['approvalSettings'];
export type ApprovalRules = Schemas['approvalRules'];
export type FreezeWindow = NonNullable<ApprovalRules['frozen']>[number];
export type MoreApprovals = NonNullable<ApprovalRules['additionalApprovals']>[number];

const approvalsKey = (projectId: string) => ['change-requests', projectId, 'config'] as const;

const approvalsOf = (projectId: string) =>
    queryOptions({
        queryKey: approvalsKey(projectId),
        queryFn: () => api.GET('/api/admin/projects/{projectId}/change-requests/config', { path: { projectId } }),
        staleTime: 60_000,
    });

/** The approval settings of a project's environments. */
export function useApprovals(projectId: string, isEnabled = true) {
    return useQuery({ ...approvalsOf(projectId), enabled: isEnabled && projectId !== '' });
}

/** Returns a function that reads the loaded settings when it is called, which may be after the component rendered. */
export function useLoadedApprovals(): (projectId: string) => EnvironmentApprovals[] {
    const queries = useQueryClient();
    return (projectId) => queries.getQueryData(approvalsOf(projectId).queryKey) ?? [];
}

/** The approval settings of several projects, as far as they are loaded. */
export function useApprovalsOfAll(projects: readonly string[]): ReadonlyMap<string, EnvironmentApprovals[]> {
    return useQueries({
        queries: projects.map(approvalsOf),
        combine: (answers) =>
            new Map(
                projects.flatMap((project, index) => (answers[index]?.data ? [[project, answers[index].data]] : [])),
            ),
    });
}

interface ProjectEnvironment {
    project: string;
    environment: string;
}

const CONFIG = '/api/admin/projects/{projectId}/environments/{environment}/change-requests/config';

export function useApprovalSettings({ project: projectId, environment }: ProjectEnvironment, isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: [...approvalsKey(projectId), environment],
        queryFn: () => api.GET(CONFIG, { path: { projectId, environment } }),
        staleTime: 60_000,
    });
}

interface ApprovalsInput {
    isOn: boolean;
    approvals: number;
    rules: ApprovalRules;
}

export function useSaveApprovals({ project: projectId, environment }: ProjectEnvironment) {
    return useChange(
        ({ isOn, approvals, rules }: ApprovalsInput, client) =>
            client.PUT(CONFIG, {
                path: { projectId, environment },
                body: { changeRequestsEnabled: isOn, ...(isOn && { requiredApprovals: approvals, rules }) },
            }),
        {
            successMessage: ({ isOn }) =>
                isOn
                    ? `Changes in ${environment} now need approval`
                    : `Changes in ${environment} no longer need approval`,
            invalidates: ['change-requests', 'flags'],
        },
    );
}
