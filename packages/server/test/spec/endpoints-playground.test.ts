import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';
import { kindOf } from './kinds.ts';

const ADVANCED = '/api/admin/playground/advanced';

let app: TestApp;
let viewer: Awaited<ReturnType<TestApp['has']['user']>>;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    viewer = await app.has.user();
    await app.has.project({ id: 'shop' });
    await app.has.flag({ name: 'in-shop', project: 'shop' });
    await app.has.flag({ name: 'off' });
    await app.has.flag({ name: 'on', enabled: true });

    const segment = await app.has.segment({
        name: 'europe',
        constraints: [{ contextName: 'region', operator: 'IN', values: ['eu'] }],
    });
    await app.has.flag({ name: 'segmented', enabled: ['development'] });
    const first = (await app.get('/api/admin/projects/default/features/segmented/environments/development/strategies'))
        .body[0];
    await app.has.strategy({
        flag: 'segmented',
        name: 'flexibleRollout',
        title: 'Ada in Europe',
        segments: [segment.id],
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['ada'] }],
        variants: [
            {
                name: 'blue',
                weight: 1000,
                weightType: 'variable',
                stickiness: 'default',
                payload: { type: 'string', value: 'b' },
            },
        ],
    });
    await app.delete(`/api/admin/projects/default/features/segmented/environments/development/strategies/${first.id}`);

    await app.post('/api/admin/strategies', { name: 'by-moon', parameters: [] });
    for (const name of ['custom', 'custom-or-on', 'half-off']) await app.has.flag({ name });
    await app.has.strategy({ flag: 'custom', name: 'by-moon' });
    await app.has.strategy({ flag: 'custom-or-on', name: 'by-moon' });
    await app.has.strategy({ flag: 'custom-or-on', name: 'default' });
    await app.has.strategy({ flag: 'half-off', name: 'default', disabled: true });
    await app.has.strategy({ flag: 'half-off', name: 'default' });
    for (const name of ['custom', 'custom-or-on', 'half-off']) {
        await app.post(`/api/admin/projects/default/features/${name}/environments/development/on`);
    }
});

interface Feature {
    name: string;
    projectId: string;
    // biome-ignore lint/suspicious/noExplicitAny: tests read untyped bodies
    environments: Record<string, any[]>;
}

const evaluate = async (context: object = {}, rest: object = {}) =>
    (await app.post(ADVANCED, { environments: ['development'], context: { appName: 'spec', ...context }, ...rest }))
        .body;
const entryOf = async (name: string, context: object = {}) => {
    const { features } = await evaluate(context);
    return features.find((feature: Feature) => feature.name === name).environments.development[0];
};

describe('POST /api/admin/playground/advanced', () => {
    test('never returns 403 to users: a viewer may call it', async () => {
        expect(
            await app.post(ADVANCED, { environments: ['development'], context: { appName: 'spec' } }, viewer),
        ).toMatchObject({ status: 200 });
    });

    test.each([
        ['no environments', { context: { appName: 'a' } }, '/body/environments'],
        ['an empty list of environments', { environments: [], context: { appName: 'a' } }, '/body/environments'],
        ['no context', { environments: ['development'] }, '/body/context'],
        ['no appName', { environments: ['development'], context: {} }, '/body/context/appName'],
        ['an empty appName', { environments: ['development'], context: { appName: '' } }, '/body/context/appName'],
        [
            'a currentTime that is no time',
            { environments: ['development'], context: { appName: 'a', currentTime: 'now' } },
            '/body/context/currentTime',
        ],
        [
            'projects that are neither a list nor *',
            { environments: ['development'], projects: 'shop', context: { appName: 'a' } },
            '/body/projects',
        ],
    ])('%s returns 400 and names the member', async (_what, body, path) => {
        const response = await app.post(ADVANCED, body);

        expect(response.status).toBe(400);
        expect(response.body.details[0].path).toContain(path);
    });

    test('the response contains the input', async () => {
        const input = {
            environments: ['development', 'production'],
            projects: ['default'],
            context: { appName: 'spec', userId: '1,2', properties: { tier: 'gold' } },
        };

        expect((await app.post(ADVANCED, input)).body.input).toEqual(input);
    });

    test('projects may be a list of names', async () => {
        const { features } = await evaluate({}, { projects: ['shop'] });

        expect(features.map(({ name }: Feature) => name)).toEqual(['in-shop']);
    });

    test('projects may be * for all projects', async () => {
        const { features } = await evaluate({}, { projects: '*' });

        expect(new Set(features.map(({ projectId }: Feature) => projectId))).toEqual(new Set(['default', 'shop']));
    });

    test('all projects are evaluated without projects', async () => {
        const { features } = await evaluate();

        expect(new Set(features.map(({ projectId }: Feature) => projectId))).toEqual(new Set(['default', 'shop']));
    });

    test('environments are evaluated one by one', async () => {
        const { features } = await evaluate({}, { environments: ['development', 'production'] });
        const on = features.find(({ name }: Feature) => name === 'on');

        expect(on.environments.development[0].isEnabled).toBe(true);
        expect(on.environments.production[0].isEnabled).toBe(false);
    });

    test('comma-separated values give every combination', async () => {
        const { features } = await evaluate({ userId: '1,2', region: 'eu,us,asia' }, { projects: ['shop'] });

        expect(features[0].environments.development).toHaveLength(6);
    });

    test('each combination is evaluated separately, and its entry contains the combination', async () => {
        const { features } = await evaluate({ userId: 'ada,bob', region: 'eu,us' });
        const { environments } = features.find(({ name }: Feature) => name === 'segmented');

        expect(
            environments.development.map(
                ({ context, isEnabled }: { context: Record<string, string>; isEnabled: boolean }) =>
                    `${context['userId']} in ${context['region']}: ${isEnabled}`,
            ),
        ).toEqual(
            expect.arrayContaining(['ada in eu: true', 'ada in us: false', 'bob in eu: false', 'bob in us: false']),
        );
    });

    test('further properties of a context may be of any type', async () => {
        expect(
            await app.post(ADVANCED, {
                environments: ['development'],
                context: { appName: 'spec', age: 5, nested: { a: 1 }, list: [1], nothing: null, yes: true },
            }),
        ).toMatchObject({ status: 200 });
    });

    test('never returns 403 or 404: no flag is enabled in an environment that does not exist', async () => {
        const { status, body } = await app.post(ADVANCED, {
            environments: ['nowhere'],
            context: { appName: 'spec' },
        });

        expect(status).toBe(200);
        for (const { environments } of body.features) {
            for (const { isEnabled } of environments.nowhere) expect(isEnabled).toBe(false);
        }
        expect(body.features.length).toBeGreaterThan(0);
    });

    test('the context of an entry has no nested properties: they are at the top level', async () => {
        const { context } = await entryOf('on', { properties: { tier: 'gold' } });

        expect(context).toEqual({ appName: 'spec', tier: 'gold' });
    });

    test('warnings list top-level context properties of the wrong type', async () => {
        const { warnings } = await evaluate({ age: 5, list: ['a'], fine: 'x' });

        expect(warnings).toEqual({ invalidContextProperties: ['age', 'list'] });
    });

    test.each([
        ['name', 'string'],
        ['environment', 'string'],
        ['projectId', 'string'],
        ['context', 'object'],
        ['strategies', 'object'],
        ['isEnabledInCurrentEnvironment', 'boolean'],
        ['isEnabled', 'boolean'],
        ['variant', 'object'],
        ['variants', 'list'],
        ['feature_enabled', 'boolean'],
    ])('an entry has %s, of the kind %s', async (member, kind) => {
        expect(kindOf((await entryOf('off'))[member])).toBe(kind);
        expect(kindOf((await entryOf('segmented'))[member])).toBe(kind);
    });

    test.each([
        ['name', 'string'],
        ['title', 'string'],
        ['id', 'string'],
        ['result', 'object'],
        ['variant', 'object'],
        ['variants', 'list'],
        ['disabled', 'boolean'],
        ['segments', 'list'],
        ['constraints', 'list'],
        ['parameters', 'object'],
        ['links', 'object'],
    ])('strategies.data[].%s is of the kind %s', async (member, kind) => {
        const { strategies } = await entryOf('segmented', { userId: 'ada', region: 'eu' });

        expect(kindOf(strategies.data[0][member])).toBe(kind);
    });

    test('each segment and constraint has its result', async () => {
        const { strategies } = await entryOf('segmented', { userId: 'ada', region: 'us' });

        expect(strategies.data[0]).toMatchObject({
            segments: [
                {
                    id: expect.any(Number),
                    name: 'europe',
                    result: false,
                    constraints: [{ contextName: 'region', result: false }],
                },
            ],
            constraints: [{ contextName: 'userId', result: true }],
            result: { evaluationStatus: 'complete', enabled: false },
        });
    });

    test('links.edit is the URL of the strategy', async () => {
        const { strategies } = await entryOf('segmented');
        const [strategy] = strategies.data;

        expect(strategy.links.edit).toContain(strategy.id);
    });

    test('the variant is the one the user gets, with its payload', async () => {
        expect((await entryOf('segmented', { userId: 'ada', region: 'eu' })).variant).toMatchObject({
            name: 'blue',
            enabled: true,
            payload: { type: 'string', value: 'b' },
            feature_enabled: true,
        });
    });

    test.each([
        ['the flag is off', 'off', false],
        ['the flag has no variants', 'on', true],
    ])('the variant is called disabled when %s', async (_when, name, feature_enabled) => {
        expect((await entryOf(name)).variant).toMatchObject({ name: 'disabled', enabled: false, feature_enabled });
    });

    test('unknown is the result when a strategy cannot be evaluated and all others are false, and isEnabled is false', async () => {
        expect(await entryOf('custom')).toMatchObject({ strategies: { result: 'unknown' }, isEnabled: false });
    });

    test('the result is not unknown when another strategy is true', async () => {
        expect(await entryOf('custom-or-on')).toMatchObject({ strategies: { result: true }, isEnabled: true });
    });

    test('evaluationStatus is incomplete for custom strategies', async () => {
        const { strategies } = await entryOf('custom');

        expect(strategies.data[0].result).toEqual(
            expect.objectContaining({ evaluationStatus: 'incomplete', enabled: 'unknown' }),
        );
    });

    test('evaluationStatus is unevaluated for disabled strategies', async () => {
        const { strategies } = await entryOf('half-off');
        const disabled = strategies.data.find((strategy: { disabled: boolean }) => strategy.disabled);

        expect(disabled.result.evaluationStatus).toBe('unevaluated');
        expect([false, 'unknown']).toContain(disabled.result.enabled);
    });

    test('isEnabledInCurrentEnvironment is the state of the flag, independent of its strategies', async () => {
        expect(await entryOf('segmented', { userId: 'bob' })).toMatchObject({
            isEnabledInCurrentEnvironment: true,
            isEnabled: false,
        });
    });

    test('currentTime defaults to now', async () => {
        await app.has.flag({ name: 'dated', enabled: true });
        const path = '/api/admin/projects/default/features/dated/environments/development/strategies';
        const [{ id }] = (await app.get(path)).body;
        await app.put(`${path}/${id}`, {
            name: 'default',
            constraints: [{ contextName: 'currentTime', operator: 'DATE_AFTER', value: '2100-01-01T00:00:00.000Z' }],
        });

        expect((await entryOf('dated')).isEnabled).toBe(false);
        expect((await entryOf('dated', { currentTime: '2100-06-01T00:00:00.000Z' })).isEnabled).toBe(true);
    });
});
