import { describe, expect, test } from 'vitest';
import { protectedStrategy } from '../../../../test/support/change-requests.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { ROLE_ID } from '../../../core/access/permissions.ts';

const P = '/api/admin/projects/default';
const FLAG = `${P}/features/checkout`;
const HERE = `${FLAG}/environments/development`;

const revert = (app: TestApp, body: unknown, as = {}) => app.post(`${P}/revert`, body, as);
const preview = (app: TestApp, body: unknown, as = {}) => app.post(`${P}/revert/preview`, body, as);
const lastEvent = async (app: TestApp) => (await app.get('/api/admin/events')).body.events[0];

async function flagWithStrategy(app: TestApp) {
    await app.has.flag({ name: 'checkout', enabled: true });
    return app.has.strategy({ flag: 'checkout', title: 'Nordics', parameters: { rollout: '25' } });
}

test('a change is reverted as a whole, with its own steps and event; later changes are kept', async () => {
    const app = await testApp();
    const strategy = await flagWithStrategy(app);
    await app.delete(`${HERE}/strategies/${strategy.id}`);
    const { id: event } = await lastEvent(app);
    await app.patch(FLAG, [{ op: 'replace', path: '/description', value: 'later' }]);

    const { status, body } = await revert(app, { event });

    expect({ status, says: body.steps.map(({ says }: { says: string }) => says) }).toEqual({
        status: 200,
        says: [
            'add a strategy of type default to checkout in development',
            'reorder the strategies of checkout in development',
        ],
    });
    const flag = (await app.get(FLAG)).body;
    expect(flag.description).toBe('later');
    expect(flag.environments[0].strategies[1]).toMatchObject({ id: strategy.id, title: 'Nordics' });
    expect(await lastEvent(app)).toMatchObject({
        type: 'project-changes-reverted',
        project: 'default',
        data: { event, stepCount: 2, steps: body.steps.map(({ says }: { says: string }) => says) },
    });
});

test('a revert can be reverted', async () => {
    const app = await testApp();
    await flagWithStrategy(app);
    const before = (await app.clientFeatures()).features;
    await app.post(`${HERE}/off`);
    const off = (await app.clientFeatures()).features;
    await revert(app, { event: (await lastEvent(app)).id });
    expect((await app.clientFeatures()).features).toEqual(before);

    await revert(app, { event: (await lastEvent(app)).id });

    expect((await app.clientFeatures()).features).toEqual(off);
});

test('later changes are not overwritten: the response names the required step', async () => {
    const app = await testApp();
    const strategy = await flagWithStrategy(app);
    const set = (rollout: string) =>
        app.put(`${HERE}/strategies/${strategy.id}`, { name: 'default', parameters: { rollout } });
    await set('50');
    const { id: event } = await lastEvent(app);
    await set('75');

    const { status, body } = await revert(app, { event });

    expect(status).toBe(409);
    expect(body.message).toContain('A strategy in development of flag checkout was changed again later');
    expect(await revert(app, { event: (await lastEvent(app)).id })).toMatchObject({ status: 200 });
    expect(await revert(app, { event })).toMatchObject({ status: 200 });
});

describe('a change that was reverted manually', () => {
    type Send = (app: TestApp, ids: { strategy: string; segment: number }) => Promise<{ status: number }>;
    const patched =
        (path: string, value: unknown): Send =>
        (app) =>
            app.patch(FLAG, [{ op: 'replace', path, value }]);
    const titled =
        (title: string): Send =>
        (app, { strategy }) =>
            app.patch(`${HERE}/strategies/${strategy}`, [{ op: 'replace', path: '/title', value: title }]);
    const constrained =
        (constraint: object): Send =>
        (app, { segment }) =>
            app.put(`/api/admin/segments/${segment}`, {
                name: 'beta',
                constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'], ...constraint }],
            });
    const CHANGES: [title: string, change: Send, undo: Send][] = [
        ['the switch', (app) => app.post(`${HERE}/off`), (app) => app.post(`${HERE}/on`)],
        ['the description', patched('/description', 'new'), patched('/description', 'old')],
        ['impression data', patched('/impressionData', true), patched('/impressionData', false)],
        ['the title of a strategy', titled('Other'), titled('Nordics')],
        [
            'a new strategy',
            (app) => app.post(`${HERE}/strategies`, { name: 'default', title: 'New' }),
            async (app) => {
                const { strategies } = (await app.get(HERE)).body;
                const { id } = strategies.find(({ title }: { title: string }) => title === 'New');
                return app.delete(`${HERE}/strategies/${id}`);
            },
        ],
        [
            'the variants',
            (app) => app.put(`${HERE}/variants`, [{ name: 'a', weight: 1000, weightType: 'variable' }]),
            (app) => app.put(`${HERE}/variants`, []),
        ],
        [
            'a new dependency',
            (app) => app.post(`${FLAG}/dependencies`, { feature: 'parent' }),
            (app) => app.delete(`${FLAG}/dependencies/parent`),
        ],
        ['a new flag', (app) => app.post(`${P}/features`, { name: 'new' }), (app) => app.delete(`${P}/features/new`)],
        ['the constraint of a segment', constrained({ inverted: true }), constrained({})],
        [
            'the constraint of a segment, to its default value',
            constrained({ inverted: true }),
            constrained({ inverted: false }),
        ],
    ];

    test.each(CHANGES)('leaves nothing to revert: %s', async (_, change, undo) => {
        const app = await testApp();
        await app.has.flag({ name: 'parent' });
        const { id: strategy } = await flagWithStrategy(app);
        await app.patch(FLAG, [{ op: 'replace', path: '/description', value: 'old' }]);
        const { id: segment } = await app.has.segment({
            name: 'beta',
            constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
        });
        expect((await change(app, { strategy, segment })).status).toBeLessThan(300);
        const { id: event } = await lastEvent(app);
        expect((await undo(app, { strategy, segment })).status).toBeLessThan(300);
        const revision = await app.revision();

        for (const send of [preview, revert]) {
            expect(await send(app, { event })).toMatchObject({
                status: 400,
                body: { message: 'There is nothing to revert: a later change has undone it already.' },
            });
        }
        expect(await app.revision()).toBe(revision);
    });
});

test('the former owner is restored unless the owner has changed again; other settings are kept', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', description: 'Pays' });
    const [ada, bob] = [await app.has.user(), await app.has.user()];
    const own = ({ id }: { id: number }) =>
        app.patch(FLAG, [{ op: 'add', path: '/owner', value: { type: 'user', id } }]);
    await own(ada);
    const first = await lastEvent(app);
    await own(bob);
    const second = await lastEvent(app);

    expect(await revert(app, { event: first.id })).toMatchObject({ status: 409 });
    expect(await revert(app, { event: second.id })).toMatchObject({ status: 200 });
    expect((await app.get(FLAG)).body).toMatchObject({ description: 'Pays', owner: { type: 'user', id: ada.id } });
    expect(await revert(app, { event: first.id })).toMatchObject({ status: 200 });
    expect((await app.get(FLAG)).body).toMatchObject({ description: 'Pays', type: 'release' });
    expect((await app.get(FLAG)).body.owner).toBeUndefined();
});

test('value type and default value are restored, for a change and for a moment', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const untyped = await app.revision();
    const say = (valueType: string | null, codeDefault: unknown) =>
        app.patch(FLAG, [
            { op: 'add', path: '/valueType', value: valueType },
            { op: 'add', path: '/codeDefault', value: codeDefault },
        ]);
    const said = async () => {
        const { valueType, codeDefault } = (await app.get(FLAG)).body;
        return { valueType, codeDefault };
    };
    expect(await say('integer', 3)).toMatchObject({ status: 200 });
    const typed = await app.revision();
    await say('object', { size: 'L' });

    expect(await revert(app, { event: (await lastEvent(app)).id })).toMatchObject({ status: 200 });
    expect(await said()).toEqual({ valueType: 'integer', codeDefault: 3 });
    expect(await revert(app, { to: String(untyped), feature: 'checkout' })).toMatchObject({ status: 200 });
    expect(await said()).toEqual({});
    await app.delete(FLAG);
    await app.delete('/api/admin/archive/checkout');
    expect(await revert(app, { to: String(typed), feature: 'checkout' })).toMatchObject({ status: 200 });
    expect(await said()).toEqual({ valueType: 'integer', codeDefault: 3 });
});

test('a flag is restored to a moment, even if it was archived or deleted since', async () => {
    const app = await testApp();
    await flagWithStrategy(app);
    await app.has.flag({ name: 'parent' });
    await app.post(`${FLAG}/dependencies`, { feature: 'parent' });
    const then = await app.revision();
    const before = (await app.clientFeatures()).features;
    await app.delete(FLAG);
    await app.delete('/api/admin/archive/checkout');

    await revert(app, { to: String(then), feature: 'checkout' });

    expect((await app.clientFeatures()).features).toEqual(before);
    await app.delete(FLAG);
    await revert(app, { to: String(then), feature: 'checkout' });
    expect((await app.clientFeatures()).features).toEqual(before);
});

test('an environment is restored without affecting others, and newer flags are turned off there', async () => {
    const app = await testApp();
    await flagWithStrategy(app);
    await app.post(`${FLAG}/environments/production/on`);
    const then = await app.revision();
    await app.post(`${HERE}/off`);
    await app.post(`${FLAG}/environments/production/off`);
    await app.has.flag({ name: 'later', enabled: ['development', 'production'] });
    await app.patch(FLAG, [{ op: 'replace', path: '/description', value: 'of all environments' }]);

    await revert(app, { to: String(then), environment: 'development' });

    const enabledIn = async (name: string) =>
        (await app.get(`${P}/features/${name}`)).body.environments.map((each: { enabled: boolean }) => each.enabled);
    expect(await enabledIn('checkout')).toEqual([true, false]);
    expect(await enabledIn('later')).toEqual([false, true]);
    expect((await app.get(FLAG)).body.description).toBe('of all environments');
});

test('a deleted segment is restored with its id', async () => {
    const app = await testApp();
    const segment = await app.has.segment({ name: 'people', description: 'some' });
    await app.has.flag({ name: 'checkout', enabled: true });
    const strategy = await app.has.strategy({ flag: 'checkout', segments: [segment.id] });
    const then = await app.revision();
    const before = await app.clientFeatures();
    await app.delete(`${HERE}/strategies/${strategy.id}`);
    await app.delete(`/api/admin/segments/${segment.id}`);

    await revert(app, { to: String(then), feature: 'checkout' });

    const { features, segments } = await app.clientFeatures();
    expect({ features, segments }).toEqual({ features: before.features, segments: before.segments });
    expect((await app.get(`/api/admin/segments/${segment.id}`)).body).toMatchObject({ description: 'some' });
});

test('a change of a segment is reverted unless the segment has changed again', async () => {
    const app = await testApp();
    const { id } = await app.has.segment({ name: 'people' });
    const call = (name: string) => app.put(`/api/admin/segments/${id}`, { name, constraints: [] });
    await call('others');
    const { id: event } = await lastEvent(app);

    expect(await revert(app, { event })).toMatchObject({ status: 200 });
    expect((await app.get(`/api/admin/segments/${id}`)).body.name).toBe('people');
    await call('again');
    expect(await revert(app, { event })).toMatchObject({ status: 409 });
});

test('a preview returns the steps, the differences and the affected users, and changes nothing', async () => {
    const app = await testApp();
    await flagWithStrategy(app);
    const then = await app.revision();
    await app.post(`${HERE}/off`);

    const { status, body } = await preview(app, { to: String(then), feature: 'checkout', population: 'made-up' });

    expect({ status, body }).toMatchObject({
        status: 200,
        body: {
            steps: [{ action: 'updateEnabled', feature: 'checkout', says: 'turn checkout on in development' }],
            notes: [],
            changes: [{ name: 'checkout', before: { definition: { enabled: false } } }],
            who: [{ environment: 'development', population: 'made-up', flags: [{ name: 'checkout' }] }],
        },
    });
    expect(body.who[0].flags[0].offToOn).toBeGreaterThan(0);
    const { body: written } = await revert(app, { to: String(then), feature: 'checkout' });
    expect(written.steps).toEqual(body.steps);
});

test('a revert requires exactly the permissions of its steps', async () => {
    const app = await testApp();
    await flagWithStrategy(app);
    const { body: role } = await app.post('/api/admin/roles', {
        name: 'switches',
        type: 'custom',
        permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }],
    });
    const switcher = await app.has.user();
    await app.post(`${P}/access`, { roles: [role.roles.id], users: [switcher.id], groups: [] });
    const viewer = await app.has.user();
    const then = await app.revision();
    await app.post(`${HERE}/off`);
    const { id: event } = await lastEvent(app);

    expect(await revert(app, { event }, viewer)).toMatchObject({
        status: 403,
        body: { permissions: ['UPDATE_FEATURE_ENVIRONMENT'] },
    });
    expect(await revert(app, { event }, switcher)).toMatchObject({ status: 200 });
    await app.post(`${HERE}/off`);
    await app.patch(FLAG, [{ op: 'replace', path: '/type', value: 'experiment' }]);
    expect(await revert(app, { to: String(then), feature: 'checkout' }, switcher)).toMatchObject({ status: 403 });
    expect((await app.get(FLAG)).body).toMatchObject({ type: 'experiment', environments: [{ enabled: false }, {}] });
});

test('a change that cannot be reverted returns a clear error', async () => {
    const app = await testApp();
    await app.has.project({ id: 'other' });
    await app.has.flag({ name: 'elsewhere', project: 'other' });
    const { id: foreign } = await lastEvent(app);
    await app.has.flag({ name: 'checkout' });
    const then = await app.revision();
    await app.post('/api/admin/features/checkout/tags', { type: 'simple', value: 'tag' });
    const { id: tagging } = await lastEvent(app);

    expect(await revert(app, {})).toMatchObject({ status: 400 });
    expect(await revert(app, { to: '1', event: 1 })).toMatchObject({ status: 400 });
    expect(await revert(app, { event: 99_999 })).toMatchObject({ status: 404 });
    expect(await revert(app, { event: foreign })).toMatchObject({ status: 404 });
    expect(await revert(app, { event: tagging })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('changed nothing that can be reverted') },
    });
    expect(await revert(app, { to: String(then) })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('There is nothing to revert') },
    });
    expect(await revert(app, { to: String(then), feature: 'never' })).toMatchObject({ status: 404 });
    expect(await revert(app, { to: String(then), environment: 'never' })).toMatchObject({ status: 404 });
    await app.post(`${FLAG}/changeProject`, { newProjectId: 'other' });
    expect(await revert(app, { to: String(then), feature: 'checkout' })).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('was moved between projects later') },
    });
});

test('a member can revert a private project, and others get 404', async () => {
    const app = await testApp();
    await app.has.project({ id: 'secret', mode: 'private' });
    const member = await app.has.user();
    await app.post('/api/admin/projects/secret/access', { roles: [ROLE_ID.member], users: [member.id], groups: [] });
    await app.has.flag({ name: 'hush', project: 'secret' });
    await app.post('/api/admin/projects/secret/features/hush/environments/development/on');
    const { id: event } = await lastEvent(app);
    const outsider = await app.has.user({ rootRole: 'editor' });

    expect(await app.post('/api/admin/projects/secret/revert', { event }, outsider)).toMatchObject({ status: 404 });
    const throughAnother = await revert(app, { event }, outsider);
    expect({ status: throughAnother.status, body: JSON.stringify(throughAnother.body) }).toEqual({
        status: 404,
        body: expect.not.stringMatching(/secret|hush/),
    });
    expect(await app.post('/api/admin/projects/secret/revert', { event }, member)).toMatchObject({ status: 200 });
});

test('a revert that needs approval is proposed once, even if sent repeatedly, and reaches SDKs when it is applied', async () => {
    const app = await testApp();
    const { project, flag, author, owner, move, directly } = await protectedStrategy(app);
    const to = String(await app.revision());
    await directly({ parameters: { rollout: '90', stickiness: 'default', groupId: flag } });
    const { secret: token } = await app.has.token({ projects: [project], environment: 'production' });
    const rollout = async () => {
        const { features } = await app.clientFeatures(token);
        return features.find(({ name }: { name: string }) => name === flag).strategies[0].parameters.rollout;
    };
    const ask = (more: object = {}) =>
        app.post(
            `/api/admin/projects/${project}/revert`,
            { to, feature: flag },
            { ...author, headers: { ...author.headers, prefer: 'change-request' }, ...more },
        );

    const { status, body } = await ask();
    const again = await ask({ changesNothing: true });

    expect(status).toBe(202);
    expect(body.features).toMatchObject([{ changes: [{ action: 'updateStrategy' }] }]);
    expect(again).toMatchObject({ status: 202, body: { id: body.id, contentHash: body.contentHash } });
    await move(body.id, 'In review', author);
    await move(body.id, 'Approved', owner);
    expect(await rollout()).toBe('90');
    expect(await move(body.id, 'Applied', owner)).toMatchObject({ status: 200, body: { state: 'Applied' } });
    expect(await rollout()).toBe('10');
});
