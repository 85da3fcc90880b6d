import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { ADMIN_TOKEN, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';

const WHAT_IF = '/api/admin/what-if';

const ask = (app: TestApp, question: object, options = {}) =>
    app.post(WHAT_IF, { project: 'default', ...question }, options);

const inCountry = (...values: string[]) => [{ contextName: 'country', operator: 'IN', values }];

const from = (country: string, userId = country) => ({ userId, properties: { country } });

async function appWithFlag(): Promise<TestApp> {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });
    const address = '/api/admin/projects/default/features/checkout/environments/development/strategies';
    const [{ id }] = (await app.get(address)).body;
    await app.put(`${address}/${id}`, { name: 'default', constraints: inCountry('NO') });
    return app;
}

const addSwedes = {
    environment: 'development',
    feature: 'checkout',
    action: 'addStrategy',
    payload: { name: 'default', parameters: {}, constraints: inCountry('SE') },
};

test('a what-if describes the change and the affected users, and changes nothing', async () => {
    const app = await appWithFlag();
    const before = await app.clientFeatures();

    const { status, body } = await ask(app, {
        steps: [addSwedes],
        contexts: [from('NO'), from('SE'), from('DK'), from('SE', '8')],
        splitBy: ['country'],
    });

    expect(status).toBe(200);
    expect(body.revision).toBe(await app.revision());
    expect(body.failed).toBeUndefined();
    expect(body.changes).toMatchObject([
        { environment: 'development', kind: 'flag', name: 'checkout', project: 'default' },
    ]);
    const [{ before: then, after }] = body.changes;
    expect(then.sentences.slice(0, 2)).toEqual(['On for:', 'Users where country is NO.']);
    expect(after.sentences.slice(0, 3)).toEqual([...then.sentences.slice(0, 2), 'Users where country is SE.']);
    expect([then.definition.strategies.length, after.definition.strategies.length]).toEqual([1, 2]);
    expect(body.who).toMatchObject([
        {
            environment: 'development',
            population: 'given',
            evaluated: 4,
            asked: 4,
            flags: [
                {
                    name: 'checkout',
                    onBefore: 1,
                    onAfter: 3,
                    changed: 2,
                    offToOn: 2,
                    onToOff: 0,
                    variantChanged: 0,
                    byField: {
                        // `asked` is the former name of `evaluated`.
                        country: [
                            { value: 'SE', evaluated: 2, asked: 2, changed: 2 },
                            { value: 'DK' },
                            { value: 'NO' },
                        ],
                    },
                    examples: [
                        { context: from('SE'), before: { enabled: false }, after: { enabled: true } },
                        { context: from('SE', '8') },
                    ],
                },
            ],
        },
    ]);
    expect(await app.clientFeatures()).toEqual(before);
});

test('later steps see the results of earlier steps', async () => {
    const app = await appWithFlag();
    const id = '11111111-2222-4333-8444-555555555555';
    const { body } = await ask(app, {
        steps: [
            { ...addSwedes, payload: { ...addSwedes.payload, id } },
            {
                ...addSwedes,
                action: 'updateStrategy',
                payload: { ...addSwedes.payload, id, constraints: inCountry('FI') },
            },
        ],
        contexts: [from('SE'), from('FI')],
    });

    expect(body.failed).toBeUndefined();
    expect(body.who[0].flags).toMatchObject([{ name: 'checkout', offToOn: 1, examples: [{ context: from('FI') }] }]);
});

test('a failing step is named with the reason, and the steps before it are reported', async () => {
    const app = await appWithFlag();
    const { status, body } = await ask(app, {
        steps: [addSwedes, { ...addSwedes, feature: 'nothing' }, addSwedes],
        contexts: [from('SE')],
    });

    expect(status).toBe(200);
    expect(body.failed).toMatchObject({ step: 1, name: 'NotFoundError', message: expect.stringContaining('nothing') });
    expect(body.who[0].flags).toMatchObject([{ name: 'checkout', offToOn: 1 }]);
});

test('a segment changes flags in every environment that use it, and their children', async () => {
    const app = await testApp();
    const segment = await app.has.segment({ name: 'Nordics', constraints: inCountry('NO') });
    await app.has.flag({ name: 'checkout' });
    for (const environment of ['development', 'production']) {
        await app.has.strategy({ flag: 'checkout', environment, segments: [segment.id] });
        await app.post(`/api/admin/projects/default/features/checkout/environments/${environment}/on`);
    }
    await app.has.flag({ name: 'button', enabled: true });
    await app.post('/api/admin/projects/default/features/button/dependencies', { feature: 'checkout' });
    await app.has.flag({ name: 'unrelated', enabled: true });

    const { body } = await ask(app, {
        steps: [
            { action: 'updateSegment', payload: { id: segment.id, name: 'Nordics', constraints: inCountry('SE') } },
        ],
        contexts: [from('NO'), from('SE')],
    });

    expect(body.failed).toBeUndefined();
    expect(body.changes).toMatchObject([
        {
            environment: '*',
            kind: 'segment',
            id: segment.id,
            name: 'Nordics',
            after: { sentences: ['Its name is Nordics.', 'Users where country is SE.'] },
        },
    ]);
    const flags = (environment: string) =>
        body.who.find((who: { environment: string }) => who.environment === environment).flags;
    expect(flags('development')).toMatchObject([
        { name: 'button', offToOn: 1, onToOff: 1 },
        { name: 'checkout', offToOn: 1, onToOff: 1 },
    ]);
    expect(flags('production')).toMatchObject([
        { name: 'checkout', offToOn: 1, onToOff: 1 },
        { name: 'button', changed: 0 },
    ]);
});

test('a change that only affects explanations affects no users', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });
    const strategy = await app.has.strategy({ flag: 'checkout', title: 'Old' });
    const { body } = await ask(app, {
        steps: [{ ...addSwedes, action: 'updateStrategy', payload: { ...strategy, title: 'New' } }],
        contexts: [from('NO')],
    });

    expect(body.changes[0].before.sentences).toContain('Old: Everyone.');
    expect(body.changes[0].after.sentences).toContain('New: Everyone.');
    expect(body.who[0].flags).toMatchObject([{ name: 'checkout', changed: 0, examples: [] }]);
});

test('the population is traffic; without traffic personas; without personas synthetic users', async () => {
    const app = await appWithFlag();
    const population = async (more = {}) => (await ask(app, { steps: [addSwedes], ...more })).body.who[0];

    const synthetic = await population();
    expect(synthetic).toMatchObject({
        population: 'made-up',
        evaluated: 1000,
        note: expect.stringContaining('synthetic'),
    });
    // One third each: the two countries in rules, and another value.
    expect(synthetic.flags[0].offToOn / 1000).toBeCloseTo(1 / 3, 1);
    expect(synthetic.flags[0].onBefore / 1000).toBeCloseTo(1 / 3, 1);

    const personas = '/api/admin/projects/default/personas';
    await app.post(personas, { name: 'Swede', context: from('SE') });
    await app.post(personas, { name: 'Dane', context: from('DK') });
    expect(await population()).toMatchObject({ population: 'personas', evaluated: 2, flags: [{ offToOn: 1 }] });
    expect(await population({ personas: ['Dane'] })).toMatchObject({ evaluated: 1, flags: [{ offToOn: 0 }] });

    const { secret } = await app.has.token({ type: 'frontend', environment: 'development' });
    for (const country of ['NO', 'SE', 'SE']) {
        const evaluated = await app.get(`/api/frontend?userId=${country}&appName=web&country=${country}`, {
            token: secret,
        });
        expect(evaluated.status).toBe(200);
    }
    expect(app.services.trafficSamples.counts()).toEqual([{ environment: 'development', samples: 3 }]);
    expect(await population()).toMatchObject({
        population: 'traffic',
        evaluated: 3,
        note: expect.stringContaining('this node'),
        flags: [{ offToOn: 2, byApp: [{ value: 'web', evaluated: 3, changed: 2 }] }],
    });
    expect(await population({ population: 'personas' })).toMatchObject({ population: 'personas', evaluated: 2 });
    expect(await population({ population: 'made-up' })).toMatchObject({ population: 'made-up', evaluated: 1000 });
    expect(await population({ contexts: [from('SE')] })).toMatchObject({ population: 'given', evaluated: 1 });
});

test('rollout percentages of synthetic users are accurate', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const rollout = { rollout: '25', stickiness: 'default', groupId: 'checkout' };
    const { body } = await ask(app, {
        steps: [
            { ...addSwedes, payload: { name: 'flexibleRollout', parameters: rollout, constraints: [] } },
            { ...addSwedes, action: 'updateEnabled', payload: { enabled: true } },
        ],
    });

    expect(body.who[0].flags[0].offToOn / 1000).toBeCloseTo(0.25, 1);
});

test('a new flag is reported although it does not exist yet', async () => {
    const app = await testApp();
    const { body } = await ask(app, {
        steps: [{ action: 'createFeature', feature: 'new', payload: { type: 'release' } }],
    });

    expect(body.changes.map((change: { environment: string }) => change.environment)).toEqual([
        'development',
        'production',
    ]);
    expect(body.changes[0]).toMatchObject({
        before: { definition: null, sentences: [] },
        after: { definition: { name: 'new' } },
    });
    expect(body.who).toMatchObject([
        { flags: [{ name: 'new', changed: 0 }] },
        { flags: [{ name: 'new', changed: 0 }] },
    ]);
});

test.each<[string, object, number]>([
    ['a project that is not there', { project: 'nothing', steps: [addSwedes] }, 404],
    ['no steps', { steps: [] }, 400],
    ['an action that nobody knows', { steps: [{ ...addSwedes, action: 'dance' }] }, 400],
    ['a payload in another shape', { steps: [{ ...addSwedes, payload: { name: 7 } }] }, 400],
    ['contexts that are asked for and not given', { steps: [addSwedes], population: 'given' }, 400],
    ['a persona that is not there', { steps: [addSwedes], population: 'personas', personas: ['Nobody'] }, 400],
    ['four fields', { steps: [addSwedes], splitBy: ['a', 'b', 'c', 'd'] }, 400],
    ['too many contexts', { steps: [addSwedes], contexts: Array.from({ length: 1001 }, () => ({})) }, 400],
    ['a context with what nobody knows', { steps: [addSwedes], contexts: [{ country: 'NO' }] }, 400],
])('%s is refused', async (_what, question, status) => {
    const app = await appWithFlag();

    expect(await ask(app, question)).toMatchObject({ status });
});

describe('a client that disconnects', () => {
    const question = {
        project: 'default',
        steps: [addSwedes],
        contexts: Array.from({ length: 1_000 }, (_, index) => from(index % 2 ? 'SE' : 'DK', String(index))),
    };

    function asking({ url }: TestApp) {
        const reader = request(url + WHAT_IF, {
            method: 'POST',
            headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
        });
        reader.on('error', () => undefined).end(JSON.stringify(question));
        return reader;
    }

    /** Makes every step exceed its time slice, so that it yields after each, and counts the steps. */
    function countSteps(onStep: (count: number) => void = () => undefined) {
        let count = 0;
        let now = performance.now();
        const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
            onStep(++count);
            now += 5;
            return now;
        });
        return { count: () => count, stop: () => clock.mockRestore() };
    }

    const turns = async (times: number) => {
        for (let i = 0; i < times; i++) await new Promise((resolve) => setImmediate(resolve));
    };

    test.each([0.1, 0.6, 0.8])('cancels the evaluation after %d of the work', async (share) => {
        const app = await appWithFlag();
        const whole = countSteps();
        expect((await app.post(WHAT_IF, question)).status).toBe(200);
        whole.stop();
        expect(whole.count()).toBeGreaterThan(question.contexts.length);

        const reader = asking(app);
        const left = Promise.withResolvers<void>();
        const part = countSteps((count) => {
            if (count < whole.count() * share) return;
            reader.destroy();
            left.resolve();
        });
        await left.promise;
        let before = -1;
        while (before !== part.count()) {
            before = part.count();
            await turns(50);
        }
        part.stop();

        expect(before).toBeLessThan(whole.count() * (share + 0.1));
    });

    test('does not block writers, neither while it holds the lock nor while it waits for it', async () => {
        const app = await appWithFlag();
        const { promise: end, resolve: finish } = Promise.withResolvers<void>();
        const long = app.services.write(SYSTEM_ACTOR, () => end, undefined);
        const waiting = Array.from({ length: 5 }, () => asking(app));
        await Promise.all(waiting.map((reader) => once(reader, 'finish')));
        await turns(50);
        for (const reader of waiting) reader.destroy();
        finish();
        await long;
        expect((await app.post('/api/admin/tags', { type: 'simple', value: 'after waiting' })).status).toBe(201);

        const reader = asking(app);
        const steps = countSteps((count) => count === 5 && reader.destroy());
        await new Promise((resolve) => reader.once('close', resolve));
        steps.stop();
        expect((await app.post('/api/admin/tags', { type: 'simple', value: 'after leaving' })).status).toBe(201);
    });
});
