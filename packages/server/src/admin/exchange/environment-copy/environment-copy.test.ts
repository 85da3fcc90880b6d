import { expect, test } from 'vitest';
import { protect } from '../../../../test/support/protect.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const P = '/api/admin/projects/default';
const FLAG = `${P}/features/checkout`;
const at = (environment: string) => `${FLAG}/environments/${environment}`;
const into = (environment: string) => `${P}/environments/${environment}`;

const copy = (app: TestApp, body: object, as = {}) => app.post(`${into('production')}/copy`, body, as);
const differences = async (app: TestApp, query = '') =>
    (await app.get(`${into('production')}/differences?source=development${query}`)).body;
const namesIn = ({ changes }: { changes: { name: string }[] }) => changes.map(({ name }) => name);
const lastEvents = async (app: TestApp, count: number) =>
    (await app.get(`/api/admin/search/events?limit=${count}`)).body.events as {
        type: string;
        groupId?: string;
        data: unknown;
    }[];
const rollout = (share: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout: share, stickiness: 'default', groupId: 'g' },
});

/** One flag that differs in everything, one in its on/off state only, one in nothing. */
async function twoEnvironments(app: TestApp) {
    await app.has.flag({ name: 'checkout' });
    await app.has.flag({ name: 'lantern', enabled: ['development'] });
    await app.has.flag({ name: 'same' });
    await app.post(`${at('development')}/strategies`, { ...rollout('90'), title: 'Most' });
    await app.post(`${at('development')}/strategies`, { name: 'userWithId', parameters: { userIds: 'ada' } });
    await app.post(`${at('production')}/strategies`, rollout('25'));
    await app.put(`${at('development')}/variants`, [
        { name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default' },
    ]);
    await app.post(`${at('development')}/on`);
    for (const to of ['on', 'off']) await app.post(`${P}/features/lantern/environments/production/${to}`);
}

const contentOf = async (app: TestApp, environment: string) => {
    const { environments } = (await app.get(`${FLAG}?variantEnvironments=true`)).body;
    const there = environments.find((each: { name: string }) => each.name === environment);
    return {
        enabled: there.enabled,
        variants: there.variants,
        strategies: there.strategies.map(({ id: _, ...strategy }: { id: string }) => strategy),
    };
};

test('differences between environments are described in sentences, and copied in one change', async () => {
    const app = await testApp();
    await twoEnvironments(app);

    const told = await differences(app);
    expect(namesIn(told)).toEqual(['checkout', 'lantern']);
    const [checkout] = told.changes;
    expect(checkout.before.sentences.join()).toContain('25%');
    expect(checkout.after.sentences.join()).toContain('90%');
    expect(checkout.after.definition).toMatchObject({ enabled: true, variants: [{ name: 'red' }] });
    for (const name of ['checkout', 'lantern']) {
        expect(namesIn(await differences(app, `&feature=${name}`))).toEqual([name]);
    }

    const before = await app.revision();
    const { status, body } = await copy(app, { source: 'development' });

    expect(status).toBe(200);
    expect(await contentOf(app, 'production')).toEqual(await contentOf(app, 'development'));
    expect(await differences(app)).toMatchObject({ changes: [] });
    const events = await lastEvents(app, (await app.revision()) - before);
    expect(new Set(events.map(({ groupId }) => groupId)).size).toBe(1);
    expect(events[0]).toMatchObject({
        type: 'project-environment-copied',
        data: { from: 'development', environment: 'production', featureCount: 2, stepCount: body.steps.length },
    });
    // A different rollout is updated and stays the same strategy.
    expect(events.map(({ type }) => type)).toContain('feature-strategy-update');

    expect(body.event).toBe(await app.revision());
    expect(await app.post(`${P}/revert`, { event: body.event })).toMatchObject({ status: 200 });
    expect(namesIn(await differences(app))).toEqual(['checkout', 'lantern']);
    expect(await contentOf(app, 'production')).toMatchObject({
        enabled: false,
        strategies: [{ parameters: { rollout: '25' } }],
    });
});

test('only the listed flags are copied; each step requires its permission, and a failure changes nothing', async () => {
    const app = await testApp();
    await twoEnvironments(app);
    const { body: role } = await app.post('/api/admin/roles', {
        name: 'switches',
        type: 'custom',
        permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' }],
    });
    const switcher = await app.has.user();
    await app.post(`${P}/access`, { roles: [role.roles.id], users: [switcher.id], groups: [] });

    const before = await contentOf(app, 'production');
    expect(await copy(app, { source: 'development' }, switcher)).toMatchObject({ status: 403 });
    expect(await contentOf(app, 'production')).toEqual(before);
    const tried = await copy(
        app,
        { source: 'development', features: ['lantern'] },
        { headers: { prefer: 'what-if' }, changesNothing: true },
    );
    expect(tried.body.changes).toMatchObject([{ name: 'lantern', environment: 'production' }]);
    expect(await copy(app, { source: 'development', features: ['lantern'] }, switcher)).toMatchObject({ status: 200 });

    expect(namesIn(await differences(app))).toEqual(['checkout']);
});

test('in an environment that requires approvals, a copy becomes a change request with the differences', async () => {
    const app = await testApp();
    await twoEnvironments(app);
    await protect(app, { environment: 'production' });
    const editor = await app.has.user({ rootRole: 'editor' });

    expect(await copy(app, { source: 'development' }, editor)).toMatchObject({ status: 403 });
    const headers = { ...editor.headers, prefer: 'change-request' };
    const { status } = await copy(app, { source: 'development' }, { headers });

    expect(status).toBe(202);
    expect(namesIn(await differences(app))).toEqual(['checkout', 'lantern']);
});

test('invalid copies return clear errors, and differences outside of flags are reported', async () => {
    const app = await testApp();
    await app.has.project({ id: 'other' });
    await app.has.flag({ name: 'elsewhere', project: 'other' });
    await app.has.flag({ name: 'checkout' });
    await app.has.environment({ name: 'staging' });

    expect(await copy(app, { source: 'development' })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('nothing to copy') },
    });
    expect(await copy(app, { source: 'production' })).toMatchObject({ status: 400 });
    expect(await copy(app, { source: 'staging' })).toMatchObject({
        status: 404,
        body: { message: expect.stringContaining('environment staging in project default') },
    });
    expect(await copy(app, { source: 'development', features: ['elsewhere'] })).toMatchObject({ status: 404 });
    expect(await app.get(`${into('production')}/differences?source=development&feature=elsewhere`)).toMatchObject({
        status: 404,
    });

    await app.post(`${into('development')}/default-strategy`, {
        name: 'flexibleRollout',
        parameters: { rollout: '5' },
    });
    expect((await differences(app)).notes).toEqual([
        expect.stringContaining('default strategy of the project in production'),
    ]);
});
