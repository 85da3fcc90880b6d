import { beforeAll, describe, expect, test } from 'vitest';
import { agentOf, tokenOf } from '../support/agents.ts';
import { type RequestOptions, type TestApp, testApp } from '../support/test-app.ts';

/*
 * A sampled context is personal data of every project whose flags were evaluated with it. Callers read it only with the permission
 * in all of these projects, and never from a project that is younger than the sample.
 */

const PERSONAL_DATA = /visitor-of-everything|person@example\.com/;
const VISITS = 12;

/** Twelve requests of one user with a token for these projects. */
async function visit(app: TestApp, projects: string[], userId = 'visitor-of-everything'): Promise<void> {
    const { secret } = await app.has.token({ type: 'frontend', environment: 'development', projects });
    for (let i = 0; i < VISITS; i++) {
        await app.send('GET', `/api/frontend?userId=${userId}&country=SE&email=person@example.com`, { token: secret });
    }
}

const flagNamed = async (app: TestApp, project: string) => {
    await app.has.flag({ name: `${project}-flag`, project, enabled: true });
    const strategies = `/api/admin/projects/${project}/features/${project}-flag/environments/development/strategies`;
    const [first] = (await app.get(strategies)).body;
    await app.put(`${strategies}/${first.id}`, {
        ...first,
        name: 'default',
        parameters: {},
        constraints: [constraint('country', 'NO')],
    });
};
const constraint = (contextName: string, value: string) => ({ contextName, operator: 'IN', values: [value] });
const letIn = (project: string, contextName: string, value: string) => ({
    environment: 'development',
    feature: `${project}-flag`,
    action: 'addStrategy',
    payload: { name: 'default', parameters: {}, constraints: [constraint(contextName, value)] },
});

/** Requests which sampled users a new strategy of the project's flag would include. */
const whatIf = (app: TestApp, project: string, by: RequestOptions, [field, value] = ['country', 'SE']) =>
    app.post(
        '/api/admin/what-if',
        { project, population: 'traffic', splitBy: ['email'], steps: [letIn(project, field!, value!)] },
        by,
    );

const AGGREGATE = { evaluated: 10, flags: [{ changed: 10, examples: [] }] };
const NOTHING = { evaluated: 0, flags: [{ changed: 0, examples: [] }] };
const EXAMPLE = { context: { userId: 'visitor-of-everything', properties: { email: 'person@example.com' } } };
const FULL = { evaluated: VISITS, flags: [{ changed: VISITS, examples: [EXAMPLE, EXAMPLE] }] };

describe('an editor who creates a project', () => {
    let app: TestApp;
    let editor: Awaited<ReturnType<TestApp['has']['user']>>;
    let strategies: string;
    /** A revision before the flag got its last strategy. */
    let before: string;

    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        await app.has.project({ id: 'shop' });
        await flagNamed(app, 'shop');
        await visit(app, ['*']);
        editor = await app.has.user({ rootRole: 'editor' });
        expect(await app.post('/api/admin/projects', { id: 'mine', name: 'mine' }, editor)).toMatchObject({
            status: 201,
        });
        await flagNamed(app, 'mine');
        strategies = '/api/admin/projects/mine/features/mine-flag/environments/development/strategies';
        before = String(await app.revision());
        await app.has.strategy({ flag: 'mine-flag', project: 'mine', constraints: [constraint('country', 'DK')] });
    });

    const environmentOf = (body: { who: { environment: string }[] }) =>
        body.who.find(({ environment }) => environment === 'development');

    /** All routes that report affected users. */
    const WAYS: Record<string, () => Promise<{ who: { environment: string }[] }>> = {
        'a what-if': async () => (await whatIf(app, 'mine', editor)).body,
        'a what-if by the administrator': async () => (await whatIf(app, 'mine', {})).body,
        'a write with Prefer: what-if': async () => {
            const { payload } = letIn('mine', 'country', 'SE');
            const options = { ...editor, headers: { ...editor.headers, prefer: 'what-if' }, changesNothing: true };
            return (await app.post(strategies, payload, options)).body;
        },
        'an import with Prefer: what-if': async () => {
            const data = {
                features: [{ name: 'mine-flag' }],
                featureStrategies: [{ featureName: 'mine-flag', name: 'default', parameters: {} }],
                featureEnvironments: [{ name: 'mine-flag', featureName: 'mine-flag', enabled: true }],
            };
            const options = { ...editor, headers: { ...editor.headers, prefer: 'what-if' }, changesNothing: true };
            const body = { project: 'mine', environment: 'development', data };
            return (await app.post('/api/admin/features-batch/import', body, options)).body;
        },
        'a plan of files': async () => {
            const environments = { development: { strategies: [{ name: 'default' }] } };
            const flags = [{ flag: 'mine-flag', project: 'mine', environments }];
            return (await app.post('/api/admin/gitops/plan', { flags, population: 'traffic' }, editor)).body;
        },
        'a comparison': async () => {
            const question = { project: 'mine', from: before, population: 'traffic' };
            return (await app.post('/api/admin/compare', question, editor)).body;
        },
        'a comparison by its address': async () =>
            (await app.get(`/api/admin/compare?project=mine&from=${before}&population=traffic`, editor)).body,
        'the preview of a revert': async () => {
            const body = { feature: 'mine-flag', to: before, population: 'traffic' };
            return (await app.post('/api/admin/projects/mine/revert/preview', body, editor)).body;
        },
        'a change request': async () => {
            const path = '/api/admin/projects/mine/environments/development/change-requests';
            await app.put(`${path}/config`, { changeRequestsEnabled: true, requiredApprovals: 1 });
            const { action, feature, payload } = letIn('mine', 'country', 'SE');
            const { body: request } = await app.post(path, [{ action, feature, payload }], editor);
            const question = { changeRequest: request.id, population: 'traffic' };
            return (await app.post('/api/admin/what-if', question, editor)).body;
        },
        'an agent': async () => {
            const agent = await agentOf(app, { token: await tokenOf(app, editor) });
            return agent.does('what_if', { project: 'mine', steps: [letIn('mine', 'country', 'SE')] });
        },
    };

    test.each(Object.keys(WAYS))('learns nothing of earlier samples from %s', async (route) => {
        const body = await WAYS[route]!();

        expect(body.who, JSON.stringify(body)).toBeDefined();
        expect(environmentOf(body), JSON.stringify(body)).toBeDefined();
        // Without a choice, generated users are used, as without traffic.
        const { population, evaluated } = environmentOf(body) as unknown as { population: string; evaluated: number };
        expect([population, evaluated]).toEqual(population === 'traffic' ? ['traffic', 0] : ['made-up', 1_000]);
        expect(JSON.stringify(body)).not.toMatch(PERSONAL_DATA);
    });
});

test('samples of a token for all projects require the permission in every project that has flags', async () => {
    const app = await testApp();
    for (const id of ['shop', 'bank', 'empty']) await app.has.project({ id });
    for (const id of ['shop', 'bank']) await flagNamed(app, id);
    const owner = await app.has.user({ projectRoles: { shop: 'owner' } });
    const ownerOfAll = await app.has.user({ projectRoles: { shop: 'owner', bank: 'owner' } });
    await visit(app, ['*']);

    const asOwner = await whatIf(app, 'shop', owner);
    expect(asOwner.body.who).toMatchObject([AGGREGATE]);
    expect(JSON.stringify(asOwner.body)).not.toMatch(PERSONAL_DATA);
    expect((await whatIf(app, 'shop', owner, ['userId', 'visitor-of-everything'])).body.who).toMatchObject([
        { evaluated: 10, flags: [{ changed: 0, examples: [] }], hasUnmeasuredRules: true },
    ]);
    expect((await whatIf(app, 'shop', ownerOfAll)).body.who).toMatchObject([FULL]);
    expect((await whatIf(app, 'shop', {})).body.who).toMatchObject([FULL]);
});

test('the owner of the only project with flags reads samples of a token for all projects', async () => {
    const app = await testApp();
    for (const id of ['shop', 'empty']) await app.has.project({ id });
    await flagNamed(app, 'shop');
    await visit(app, ['*']);

    const owner = await app.has.user({ projectRoles: { shop: 'owner' } });
    expect((await whatIf(app, 'shop', owner)).body.who).toMatchObject([FULL]);
});

test('samples of a token for two projects require the permission in both', async () => {
    const app = await testApp();
    for (const id of ['shop', 'bank', 'other']) await app.has.project({ id });
    for (const id of ['shop', 'bank', 'other']) await flagNamed(app, id);
    await visit(app, ['shop', 'bank']);

    const owner = await app.has.user({ projectRoles: { shop: 'owner' } });
    const ownerOfBoth = await app.has.user({ projectRoles: { shop: 'owner', bank: 'owner', other: 'owner' } });
    expect((await whatIf(app, 'shop', owner)).body.who).toMatchObject([AGGREGATE]);
    expect((await whatIf(app, 'shop', ownerOfBoth)).body.who).toMatchObject([FULL]);
    expect((await whatIf(app, 'other', ownerOfBoth)).body.who).toMatchObject([NOTHING]);
});

test('samples that were evaluated for a private project do not count for callers who cannot see the project', async () => {
    const app = await testApp();
    await app.has.project({ id: 'shop' });
    await app.has.project({ id: 'covert', mode: 'private' });
    for (const id of ['shop', 'covert']) await flagNamed(app, id);
    await visit(app, ['*']);

    const owner = await app.has.user({ projectRoles: { shop: 'owner' } });
    const member = await app.has.user({ projectRoles: { covert: 'member' } });
    expect((await whatIf(app, 'shop', owner)).body.who).toMatchObject([NOTHING]);
    expect((await whatIf(app, 'shop', member)).body.who).toMatchObject([AGGREGATE]);
});

test('a project that reuses the id of a deleted one has no access to its samples', async () => {
    const app = await testApp();
    const editor = await app.has.user({ rootRole: 'editor' });
    await app.has.project({ id: 'shop' });
    await app.has.project({ id: 'bank' });
    for (const id of ['shop', 'bank']) await flagNamed(app, id);
    const owner = await app.has.user({ projectRoles: { bank: 'owner' } });
    await visit(app, ['shop', 'bank']);

    await app.delete('/api/admin/projects/shop/features/shop-flag');
    await app.delete('/api/admin/archive/shop-flag');
    await app.delete('/api/admin/projects/shop');
    await app.post('/api/admin/projects', { id: 'shop', name: 'shop' }, editor);
    await flagNamed(app, 'shop');

    expect((await whatIf(app, 'shop', editor)).body.who).toMatchObject([NOTHING]);
    // The owner of the deleted project cannot become the owner of the new one automatically.
    await app.post('/api/admin/projects/shop/access', { roles: [4], users: [owner.id], groups: [] });
    expect((await whatIf(app, 'bank', owner)).body.who).toMatchObject([NOTHING]);
    // The samples were deleted with the project.
    expect((await whatIf(app, 'bank', {})).body.who).toMatchObject([NOTHING]);
});

test('the effect of a change request does not reveal whether one person is in the samples', async () => {
    const app = await testApp();
    await app.has.project({ id: 'shop' });
    await flagNamed(app, 'shop');
    const { secret } = await app.has.token({ type: 'client', environment: 'development', projects: ['*'] });
    for (let i = 0; i < 100; i++) {
        await app.send('POST', '/ofrep/v1/evaluate/flags', {
            token: secret,
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({ context: { targetingKey: 'visitor-of-everything', country: 'SE' } }),
        });
    }
    const path = '/api/admin/projects/shop/environments/development/change-requests';
    await app.put(`${path}/config`, { changeRequestsEnabled: true, requiredApprovals: 1 });
    const effectOf = async (field: string, value: string) => {
        const member = await app.has.user({ projectRoles: { shop: 'member' } });
        const { action, feature, payload } = letIn('shop', field, value);
        const { body } = await app.post(path, [{ action, feature, payload }], member);
        const at = `/api/admin/projects/shop/change-requests/${body.id}`;
        expect(await app.put(`${at}/state`, { state: 'In review' }, member)).toMatchObject({ status: 200 });
        return (await app.get(at, member)).body.effect;
    };

    expect(await effectOf('country', 'SE')).toMatchObject({ population: 'traffic', evaluated: 100, changed: 100 });
    // Unknown: approval rules that depend on the effect require the approvals.
    expect(await effectOf('userId', 'visitor-of-everything')).toMatchObject({ evaluated: 0, changed: 0 });
    // The same applies to samples that were also evaluated for a project that is hidden from the author.
    await app.has.project({ id: 'covert', mode: 'private' });
    await flagNamed(app, 'covert');
    await app.put('/api/admin/traffic', { mode: 'fields', fields: ['country'] });
    for (let i = 0; i < 100; i++) {
        await app.send('POST', '/ofrep/v1/evaluate/flags', {
            token: secret,
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({ context: { targetingKey: 'visitor-of-everything', country: 'SE' } }),
        });
    }
    expect(await effectOf('country', 'SE')).toMatchObject({ evaluated: 0, changed: 0 });
});

test('personas of a private default project stay hidden from callers who change objects without a project', async () => {
    const app = await testApp();
    await app.has.project({ id: 'shop' });
    await app.has.segment({ name: 'shared', constraints: [constraint('country', 'NO')] });
    const { segments } = (await app.get('/api/admin/segments')).body;
    await app.has.flag({ name: 'shop-flag', project: 'shop', enabled: true });
    await app.has.strategy({ flag: 'shop-flag', project: 'shop', segments: [segments[0].id] });
    await app.post('/api/admin/projects/default/personas', {
        name: 'secret persona',
        context: { userId: 'visitor-of-everything', properties: { country: 'SE' } },
    });
    const settings = await app.put('/api/admin/projects/default/settings', { mode: 'private' });
    expect(settings, JSON.stringify(settings.body)).toMatchObject({ status: 200 });
    const { body: role } = await app.post('/api/admin/roles', {
        name: 'segment editor',
        type: 'root-custom',
        permissions: [{ name: 'UPDATE_SEGMENT' }],
    });
    const user = await app.has.user();
    const token = await tokenOf(app, user);
    await app.put(`/api/admin/user-admin/${user.id}`, { rootRole: role.roles.id });

    const options = { token, headers: { prefer: 'what-if' }, changesNothing: true };
    const segment = { name: 'shared', constraints: [constraint('country', 'SE')] };
    const { status, body } = await app.put(`/api/admin/segments/${segments[0].id}`, segment, options);

    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.who).toMatchObject([{ environment: 'development', population: 'made-up' }]);
    expect(JSON.stringify(body)).not.toMatch(PERSONAL_DATA);
});
