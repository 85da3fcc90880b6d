import type { RequestOptions, TestApp, TestResponse } from './test-app.ts';

export interface Someone extends RequestOptions {
    id: number;
    username: string;
}

/** A project whose production needs approvals, and people who have a part in it. */
export async function protectedProject(
    app: TestApp,
    {
        requiredApprovals = 1,
        rules = {},
        mode = 'open',
    }: { requiredApprovals?: number; rules?: object; mode?: string } = {},
) {
    const { id: project } = await app.has.project({ mode });
    const flag = (await app.has.flag({ project })).name as string;
    await app.put(`/api/admin/projects/${project}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals,
        rules,
    });
    const roles = { projectRoles: { [project]: 'owner' as const } };
    const author: Someone = await app.has.user({ projectRoles: { [project]: 'member' } });
    const [owner, other]: Someone[] = [await app.has.user(roles), await app.has.user(roles)];
    return { project, flag, author, owner: owner!, other: other!, ...requestsOf(app, project) };
}

/** The calls that the interface makes, short. */
export function requestsOf(app: TestApp, project: string) {
    const base = `/api/admin/projects/${project}/change-requests`;
    return {
        base,
        propose: (changes: unknown, by: RequestOptions, environment = 'production'): Promise<TestResponse> =>
            app.post(`/api/admin/projects/${project}/environments/${environment}/change-requests`, changes, by),
        read: (id: number, by?: RequestOptions): Promise<TestResponse> => app.get(`${base}/${id}`, by),
        move: (id: number, state: string, by: RequestOptions, more: object = {}): Promise<TestResponse> =>
            app.put(`${base}/${id}/state`, { state, ...more }, by),
    };
}

export const turnOn = (feature: string) => ({ feature, action: 'updateEnabled', payload: { enabled: true } });

export const addRollout = (feature: string, rollout: string) => ({
    feature,
    action: 'addStrategy',
    payload: {
        name: 'flexibleRollout',
        parameters: { rollout, stickiness: 'default', groupId: feature },
        constraints: [],
        segments: [],
        variants: [],
    },
});
