import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../../test/support/test-app.ts';

const SPEC = { 'unleash-client-spec': '5.2.0' };
const NODE_SDK = { ...SPEC, 'unleash-sdk': 'unleash-node-sdk:6.12.1' };
const names = (body: { features: { name: string }[] }) => body.features.map(({ name }) => name);

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    await app.has.project({ id: 'shop' });
    await app.has.flag({ name: 'demo.two', enabled: true });
    await app.has.flag({ name: 'demo.one' });
    await app.has.flag({ name: 'cart', project: 'shop', enabled: true });
    await app.post('/api/admin/features/demo.one/tags', { type: 'simple', value: 'mobile' });
    await app.post('/api/admin/features/cart/tags', { type: 'simple', value: 'web:old' });
});

const features = (path = '', headers: Record<string, string> = {}, token: string | null = CLIENT_TOKEN) =>
    app.get(`/api/client/features${path}`, { token, headers: { ...SPEC, ...headers } });

describe('the query', () => {
    test('all flags of the environment are returned in the order of their names, including disabled ones', async () => {
        const { body } = await features();

        expect(names(body)).toEqual(['cart', 'demo.one', 'demo.two']);
        expect(body).toMatchObject({
            version: 2,
            query: { environment: 'development', inlineSegmentConstraints: false },
            meta: { revisionId: expect.any(Number), etag: expect.any(String), queryHash: expect.any(String) },
        });
        expect(body.features[1]).toMatchObject({ name: 'demo.one', enabled: false, project: 'default' });
    });

    test('a token for some projects sees only these, whatever the SDK requests', async () => {
        const { secret } = await app.has.token({ projects: ['shop'], environment: 'development' });

        expect(names((await features('?project=default', {}, secret)).body)).toEqual(['cart']);
    });

    test('projects, a name prefix and tags filter the result', async () => {
        expect(names((await features('?project=shop')).body)).toEqual(['cart']);
        expect(names((await features('?project=shop&project=default')).body)).toHaveLength(3);
        expect(names((await features('?namePrefix=demo.')).body)).toEqual(['demo.one', 'demo.two']);
        expect(names((await features('?tag=simple:mobile')).body)).toEqual(['demo.one']);
        expect(names((await features('?tag=simple:mobile&tag=simple:web:old')).body)).toEqual(['cart', 'demo.one']);
        expect((await features('?tag=simple:mobile')).body.query).toMatchObject({ tag: [['simple', 'mobile']] });
    });

    test('adding a tag to a flag changes the response and its ETag', async () => {
        const before = await features('?tag=simple:later');
        await app.post('/api/admin/features/demo.two/tags', { type: 'simple', value: 'later' });

        const after = await features('?tag=simple:later', { 'if-none-match': before.headers.get('etag')! });

        expect(after.status).toBe(200);
        expect(names(after.body)).toEqual(['demo.two']);
    });

    test('a tag without a colon and an invalid specification version get 400', async () => {
        expect((await features('?tag=mobile')).status).toBe(400);
        expect((await features('', { 'unleash-client-spec': 'new' })).status).toBe(400);
        expect((await features('', { 'unleash-client-spec': 'v5.2.0' })).status).toBe(400);
    });

    test('a single flag is returned only if the token may see it', async () => {
        const { secret } = await app.has.token({ projects: ['shop'], environment: 'development' });
        const get = (name: string, token: string) => app.get(`/api/client/features/${name}`, { token });

        expect((await get('cart', secret)).body).toMatchObject({ name: 'cart', enabled: true });
        expect((await get('demo.one', secret)).status).toBe(404);
        expect((await get('__proto__', CLIENT_TOKEN)).status).toBe(404);
    });

    test('requests without a backend token are refused', async () => {
        const { secret } = await app.has.token({ type: 'frontend', environment: 'development' });

        expect((await features('', {}, null)).status).toBe(401);
        expect((await features('', {}, '*:development.garbage')).status).toBe(401);
        expect((await features('', {}, secret)).status).toBe(403);
    });
});

describe('segments', () => {
    test('SDKs with support for segments get those in use, the others get inlined constraints', async () => {
        const constraints = [{ contextName: 'region', operator: 'IN', values: ['eu'] }];
        const segment = await app.has.segment({ name: 'europeans', constraints });
        await app.has.segment({ name: 'unused', constraints });
        await app.has.flag({ name: 'segmented' });
        await app.has.strategy({ flag: 'segmented', segments: [segment.id] });

        const modern = (await features('?namePrefix=segmented')).body;
        const old = (await app.get('/api/client/features?namePrefix=segmented', { token: CLIENT_TOKEN })).body;

        expect(modern.segments).toEqual([
            { id: segment.id, name: 'europeans', constraints: [expect.objectContaining(constraints[0]!)] },
        ]);
        expect(modern.features[0].strategies[0].segments).toEqual([segment.id]);
        expect(old).not.toHaveProperty('segments');
        expect(old.features[0].strategies[0]).not.toHaveProperty('segments');
        expect(old.features[0].strategies[0].constraints).toEqual([expect.objectContaining(constraints[0]!)]);
    });

    test('SDKs without support for segments get an error when the inlined segment constraints grow too large', async () => {
        const values = Array.from({ length: 1_000 }, (_, i) => `${'u'.repeat(90)}-${i}`);
        const constraints = [{ contextName: 'userId', operator: 'IN', values }];
        const segments = [await app.has.segment({ constraints }), await app.has.segment({ constraints })];
        const flags = Array.from({ length: 250 }, (_, i) => `large-${i}`);
        const strategy = { name: 'default', environment: 'development', segments: segments.map(({ id }) => id) };
        await app.post('/api/admin/features-batch/import', {
            project: 'default',
            environment: 'development',
            data: {
                features: flags.map((name) => ({ name })),
                featureStrategies: flags.flatMap((featureName) => [
                    { ...strategy, featureName },
                    { ...strategy, featureName },
                ]),
                segments,
            },
        });

        const modern = await features('?namePrefix=large');
        const old = await app.get('/api/client/features?namePrefix=large', { token: CLIENT_TOKEN });
        const oldFiltered = await app.get('/api/client/features?namePrefix=large-10', { token: CLIENT_TOKEN });

        expect(modern.status).toBe(200);
        expect(modern.body.features).toHaveLength(250);
        expect(old).toMatchObject({ status: 400, body: { message: expect.stringContaining('segments') } });
        expect(oldFiltered.status).toBe(200);
        expect(oldFiltered.body.features[0].strategies).toMatchObject([
            { name: 'default', constraints: [{ values }, { values }] },
            { name: 'default', constraints: [{ values }, { values }] },
        ]);
    });
});

describe('bytes', () => {
    test.each([
        ['made weak by a proxy', (etag: string) => `W/${etag}`],
        ['in a list', (etag: string) => `"another", ${etag}`],
    ])('an ETag %s still matches', async (_case, modified) => {
        const etag = (await features()).headers.get('etag')!;

        expect((await features('', { 'if-none-match': modified(etag) })).status).toBe(304);
        expect((await features('', { 'if-none-match': modified('"other"') })).status).toBe(200);
    });

    test('unchanged data gets 304 without a body, and changed data gets 200', async () => {
        const first = await features();
        const etag = first.headers.get('etag')!;

        const same = await features('', { 'if-none-match': etag });
        await app.has.flag({ name: 'one-more' });
        const changed = await features('', { 'if-none-match': etag });

        expect(same).toMatchObject({ status: 304, body: '' });
        expect(changed.status).toBe(200);
        expect(changed.headers.get('etag')).not.toBe(etag);
    });

    test('the response is compressed in the accepted encoding', async () => {
        const expected = JSON.stringify((await features()).body);

        const brotli = await raw('br, gzip');
        const gzip = await raw('gzip;q=0.5, br;q=0');
        const none = await raw('identity');

        expect([brotli.encoding, gzip.encoding, none.encoding]).toEqual(['br', 'gzip', undefined]);
        expect(brotliDecompressSync(brotli.bytes).toString()).toBe(expected);
        expect(gunzipSync(gzip.bytes).toString()).toBe(expected);
        expect(none.bytes.toString()).toBe(expected);
    });

    /** `fetch` would decompress automatically. */
    function raw(acceptEncoding: string): Promise<{ encoding: string | undefined; bytes: Buffer }> {
        return new Promise((resolve, reject) => {
            const headers = { ...SPEC, authorization: CLIENT_TOKEN, 'accept-encoding': acceptEncoding };
            request(`${app.url}/api/client/features`, { headers }, (response) => {
                const chunks: Buffer[] = [];
                response.on('data', (chunk: Buffer) => chunks.push(chunk));
                response.on('end', () =>
                    resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
                );
            })
                .on('error', reject)
                .end();
        });
    }
});

describe('the offer to stream', () => {
    test('is sent with every full response that the stream could replace', async () => {
        expect((await features()).headers.get('fetch-mode')).toBe('streaming');
        expect((await features('?namePrefix=demo.')).headers.get('fetch-mode')).toBeNull();
        expect((await features('?project=shop')).headers.get('fetch-mode')).toBeNull();
    });

    test('an SDK that falls back to polling gets the flags, and another offer only after a change', async () => {
        const offered = await features('', NODE_SDK);
        const back = await features('', { ...NODE_SDK, 'if-none-match': offered.headers.get('etag')! });
        const same = await features('', { ...NODE_SDK, 'if-none-match': back.headers.get('etag')! });
        await app.has.flag({ name: 'after-the-offer' });
        const changed = await features('', { ...NODE_SDK, 'if-none-match': back.headers.get('etag')! });

        expect(offered.headers.get('fetch-mode')).toBe('streaming');
        expect(back.status).toBe(200);
        expect(back.headers.get('fetch-mode')).toBeNull();
        expect(same.status).toBe(304);
        expect(changed.headers.get('fetch-mode')).toBe('streaming');
    });

    test('can be switched off', async () => {
        const quiet = await testApp({ environment: { STREAMING_HINT: 'false' } });

        const { headers } = await quiet.get('/api/client/features', { token: CLIENT_TOKEN, headers: NODE_SDK });

        expect(headers.get('fetch-mode')).toBeNull();
    });
});

test('after a restart, an ETag from before a removal does not match the state after it', async () => {
    const app = await testApp();
    const flag = await app.has.flag({ name: 'short-lived' });
    const before = await app.get('/api/client/features', { token: CLIENT_TOKEN, headers: SPEC });
    await app.delete(`/api/admin/projects/default/features/${flag.name}`);
    await app.services.snapshots.load(app.services.db, app.services.changeFeed.revision);

    const after = await app.get('/api/client/features', {
        token: CLIENT_TOKEN,
        headers: { ...SPEC, 'if-none-match': before.headers.get('etag')! },
    });

    expect(after.status).toBe(200);
    expect(after.body.features).toEqual([]);
});
