import { expect, test } from 'vitest';
import { protect } from '../../../../../test/support/protect.ts';
import { type RequestOptions, type TestApp, testApp } from '../../../../../test/support/test-app.ts';

const FLAGS = '/api/admin/projects/default/features';
const CONFIG = '/api/admin/projects/default/environments/development/change-requests/config';
const address = (flag: string) => `${FLAGS}/${flag}/environments/development`;

/** A flag that is on, with a strategy, in an environment that requires approvals; and a user who may not bypass them. */
async function protectedFlag(rules: object = {}) {
    const app = await testApp();
    await app.has.flag({ name: 'lantern', enabled: true });
    await app.put(CONFIG, { changeRequestsEnabled: true, rules: { turnOffWithoutApproval: true, ...rules } });
    const member = await app.has.user({ rootRole: 'editor', projectRoles: { default: 'owner' } });
    return { app, member };
}

const rulesOf = async (app: TestApp) => (await app.get(CONFIG)).body.rules;
const turnOff = (app: TestApp, by: RequestOptions, flag = 'lantern') => app.post(`${address(flag)}/off`, {}, by);
const newest = async (app: TestApp) => (await app.get('/api/admin/events')).body.events[0];

test('the rule lets users turn a flag off without approval, which is no bypass', async () => {
    const { app, member } = await protectedFlag();

    expect(await rulesOf(app)).toEqual({ turnOffWithoutApproval: true });
    expect(await turnOff(app, member)).toMatchObject({ status: 200 });
    expect((await app.clientFeatures()).features).toMatchObject([{ name: 'lantern', enabled: false }]);
    expect(await newest(app)).toMatchObject({ type: 'feature-environment-disabled', createdByUserId: member.id });
    expect(await newest(app)).not.toHaveProperty('bypass');
    expect(await app.post(`${address('lantern')}/on`, {}, member)).toMatchObject({ status: 403 });
});

test('several flags are turned off at once without approval', async () => {
    const { app, member } = await protectedFlag({ bypass: 'nobody', reasonRequired: true });
    await app.has.flag({ name: 'torch' });
    const bulk = '/api/admin/projects/default/bulk_features/environments/development/off';

    expect(await app.post(bulk, { features: ['lantern', 'torch'] }, member)).toMatchObject({ status: 200 });
    expect((await app.clientFeatures()).features).toMatchObject([{ enabled: false }, { enabled: false }]);
});

test('the rule is kept unless it is sent, so the same settings can be sent again', async () => {
    const { app, member } = await protectedFlag({ selfApproval: true });
    expect(await rulesOf(app)).toEqual({ turnOffWithoutApproval: true, selfApproval: true });

    await app.put(CONFIG, { changeRequestsEnabled: true, rules: { turnOffWithoutApproval: false } });
    await app.put(CONFIG, { changeRequestsEnabled: true, rules: { selfApproval: true } });
    expect(await rulesOf(app)).toEqual({ turnOffWithoutApproval: false, selfApproval: true });
    expect(await turnOff(app, member)).toMatchObject({ status: 403, body: { name: 'PermissionError' } });
});

test('settings from before the rule existed need approval for turning off, also after they are sent again', async () => {
    const { app, member } = await protectedFlag();
    await protect(app, { rules: {} });

    expect(await turnOff(app, member)).toMatchObject({ status: 403, body: { name: 'PermissionError' } });
    await app.put(CONFIG, { changeRequestsEnabled: true, rules: {} }, { changesNothing: true });
    expect(await rulesOf(app)).toEqual({});
    expect(await turnOff(app, member)).toMatchObject({ status: 403, body: { name: 'PermissionError' } });
});

/** Requests of clients of Unleash, which do not know the rule, and the project that they are about. */
const ENABLING: Record<string, (app: TestApp) => Promise<string>> = {
    'without rules': async (app) => {
        await app.put(CONFIG, { changeRequestsEnabled: true, requiredApprovals: 1 });
        return 'default';
    },
    'with other rules': async (app) => {
        await app.put(CONFIG, { changeRequestsEnabled: true, rules: { selfApproval: true } });
        return 'default';
    },
    'again, after they were disabled': async (app) => {
        await app.put(CONFIG, { changeRequestsEnabled: true, rules: { turnOffWithoutApproval: true } });
        await app.put(CONFIG, { changeRequestsEnabled: false });
        await app.put(CONFIG, { changeRequestsEnabled: true });
        return 'default';
    },
    'with a new project': async (app) => {
        const changeRequestEnvironments = [{ name: 'development' }];
        return (await app.post('/api/admin/projects', { name: 'Lamps', changeRequestEnvironments })).body.id;
    },
    'with the environment of a project': async (app) => {
        const { id } = await app.has.project();
        const environments = `/api/admin/projects/${id}/environments`;
        await app.delete(`${environments}/development`);
        await app.post(environments, { environment: 'development', changeRequestsEnabled: true });
        return id;
    },
};

test.each(Object.entries(ENABLING))('approvals enabled %s need approval for turning off', async (_how, enable) => {
    const app = await testApp();
    const project = await enable(app);
    const base = `/api/admin/projects/${project}/features`;
    const { name } = await app.has.flag({ project });
    await app.post(`${base}/${name}/environments/development/on`);
    const member = await app.has.user({ projectRoles: { [project]: 'owner' } });

    expect(await app.post(`${base}/${name}/environments/development/off`, {}, member)).toMatchObject({
        status: 403,
        body: { name: 'PermissionError' },
    });
    expect((await app.get(`${base}/${name}/environments/development`)).body.enabled).toBe(true);
});

test('a flag that turns another flag on when it is off needs approval', async () => {
    const { app, member } = await protectedFlag({ turnOffWithoutApproval: false });
    await app.has.flag({ name: 'fallback', enabled: true });
    await app.post(`${FLAGS}/fallback/dependencies`, { feature: 'lantern', enabled: false });
    await app.put(CONFIG, { changeRequestsEnabled: true, rules: { turnOffWithoutApproval: true } });

    expect(await turnOff(app, member)).toMatchObject({ status: 403, body: { name: 'PermissionError' } });
    expect(await turnOff(app, member, 'fallback')).toMatchObject({ status: 200 });
});

test('turning off together with another change needs approval', async () => {
    const { app, member } = await protectedFlag();
    const [{ id }] = (await app.get(`${address('lantern')}/strategies`)).body;

    expect(await app.delete(`${address('lantern')}/strategies/${id}`, member)).toMatchObject({ status: 403 });
    expect(await app.delete(`${FLAGS}/lantern`, member)).toMatchObject({ status: 403 });
    expect((await app.clientFeatures()).features).toMatchObject([{ enabled: true, strategies: [{}] }]);
});

test('a user without the permission to change flags gets 403', async () => {
    const { app } = await protectedFlag();
    const viewer = await app.has.user({ rootRole: 'viewer' });

    expect(await turnOff(app, viewer)).toMatchObject({ status: 403 });
    expect((await app.clientFeatures()).features).toMatchObject([{ enabled: true }]);
});

test('a caller who prefers a change request gets one', async () => {
    const { app, member } = await protectedFlag();

    const { status } = await turnOff(app, { ...member, headers: { ...member.headers, prefer: 'change-request' } });
    expect(status).toBe(202);
    expect((await app.clientFeatures()).features).toMatchObject([{ enabled: true }]);
});
