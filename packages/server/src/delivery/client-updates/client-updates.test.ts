import { describe, expect, test, vi } from 'vitest';
import { listenTo } from '../../../test/support/event-source.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../../test/support/test-app.ts';

const delta = (app: TestApp, known?: string, token = CLIENT_TOKEN) =>
    app.get('/api/client/delta', { token, headers: known === undefined ? {} : { 'if-none-match': known } });

describe('delta', () => {
    test('the first response is everything, the next only the changes, and 304 without changes', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'old', enabled: true });

        const first = await delta(app);
        const same = await delta(app, first.headers.get('etag')!);
        await app.has.flag({ name: 'new' });
        await app.delete('/api/admin/projects/default/features/old');
        const next = await delta(app, first.headers.get('etag')!);

        expect(first.body.events).toMatchObject([{ type: 'hydration', features: [{ name: 'old' }], segments: [] }]);
        expect(first.headers.get('etag')).toMatch(new RegExp(`^"${first.body.events[0].eventId}\\.i[0-9a-f]{8}"$`));
        expect(same).toMatchObject({ status: 304, body: '' });
        expect(next.body.events).toMatchObject([
            { type: 'feature-updated', feature: { name: 'new', enabled: false } },
            { type: 'feature-removed', featureName: 'old', project: 'default' },
        ]);
    });

    test('the full state is compressed, and built once for all requests at the same revision', async () => {
        const app = await testApp();
        for (const name of Array.from({ length: 20 }, (_, index) => `flag-${index}`)) await app.has.flag({ name });
        const get = async (encoding: string) => {
            const headers = { authorization: CLIENT_TOKEN, 'accept-encoding': encoding };
            const response = await fetch(`${app.url}/api/client/delta`, { headers });
            return { headers: Object.fromEntries(response.headers), body: await response.json() };
        };
        const plain = await get('identity');
        const [gzip, brotli] = [await get('gzip'), await get('br')];

        expect(plain.headers).not.toHaveProperty('content-encoding');
        expect(plain.body.events[0].features).toHaveLength(20);
        expect(gzip.headers).toMatchObject({
            'content-encoding': 'gzip',
            vary: 'authorization, x-api-key, accept-encoding, if-none-match',
        });
        expect(Number(gzip.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 4);
        expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', etag: plain.headers['etag'] });
        expect([gzip.body, brotli.body]).toEqual([plain.body, plain.body]);
    });

    test('contains exactly the changes also after a restart', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'kept' });
        const before = await delta(app);
        await app.has.flag({ name: 'gone' });
        await app.delete('/api/admin/projects/default/features/gone');
        await app.has.flag({ name: 'added' });

        await app.services.snapshots.load(app.services.db, app.services.changeFeed.revision);
        const after = await delta(app, before.headers.get('etag')!);

        expect(after.body.events).toMatchObject([{ type: 'feature-updated', feature: { name: 'added' } }]);
    });

    test('a token for one project receives only changes of that project', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        const { secret } = await app.has.token({ projects: ['shop'], environment: 'development' });
        const before = await delta(app, undefined, secret);

        await app.has.flag({ name: 'elsewhere' });
        const same = await delta(app, before.headers.get('etag')!, secret);
        await app.has.flag({ name: 'cart', project: 'shop' });
        const next = await delta(app, before.headers.get('etag')!, secret);

        expect(same.status).toBe(304);
        expect(next.body.events).toMatchObject([{ type: 'feature-updated', feature: { name: 'cart' } }]);
    });
});

test('an SDK whose token lost access to a project receives the full state, by delta and by stream', async () => {
    const app = await testApp();
    for (const id of ['left', 'kept']) {
        await app.has.project({ id });
        await app.has.flag({ name: `of-${id}`, project: id });
    }
    const { secret } = await app.has.token({ projects: ['left', 'kept'], environment: 'development' });
    const before = await delta(app, undefined, secret);
    const etag = before.headers.get('etag')!;

    await app.delete('/api/admin/projects/left/features/of-left');
    await app.delete('/api/admin/projects/left');
    const after = await delta(app, etag, secret);
    const stream = await listenTo(`${app.url}/api/client/streaming`, {
        authorization: secret,
        'last-event-id': etag.replaceAll('"', ''),
    });

    const everything = [{ type: 'hydration', features: [{ name: 'of-kept' }] }];
    expect(after.body.events).toMatchObject(everything);
    expect((await stream.next()).data).toMatchObject({ events: everything });
});

describe('stream', () => {
    test('begins with everything and sends each change as it happens', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'old' });
        const stream = await listenTo(`${app.url}/api/client/streaming`, { authorization: CLIENT_TOKEN });

        const connected = await stream.next();
        await app.has.flag({ name: 'new' });
        const updated = await stream.next();

        expect(connected).toMatchObject({
            event: 'unleash-connected',
            id: expect.stringMatching(/^\d+\.i[0-9a-f]{8}$/),
        });
        expect(connected.data).toMatchObject({ events: [{ type: 'hydration', features: [{ name: 'old' }] }] });
        expect(updated.event).toBe('unleash-updated');
        expect(updated.data).toMatchObject({ events: [{ type: 'feature-updated', feature: { name: 'new' } }] });
        expect(updated.id!.split('.')).toEqual([String(await app.revision()), connected.id!.split('.')[1]]);
    });

    test('resumes where it ended, and sends nothing if nothing was missed', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'old' });
        const { id } = await (
            await listenTo(`${app.url}/api/client/streaming`, { authorization: CLIENT_TOKEN })
        ).next();
        const resume = () =>
            listenTo(`${app.url}/api/client/streaming`, { authorization: CLIENT_TOKEN, 'last-event-id': id! });

        const atOnce = await resume();
        await app.has.flag({ name: 'missed' });
        const later = await resume();

        const missed = { events: [{ type: 'feature-updated', feature: { name: 'missed' } }] };
        expect((await atOnce.next()).data).toMatchObject(missed);
        expect((await later.next()).data).toMatchObject(missed);
    });

    test('a flag that moves to an invisible project is removed', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        await app.has.flag({ name: 'moving' });
        const { secret } = await app.has.token({ projects: ['default'], environment: 'development' });
        const stream = await listenTo(`${app.url}/api/client/streaming`, { authorization: secret });
        await stream.next();

        await app.post('/api/admin/projects/default/features/moving/changeProject', { newProjectId: 'shop' });

        expect((await stream.next()).data).toEqual({
            events: [
                { type: 'feature-removed', eventId: await app.revision(), featureName: 'moving', project: 'default' },
            ],
        });
    });

    test('ends when its token is deleted', async () => {
        const app = await testApp();
        const { secret } = await app.has.token({ environment: 'development' });
        const stream = await listenTo(`${app.url}/api/client/streaming`, { authorization: secret });
        await stream.next();

        await app.delete(`/api/admin/api-tokens/${encodeURIComponent(secret)}`);
        await app.has.flag();

        await stream.ended;
        expect(stream.heard()).toEqual([]);
    });

    test('ends when its token loses a project, but not when another token does', async () => {
        const app = await testApp();
        const [lost, other] = [await app.has.project(), await app.has.project()];
        const narrowed = await app.has.token({ projects: ['default', lost.id] });
        const stream = await listenTo(`${app.url}/api/client/streaming`, { authorization: narrowed.secret });
        const unaffected = await listenTo(`${app.url}/api/client/streaming`, { authorization: CLIENT_TOKEN });
        await app.has.token({ projects: ['default', other.id] });
        await Promise.all([stream.next(), unaffected.next()]);

        await app.delete(`/api/admin/projects/${other.id}`);
        await app.has.flag({ name: 'between' });
        expect(JSON.stringify(await stream.next())).toContain('between');
        await app.delete(`/api/admin/projects/${lost.id}`);
        await stream.ended;

        await app.has.flag({ name: 'later' });
        expect(JSON.stringify(stream.heard())).not.toContain('later');
    });

    test('ends when the service stops', async () => {
        const app = await testApp();
        const stream = await listenTo(`${app.url}/api/client/streaming`, { authorization: CLIENT_TOKEN });
        await stream.next();

        await app.close();

        await stream.ended;
    });

    test('above the stream limit SDKs must poll, and streaming is no longer offered', async () => {
        const app = await testApp({ environment: { MAX_STREAMS: '1' } });
        const stream = await listenTo(`${app.url}/api/client/streaming`, { authorization: CLIENT_TOKEN });
        await stream.next();

        const second = await app.get('/api/client/streaming', { token: CLIENT_TOKEN });
        const features = await app.get('/api/client/features', { token: CLIENT_TOKEN });

        expect(second).toMatchObject({ status: 429, body: { name: 'RateLimitError' } });
        expect(features.headers.get('fetch-mode')).toBeNull();
    });

    test('streaming is not offered to a token that has reached its share of the streams', async () => {
        const app = await testApp({ environment: { MAX_STREAMS: '5' } });
        const { secret: other } = await app.has.token({ type: 'client', environment: 'development' });
        for (let opened = 0; opened < 4; opened++) {
            await listenTo(`${app.url}/api/client/streaming`, { authorization: CLIENT_TOKEN });
        }
        const offerTo = async (token: string) =>
            (await app.get('/api/client/features', { token })).headers.get('fetch-mode');

        expect((await app.get('/api/client/streaming', { token: CLIENT_TOKEN })).status).toBe(429);
        expect([await offerTo(CLIENT_TOKEN), await offerTo(other)]).toEqual([null, 'streaming']);
    });

    test('an SDK without a backend token is refused', async () => {
        const app = await testApp();

        expect((await app.get('/api/client/streaming', { token: null })).status).toBe(401);
        expect((await app.get('/api/client/delta', { token: '*:development.no' })).status).toBe(401);
    });
});

test('the full state is built once for each change, however many SDKs start at the same time', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'old' });
    const reads = vi.spyOn(app.services.snapshots.of('development'), 'flags', 'get');
    const begin = async () => {
        const stream = await listenTo(`${app.url}/api/client/streaming`, { authorization: CLIENT_TOKEN });
        return [(await delta(app)).body.events, (await stream.next()).data.events];
    };

    const first = await begin();
    const readsOfFirst = reads.mock.calls.length;
    const second = await begin();
    const readsOfBoth = reads.mock.calls.length;
    await app.has.flag({ name: 'new' });
    const third = await begin();

    expect(second).toEqual(first);
    expect(readsOfBoth).toBe(readsOfFirst);
    expect(third).toMatchObject([
        [{ type: 'hydration', features: [{ name: 'new' }, { name: 'old' }] }],
        [{ type: 'hydration', features: [{ name: 'new' }, { name: 'old' }] }],
    ]);
});
