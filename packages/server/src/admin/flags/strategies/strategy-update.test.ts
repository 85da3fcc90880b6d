import { describe, expect, onTestFinished, test } from 'vitest';
import { ownFreshInstall, sharedApp, type TestApp, testApp } from '../../../../test/support/test-app.ts';

const strategiesOf = (flag: string, environment = 'development', project = 'default') =>
    `/api/admin/projects/${project}/features/${flag}/environments/${environment}/strategies`;

const CONSTRAINT = { contextName: 'userId', operator: 'IN', values: ['1'] };
const VARIANT = { name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' };

/** A flag that is on, with one strategy in which everything is set. */
async function withStrategy(app: TestApp) {
    const { name: flag } = await app.has.flag();
    const segment = await app.has.segment();
    const strategy = await app.has.strategy({
        flag,
        name: 'flexibleRollout',
        title: 'first',
        sortOrder: 3,
        constraints: [CONSTRAINT],
        variants: [VARIANT],
        parameters: { rollout: '50', stickiness: 'userId', groupId: 'g' },
        segments: [segment.id],
    });
    await app.post(`/api/admin/projects/default/features/${flag}/environments/development/on`);
    return { flag, strategy, path: `${strategiesOf(flag)}/${strategy.id}` };
}

describe('PUT', () => {
    test('replaces the configuration and returns 200 with the strategy', async () => {
        const app = await sharedApp();
        const { path, strategy } = await withStrategy(app);

        const response = await app.put(path, {
            name: 'default',
            title: 'second',
            constraints: [{ contextName: 'age', operator: 'NUM_GT', value: '18' }],
            parameters: { a: 1 },
        });

        expect(response).toMatchObject({
            status: 200,
            body: {
                id: strategy.id,
                name: 'default',
                title: 'second',
                disabled: false,
                constraints: [{ contextName: 'age', operator: 'NUM_GT', value: '18', values: [] }],
                parameters: { a: '1' },
            },
        });
        expect(await app.get(path)).toMatchObject({ status: 200, body: response.body });
    });

    test('with an empty body keeps name, title, disabled, segments and sortOrder, and clears the rest', async () => {
        const app = await sharedApp();
        const { path, strategy } = await withStrategy(app);

        const { status, body } = await app.put(path, {});

        expect(status).toBe(200);
        expect(body).toEqual({ ...strategy, constraints: [], variants: [], parameters: {} });
    });

    test('adds the defaults of a gradual rollout if its name is sent', async () => {
        const app = await sharedApp();
        const { path, flag } = await withStrategy(app);

        const { body } = await app.put(path, { name: 'flexibleRollout' });

        expect(body.parameters).toEqual({ rollout: '100', stickiness: 'default', groupId: flag });
    });

    test('keeps a disabled strategy disabled if disabled is omitted or null', async () => {
        const app = await sharedApp();
        const { flag } = await withStrategy(app);
        const { id } = await app.has.strategy({ flag, disabled: true });
        const path = `${strategiesOf(flag)}/${id}`;

        expect(await app.put(path, { title: 'a' })).toMatchObject({ body: { disabled: true } });
        expect(await app.put(path, { title: 'b', disabled: null })).toMatchObject({ body: { disabled: true } });
        expect(await app.put(path, { title: 'b', disabled: false })).toMatchObject({ body: { disabled: false } });
        expect(await app.put(path, { title: 'c' })).toMatchObject({ body: { disabled: false } });
    });

    test('removes the title if it is null', async () => {
        const app = await sharedApp();
        const { path } = await withStrategy(app);

        expect(await app.put(path, { title: null })).toMatchObject({ status: 200, body: { title: null } });
    });

    test('changes the order, also for SDKs, if sortOrder is sent, and keeps it otherwise', async () => {
        const app = await testApp();
        const { path, flag, strategy } = await withStrategy(app);
        const other = await app.has.strategy({ flag, name: 'default', sortOrder: 5 });
        const { id: _id, ...whole } = strategy;

        expect(await app.put(path, { ...whole, sortOrder: 9 })).toMatchObject({ status: 200, body: { sortOrder: 9 } });

        expect((await app.get(strategiesOf(flag))).body).toEqual([other, { ...strategy, sortOrder: 9 }]);
        const { features } = await app.clientFeatures();
        expect(features[0].strategies.map(({ name }: { name: string }) => name)).toEqual(['default', strategy.name]);
        expect((await app.get(`/api/admin/events/${flag}`)).body.events[0]).toMatchObject({
            type: 'feature-strategy-update',
            preData: { sortOrder: 3 },
            data: { sortOrder: 9 },
        });
        expect(await app.put(path, { title: 'stays' })).toMatchObject({ body: { sortOrder: 9 } });
    });

    test.each([99.5, 3_000_000_000, '1', null])('refuses the sortOrder %j and changes nothing', async (sortOrder) => {
        const app = await sharedApp();
        const { path, strategy } = await withStrategy(app);

        expect(await app.put(path, { sortOrder })).toMatchObject({
            status: 400,
            body: { details: [{ path: '/body/sortOrder' }] },
        });
        expect((await app.get(path)).body).toEqual(strategy);
    });

    test('replaces the segments if they are sent, including by an empty list', async () => {
        const app = await sharedApp();
        const { path } = await withStrategy(app);
        const other = await app.has.segment();

        expect(await app.put(path, { segments: [other.id] })).toMatchObject({ body: { segments: [other.id] } });
        expect(await app.put(path, { segments: [] })).toMatchObject({ body: { segments: [] } });
    });

    test('records the strategy before and after, and SDKs receive the change', async () => {
        const app = await testApp();
        const { path, flag, strategy } = await withStrategy(app);

        const { body: after } = await app.put(path, { name: 'default', parameters: { a: 'b' } });

        const { body } = await app.get(`/api/admin/events/${flag}`);
        expect(body.events[0]).toMatchObject({
            type: 'feature-strategy-update',
            featureName: flag,
            project: 'default',
            environment: 'development',
            preData: strategy,
            data: after,
        });
        const { features } = await app.clientFeatures();
        expect(features[0].strategies[0]).toMatchObject({ name: 'default', parameters: { a: 'b' } });
    });

    test('without effective changes records no event', async () => {
        const app = await sharedApp();
        const { path, strategy } = await withStrategy(app);

        const response = await app.put(path, strategy, { changesNothing: true });

        expect(response).toMatchObject({ status: 200, body: strategy });
    });

    test.each<[string, unknown, string]>([
        ['a type that does not exist', { name: 'unheard-of' }, '/body/name'],
        ['an empty name', { name: '' }, '/body/name'],
        [
            'a constraint that cannot work',
            { constraints: [{ contextName: 'a', operator: 'IN' }] },
            '/body/constraints/0',
        ],
        ['variants that are all fixed', { variants: [{ ...VARIANT, weightType: 'fix' }] }, '/body/variants'],
        ['a parameter that is a list', { parameters: { a: [] } }, '/body/parameters/a'],
        ['an unknown property', { colour: 'red' }, '/body/colour'],
        ['a body that is a list', [], '/body'],
        ['a body that is a string', 'x', '/body'],
    ])('with %s returns 400 with the path', async (_what, body, path) => {
        const app = await sharedApp();
        const strategy = await withStrategy(app);

        const response = await app.put(strategy.path, body);

        expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError', details: [{ path }] } });
    });

    test('returns 404 for a segment that does not exist, and 400 for a segment of another project', async () => {
        const app = await sharedApp();
        const { path } = await withStrategy(app);
        const { id: project } = await app.has.project();
        const foreign = await app.has.segment({ project });

        expect(await app.put(path, { segments: [4242] })).toMatchObject({ status: 404 });
        expect(await app.put(path, { segments: [foreign.id] })).toMatchObject({ status: 400 });
    });

    test('accepts existing values above a lowered limit, but no additional ones', async () => {
        const database = await ownFreshInstall();
        onTestFinished(() => database.remove());
        const generous = await testApp({ database });
        await generous.has.flag({ name: 'old' });
        const two = [await generous.has.segment(), await generous.has.segment()];
        await generous.has.strategy({
            flag: 'old',
            constraints: [{ ...CONSTRAINT, values: ['1', '2'] }, CONSTRAINT],
            segments: two.map(({ id }) => id),
        });
        await generous.close();
        const app = await testApp({
            database,
            environment: {
                UNLEASH_CONSTRAINTS_LIMIT: '1',
                UNLEASH_CONSTRAINT_VALUES_LIMIT: '1',
                UNLEASH_STRATEGY_SEGMENTS_LIMIT: '1',
            },
        });
        const { body: list } = await app.get(strategiesOf('old'));
        const { id, constraints, segments } = list[0];
        const path = `${strategiesOf('old')}/${id}`;
        const longer = { ...constraints[0], values: ['1', '2', '3'] };
        const extra = await app.has.segment();
        const exceeded = { status: 400, body: { name: 'ExceedsLimitError' } };

        expect(await app.put(path, { title: 'still here', constraints, segments })).toMatchObject({ status: 200 });
        expect(await app.put(path, { constraints: [...constraints, CONSTRAINT] })).toMatchObject(exceeded);
        expect(await app.put(path, { constraints: [longer] })).toMatchObject(exceeded);
        expect(await app.put(path, { constraints, segments: [...segments, extra.id] })).toMatchObject(exceeded);
        expect(await app.put(path, { constraints: constraints.slice(0, 1) })).toMatchObject({ status: 200 });
        expect(await app.put(path, { constraints })).toMatchObject(exceeded);
    });
});

describe('a strategy is only accessible in its own flag, environment and project', () => {
    test.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('%s returns 404 otherwise', async (method) => {
        const app = await sharedApp();
        const { flag, strategy } = await withStrategy(app);
        const other = await app.has.flag();
        const { id: project } = await app.has.project();
        const body = method === 'PUT' ? {} : [];
        const call = (path: string) =>
            method === 'GET' || method === 'DELETE'
                ? app[method === 'GET' ? 'get' : 'delete'](path)
                : app[method === 'PUT' ? 'put' : 'patch'](path, body);

        for (const path of [
            `${strategiesOf(flag)}/unknown`,
            `${strategiesOf(other.name)}/${strategy.id}`,
            `${strategiesOf(flag, 'production')}/${strategy.id}`,
            `${strategiesOf(flag, 'nowhere')}/${strategy.id}`,
            `${strategiesOf(flag, 'development', project)}/${strategy.id}`,
            `${strategiesOf('unknown')}/${strategy.id}`,
        ]) {
            const response = await call(path);
            expect(response, path).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
        }
    });
});

describe('GET', () => {
    test('lists the strategies of a flag in their order', async () => {
        const app = await sharedApp();
        const { name: flag } = await app.has.flag();
        const last = await app.has.strategy({ flag, sortOrder: 5 });
        const first = await app.has.strategy({ flag, sortOrder: 1 });

        expect(await app.get(strategiesOf(flag))).toMatchObject({ status: 200, body: [first, last] });
        expect(await app.get(strategiesOf(flag, 'production'))).toMatchObject({ status: 200, body: [] });
    });

    test('returns 404 for a flag or an environment that does not exist', async () => {
        const app = await sharedApp();
        const { name: flag } = await app.has.flag();

        expect(await app.get(strategiesOf('unknown'))).toMatchObject({ status: 404 });
        expect(await app.get(strategiesOf(flag, 'nowhere'))).toMatchObject({ status: 404 });
    });
});

describe('PATCH', () => {
    test('changes only the members in the operations', async () => {
        const app = await sharedApp();
        const { path, strategy } = await withStrategy(app);

        const response = await app.patch(path, [
            { op: 'replace', path: '/title', value: 'patched' },
            { op: 'replace', path: '/parameters/rollout', value: '75' },
            { op: 'add', path: '/constraints/0/values/-', value: '2' },
            { op: 'remove', path: '/variants/0' },
        ]);

        expect(response).toMatchObject({
            status: 200,
            body: {
                ...strategy,
                title: 'patched',
                parameters: { ...strategy.parameters, rollout: '75' },
                constraints: [{ ...CONSTRAINT, values: ['1', '2'] }],
                variants: [],
            },
        });
    });

    test('can copy and move', async () => {
        const app = await sharedApp();
        const { path } = await withStrategy(app);

        const { body } = await app.patch(path, [
            { op: 'copy', from: '/constraints/0', path: '/constraints/-' },
            { op: 'move', from: '/parameters/groupId', path: '/title' },
        ]);

        expect(body).toMatchObject({ title: 'g', constraints: [CONSTRAINT, CONSTRAINT] });
    });

    test('changes the sortOrder, but never the id', async () => {
        const app = await sharedApp();
        const { path, strategy } = await withStrategy(app);

        const response = await app.patch(path, [
            { op: 'replace', path: '/id', value: 'other' },
            { op: 'replace', path: '/sortOrder', value: 0 },
        ]);

        expect(response).toMatchObject({ status: 200, body: { ...strategy, sortOrder: 0 } });
        expect((await app.get(path)).body).toEqual({ ...strategy, sortOrder: 0 });
    });

    test('without operations changes nothing', async () => {
        const app = await sharedApp();
        const { path, strategy } = await withStrategy(app);

        expect(await app.patch(path, [], { changesNothing: true })).toMatchObject({ status: 200, body: strategy });
    });

    test.each<[string, unknown]>([
        ['a path that does not exist', [{ op: 'replace', path: '/variants/7', value: VARIANT }]],
        ['a path through __proto__', [{ op: 'add', path: '/__proto__/polluted', value: 'x' }]],
        ['a value of the wrong type', [{ op: 'replace', path: '/title', value: 7 }]],
        ['an unknown member', [{ op: 'add', path: '/colour', value: 'red' }]],
        ['a result that breaks a rule', [{ op: 'replace', path: '/constraints/0/values', value: [] }]],
        ['the removal of the whole document', [{ op: 'remove', path: '' }]],
        ['an unknown operation', [{ op: 'rename', path: '/title', value: 'first' }]],
        [
            'a `test` that fails',
            [
                { op: 'remove', path: '/title' },
                { op: 'test', path: '/title', value: 'first' },
            ],
        ],
        ['no path', [{ op: 'remove' }]],
        ['something that is not a list', { op: 'remove', path: '/title' }],
    ])('with %s returns 400 and changes nothing', async (_what, patch) => {
        const app = await sharedApp();
        const { path, strategy } = await withStrategy(app);

        expect(await app.patch(path, patch)).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
        expect(await app.get(path)).toMatchObject({ body: strategy });
    });
});

describe('DELETE', () => {
    test('removes the strategy and records an event, and SDKs no longer receive it', async () => {
        const app = await sharedApp();
        const { flag, path, strategy } = await withStrategy(app);
        await app.has.strategy({ flag });

        expect(await app.delete(path)).toMatchObject({ status: 200 });

        expect(await app.get(path)).toMatchObject({ status: 404 });
        const { body } = await app.get(`/api/admin/events/${flag}`);
        expect(body.events[0]).toMatchObject({
            type: 'feature-strategy-remove',
            environment: 'development',
            data: null,
            preData: strategy,
        });
        const { features } = await app.clientFeatures();
        const sent = features.find(({ name }: { name: string }) => name === flag);
        expect(sent).toMatchObject({ enabled: true, strategies: [{ name: 'default' }] });
    });
});

describe('a flag without an enabled strategy is turned off there', () => {
    const stateOf = async (app: TestApp) => {
        const { features } = await app.clientFeatures();
        return features[0].enabled;
    };
    const newestEvents = async (app: TestApp, flag: string) => {
        const { body } = await app.get(`/api/admin/events/${flag}`);
        return body.events.slice(0, 2).map(({ type }: { type: string }) => type);
    };

    test('if its last strategy is removed', async () => {
        const app = await testApp();
        const { flag, path } = await withStrategy(app);
        expect(await stateOf(app)).toBe(true);

        await app.delete(path);

        expect(await stateOf(app)).toBe(false);
        expect(await newestEvents(app, flag)).toEqual(['feature-environment-disabled', 'feature-strategy-remove']);
    });

    test('if its last enabled strategy is disabled', async () => {
        const app = await testApp();
        const { flag, path } = await withStrategy(app);
        await app.has.strategy({ flag, disabled: true });

        await app.put(path, { disabled: true });

        expect(await stateOf(app)).toBe(false);
        expect(await newestEvents(app, flag)).toEqual(['feature-environment-disabled', 'feature-strategy-update']);
    });

    test('if a patch disables its last enabled strategy', async () => {
        const app = await testApp();
        const { path } = await withStrategy(app);

        await app.patch(path, [{ op: 'replace', path: '/disabled', value: true }]);

        expect(await stateOf(app)).toBe(false);
    });

    test('but not while another strategy is enabled', async () => {
        const app = await sharedApp();
        const { flag, path } = await withStrategy(app);
        await app.has.strategy({ flag });

        await app.put(path, { disabled: true });

        expect(await stateOf(app)).toBe(true);
    });

    test('but stays on in other environments', async () => {
        const app = await testApp();
        const { flag, path } = await withStrategy(app);
        await app.post(`/api/admin/projects/default/features/${flag}/environments/production/on`);
        const { secret } = await app.has.token({ environment: 'production' });

        await app.delete(path);

        const { features } = await app.clientFeatures(secret);
        expect(features[0].enabled).toBe(true);
    });
});

describe('set-sort-order', () => {
    async function withThree(app: TestApp) {
        const { name: flag } = await app.has.flag();
        const ids = [];
        for (const title of ['a', 'b', 'c']) ids.push((await app.has.strategy({ flag, title })).id);
        return { flag, ids, path: `${strategiesOf(flag)}/set-sort-order` };
    }
    const titles = async (app: TestApp, flag: string) => {
        const { body } = await app.get(strategiesOf(flag));
        return body.map(({ title }: { title: string }) => title);
    };

    test('changes the order of strategies, records both orders, and SDKs receive the new order', async () => {
        const app = await sharedApp();
        const { flag, ids, path } = await withThree(app);

        const response = await app.post(path, [
            { id: ids[2], sortOrder: 0 },
            { id: ids[0], sortOrder: 2 },
        ]);

        expect(response).toMatchObject({ status: 200, body: '' });
        expect(await titles(app, flag)).toEqual(['c', 'b', 'a']);
        const { body } = await app.get(`/api/admin/events/${flag}`);
        expect(body.events[0]).toMatchObject({
            type: 'strategy-order-changed',
            environment: 'development',
            preData: { strategyIds: ids },
            data: { strategyIds: [...ids].reverse() },
        });
    });

    test('without effective changes records no event', async () => {
        const app = await sharedApp();
        const { ids, path } = await withThree(app);

        const order = ids.map((id, sortOrder) => ({ id, sortOrder }));

        expect(await app.post(path, order, { changesNothing: true })).toMatchObject({ status: 200 });
    });

    test('moves all listed strategies, or none if one is unknown, of another flag or listed twice', async () => {
        const app = await sharedApp();
        const { flag, ids, path } = await withThree(app);
        const other = await withThree(app);

        for (const wrong of ['unknown', other.ids[0], ids[0]]) {
            const response = await app.post(path, [
                { id: ids[0], sortOrder: 9 },
                { id: wrong, sortOrder: 1 },
            ]);
            expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
        }
        expect(await titles(app, flag)).toEqual(['a', 'b', 'c']);
    });

    test.each<[string, unknown]>([
        ['something that is not a list', {}],
        ['an entry without an id', [{ sortOrder: 1 }]],
        ['a sortOrder that is a string', [{ id: 'a', sortOrder: '1' }]],
        ['a sortOrder that is too large', [{ id: 'a', sortOrder: 1e12 }]],
    ])('returns 400 for %s', async (_what, body) => {
        const app = await sharedApp();
        const { path } = await withThree(app);

        expect(await app.post(path, body)).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
    });

    test('returns 404 for a flag that does not exist', async () => {
        const app = await sharedApp();

        expect(await app.post(`${strategiesOf('unknown')}/set-sort-order`, [])).toMatchObject({ status: 404 });
    });
});
