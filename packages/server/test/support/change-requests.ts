import { expect } from 'vitest';
import type { RequestOptions, TestApp, TestResponse } from './test-app.ts';

export interface Someone extends RequestOptions {
    id: number;
    username: string;
}

/** A project whose production environment requires approvals, and its members. */
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

/** The same with a strategy in production. */
export async function protectedStrategy(app: TestApp, options?: Parameters<typeof protectedProject>[1]) {
    const fixture = await protectedProject(app, options);
    const { project, flag } = fixture;
    const strategy = await app.has.strategy({
        flag,
        project,
        environment: 'production',
        name: 'flexibleRollout',
        parameters: { rollout: '10', stickiness: 'default', groupId: flag },
    });
    const at = `/api/admin/projects/${project}/features/${flag}/environments/production/strategies/${strategy.id}`;
    const change = (members: object) => ({
        feature: flag,
        action: 'updateStrategy',
        payload: { ...strategy, ...members },
    });
    return {
        ...fixture,
        strategy,
        at,
        change,
        now: async () => (await app.get(at)).body,
        rollout: (value: string) => change({ parameters: { ...strategy.parameters, rollout: value } }),
        approved: async (changes: unknown): Promise<number> => {
            const { id } = (await fixture.propose(changes, fixture.author)).body;
            await fixture.move(id, 'In review', fixture.author);
            expect((await fixture.move(id, 'Approved', fixture.owner)).body.state).toBe('Approved');
            return id;
        },
        // Administrators may write directly; tests use this for concurrent changes by others.
        directly: (members: object) => app.put(at, { ...strategy, ...members }),
    };
}

/** The calls of the UI, as short functions. */
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
