import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const TRAFFIC = '/api/admin/traffic';

const frontend = async (app: TestApp, projects = ['*']) => {
    const { secret } = await app.has.token({ type: 'frontend', environment: 'development', projects });
    return { token: secret };
};

const contexts = async (app: TestApp) => {
    const samples = await app.services.trafficSamples.of('development', () => true);
    return samples.map(({ context }) => context);
};

test('contexts of the frontend API and of OFREP are sampled by environment', async () => {
    const app = await testApp();
    const as = await frontend(app);
    await app.get('/api/frontend?userId=7&appName=web&properties[plan]=pro', as);
    await app.post('/api/frontend', { context: { userId: '8', country: 'NO' } }, as);
    await app.post('/ofrep/v1/evaluate/flags', { context: { targetingKey: '9' } }, as);
    await app.post('/ofrep/v1/evaluate/flags/nothing', { context: { targetingKey: '10' } }, as);

    expect((await app.get(TRAFFIC)).body).toEqual({
        mode: 'on',
        fields: [],
        capacity: 5_000,
        samples: [{ environment: 'development', samples: 4 }],
    });
    const seen = await contexts(app);
    expect(seen.map(({ userId }) => userId).sort()).toEqual(['10', '7', '8', '9']);
    expect(seen.find(({ userId }) => userId === '7')).toMatchObject({ appName: 'web', properties: { plan: 'pro' } });
});

test('after sampling is turned off, nothing is sampled and existing samples are deleted', async () => {
    const app = await testApp();
    const as = await frontend(app);
    await app.get('/api/frontend?userId=7', as);

    expect(await app.put(TRAFFIC, { mode: 'off' })).toMatchObject({ status: 204 });
    await app.get('/api/frontend?userId=8', as);

    expect((await app.get(TRAFFIC)).body).toMatchObject({ mode: 'off', samples: [] });
    await app.put(TRAFFIC, { mode: 'on' });
    await app.get('/api/frontend?userId=9', as);
    expect((await contexts(app)).map(({ userId }) => userId)).toEqual(['9']);
});

test('with a list of fields only those are sampled, and the user id is replaced by a pseudonym', async () => {
    const app = await testApp();
    const as = await frontend(app);
    await app.put(TRAFFIC, { mode: 'fields', fields: ['appName', 'plan'] });
    await app.get('/api/frontend?userId=7&sessionId=secret&appName=web&plan=pro&email=a@example.com', as);

    const [context] = await contexts(app);
    expect(context).toEqual({
        appName: 'web',
        userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        properties: { plan: 'pro' },
    });
});

test('sampled contexts are truncated', async () => {
    const app = await testApp();
    const as = await frontend(app);
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`field${i}`, 'x']));
    await app.post('/api/frontend', { context: { long: 'x'.repeat(201), list: [1], count: 7, ...many } }, as);

    const [context] = await contexts(app);
    expect(Object.keys(context!.properties!)).toHaveLength(50);
    expect(context!.properties).toMatchObject({ count: 7 });
    expect(context!.properties).not.toHaveProperty('long');
    expect(context!.properties).not.toHaveProperty('list');
});

test('samples expire after a day', async () => {
    const app = await testApp();
    await app.get('/api/frontend?userId=7', await frontend(app));
    app.passTime(25 * 3_600_000);

    expect(await contexts(app)).toEqual([]);
});

test('the operator can disable sampling', async () => {
    const app = await testApp({ environment: { TRAFFIC_SAMPLES: '0' } });
    await app.get('/api/frontend?userId=7', await frontend(app));

    expect((await app.get(TRAFFIC)).body).toMatchObject({ capacity: 0, samples: [] });
});

test('samples are neither in events nor in settings', async () => {
    const app = await testApp();
    await app.get('/api/frontend?userId=somebody-in-particular', await frontend(app));
    const { db } = app.services;
    const events = await db.selectFrom('events').selectAll().execute();
    const settings = await db.selectFrom('settings').selectAll().execute();

    expect(JSON.stringify([events, settings])).not.toContain('somebody-in-particular');
});

test.each([
    ['a mode that nobody knows', { mode: 'sometimes' }],
    ['fields that are no texts', { mode: 'fields', fields: [7] }],
    ['a field twice', { mode: 'fields', fields: ['a', 'a'] }],
    ['too many fields', { mode: 'fields', fields: Array.from({ length: 101 }, (_, i) => `f${i}`) }],
])('%s is refused', async (_what, body) => {
    const app = await testApp();

    expect(await app.put(TRAFFIC, body)).toMatchObject({ status: 400 });
});
