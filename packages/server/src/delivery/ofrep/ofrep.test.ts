import { beforeAll, describe, expect, test } from 'vitest';
import { listenTo } from '../../../test/support/event-source.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../../test/support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
    app = await testApp({ until: 'file' });
    await app.has.project({ id: 'shop' });
    await app.has.flag({ name: 'on', enabled: true });
    await app.has.flag({ name: 'off' });
    await app.has.flag({ name: 'cart', project: 'shop', enabled: true });
    await app.has.flag({ name: 'for-seven' });
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
    await app.has.strategy({ flag: 'for-seven', constraints });
    await turnOn('for-seven');
    for (const [name, rollout] of [
        ['for-nobody', '0'],
        ['for-half', '50'],
    ] as const) {
        await app.has.flag({ name });
        const parameters = { rollout, stickiness: 'userId', groupId: 'g' };
        await app.has.strategy({ flag: name, name: 'flexibleRollout', parameters });
        await turnOn(name);
    }
    await variantFlag('text', { type: 'string', value: 'hello' });
    await variantFlag('count', { type: 'number', value: '3' });
    await variantFlag('ratio', { type: 'number', value: '0.5' });
    await variantFlag('settings', { type: 'json', value: '{"a":[1]}' });
    await variantFlag('list', { type: 'csv', value: 'a,b' });
    await variantFlag('plain', undefined);
});

const turnOn = (name: string) => app.post(`/api/admin/projects/default/features/${name}/environments/development/on`);

async function variantFlag(name: string, payload: { type: string; value: string } | undefined) {
    await app.has.flag({ name, enabled: true });
    await app.put(`/api/admin/projects/default/features/${name}/environments/development/variants`, [
        { name: 'v1', weight: 1000, weightType: 'variable', stickiness: 'default', ...(payload && { payload }) },
    ]);
}

const one = (key: string, context?: unknown, headers = {}) =>
    app.post(`/ofrep/v1/evaluate/flags/${key}`, context === undefined ? {} : { context }, {
        token: CLIENT_TOKEN,
        headers,
    });
const all = (context: unknown = {}, headers = {}) =>
    app.post('/ofrep/v1/evaluate/flags', { context }, { token: CLIENT_TOKEN, headers });

describe('one flag', () => {
    test.each([
        ['on', true, 'enabled', 'STATIC'],
        ['off', false, 'disabled', 'DISABLED'],
        ['for-seven', false, 'disabled', 'TARGETING_MATCH'],
        ['for-nobody', false, 'disabled', 'STATIC'],
        ['for-half', false, 'disabled', 'SPLIT'],
        ['text', 'hello', 'v1', 'SPLIT'],
        ['count', 3, 'v1', 'SPLIT'],
        ['ratio', 0.5, 'v1', 'SPLIT'],
        ['settings', { a: [1] }, 'v1', 'SPLIT'],
        ['list', 'a,b', 'v1', 'SPLIT'],
        ['plain', true, 'v1', 'SPLIT'],
    ])('%s has the value %j', async (key, value, variant, reason) => {
        expect(await one(key)).toMatchObject({
            status: 200,
            body: { key, value, variant, reason, metadata: { project: 'default', flagSetId: 'development' } },
        });
    });

    test('names the version of the flags, and the user', async () => {
        const version = String((await all()).body.metadata.revision);

        expect((await one('on', { targetingKey: 'ada' })).body.metadata).toMatchObject({ version, contextId: 'ada' });
        expect((await one('on')).body.metadata).not.toHaveProperty('contextId');
    });

    test('is evaluated for the user in the targeting key', async () => {
        expect((await one('for-seven', { targetingKey: '7' })).body).toMatchObject({
            value: true,
            reason: 'TARGETING_MATCH',
        });
        expect((await one('for-seven', { targetingKey: '8', userId: '7' })).body.value).toBe(true);
        expect((await one('for-seven', { targetingKey: '8' })).body.value).toBe(false);
    });

    test('ignores a targeting key or a user that is null', async () => {
        expect((await one('for-seven', { targetingKey: '7', userId: null })).body.value).toBe(true);
        expect((await one('for-seven', { targetingKey: null, userId: '7' })).body.value).toBe(true);
        expect(await one('on', { targetingKey: null, plan: null })).toMatchObject({
            status: 200,
            body: { value: true },
        });
        expect(await all(null)).toMatchObject({ status: 200 });
    });

    test('that does not exist or is not visible to the token is not found', async () => {
        const { secret } = await app.has.token({ projects: ['shop'], environment: 'development' });
        const hidden = await app.post('/ofrep/v1/evaluate/flags/on', {}, { token: secret });

        expect(await one('unknown')).toMatchObject({
            status: 404,
            body: { key: 'unknown', errorCode: 'FLAG_NOT_FOUND' },
        });
        expect(await one('__proto__')).toMatchObject({ status: 404, body: { errorCode: 'FLAG_NOT_FOUND' } });
        expect(hidden).toMatchObject({ status: 404, body: { key: 'on', errorCode: 'FLAG_NOT_FOUND' } });
    });

    test('is refused for an oversized targeting key', async () => {
        const targetingKey = 'x'.repeat(4_001);
        const refusal = { status: 400, body: { errorCode: 'INVALID_CONTEXT' } };

        expect(await one('on', { targetingKey })).toMatchObject(refusal);
        expect(await all({ targetingKey })).toMatchObject(refusal);
    });

    test('an invalid context gets the error of the protocol', async () => {
        const headers = { 'content-type': 'application/json' };
        const broken = await app.send('POST', '/ofrep/v1/evaluate/flags/on', {
            token: CLIENT_TOKEN,
            headers,
            rawBody: '{',
        });

        expect(broken).toMatchObject({
            status: 400,
            body: { key: 'on', errorCode: 'PARSE_ERROR', errorDetails: expect.any(String) },
        });
        expect(await one('on', 'seven')).toMatchObject({
            status: 400,
            body: { key: 'on', errorCode: 'INVALID_CONTEXT' },
        });
        expect(await all(5)).toMatchObject({ status: 400, body: { errorCode: 'INVALID_CONTEXT' } });
    });
});

describe('all flags', () => {
    test('contain the values of enabled and disabled flags, and the address of the event stream', async () => {
        const { body } = await all({ targetingKey: '7' });

        expect(body.flags.map(({ key }: { key: string }) => key).sort()).toEqual(
            [
                'cart',
                'count',
                'for-half',
                'for-nobody',
                'for-seven',
                'list',
                'off',
                'on',
                'plain',
                'ratio',
                'settings',
                'text',
            ].sort(),
        );
        expect(body.flags).toContainEqual({
            key: 'count',
            value: 3,
            variant: 'v1',
            reason: 'SPLIT',
            metadata: { project: 'default', impressionData: false },
        });
        const { revision } = body.metadata;
        expect(body.metadata).toEqual({
            environment: 'development',
            revision: expect.any(Number),
            flagSetId: 'development',
            version: String(revision),
            contextId: '7',
        });
        expect(body.eventStreams).toEqual([
            {
                type: 'sse',
                endpoint: { requestUri: expect.stringMatching(/^\/ofrep\/v1\/streams\/[\w-]{43}$/) },
                inactivityDelaySec: 120,
            },
        ]);
    });

    test('the same response again is 304, for another user it is not', async () => {
        const etag = (await all({ targetingKey: '7' })).headers.get('etag')!;

        expect((await all({ targetingKey: '7' }, { 'if-none-match': etag })).status).toBe(304);
        expect((await all({ targetingKey: '8' }, { 'if-none-match': etag })).status).toBe(200);
        // The decisions are the same.
        const other = await all(
            { targetingKey: '9' },
            { 'if-none-match': (await all({ targetingKey: '8' })).headers.get('etag')! },
        );
        expect(other).toMatchObject({ status: 200, body: { metadata: { contextId: '9' } } });
    });
});

describe('callers', () => {
    test('may send their token as Authorization, as Bearer or as X-API-Key, of a backend or a frontend', async () => {
        const { secret } = await app.has.token({ type: 'frontend', environment: 'development' });
        const send = (headers: Record<string, string>) =>
            app.post('/ofrep/v1/evaluate/flags', {}, { token: null, headers });

        expect((await send({ authorization: `Bearer ${CLIENT_TOKEN}` })).status).toBe(200);
        expect((await send({ 'x-api-key': CLIENT_TOKEN })).status).toBe(200);
        expect((await send({ 'x-api-key': secret })).status).toBe(200);
        expect((await send({ 'x-api-key': 'nonsense' })).status).toBe(401);
        expect((await send({})).status).toBe(401);
        expect((await app.post('/ofrep/v1/evaluate/flags', {})).status).toBe(403);
    });

    test('on other origins may read the response', async () => {
        expect((await all({}, { origin: 'https://a.example' })).headers.get('access-control-allow-origin')).toBe('*');
    });
});

describe('browser clients, whose token is public', () => {
    /** Removes the member that always differs. */
    const withoutId = ({ status, body }: { status: number; body: object }) => ({ status, body: { ...body, id: '' } });

    async function page() {
        const { secret: token } = await app.has.token({ type: 'frontend', environment: 'development' });
        return {
            one: (key: string, context = {}) => app.post(`/ofrep/v1/evaluate/flags/${key}`, { context }, { token }),
            all: (context = {}) => app.post('/ofrep/v1/evaluate/flags', { context }, { token }),
            frontend: (context = {}) => app.post('/api/frontend', { context }, { token }),
            manifest: () => app.get('/openfeature/v0/manifest', { token }),
        };
    }

    test.each(['7', '8'])('receive the same flags as from the frontend API: %s', async (userId) => {
        const { all, frontend } = await page();

        const { body } = await all({ targetingKey: userId });

        const keys = body.flags.map(({ key }: { key: string }) => key);
        const names = (await frontend({ userId })).body.toggles.map(({ name }: { name: string }) => name);
        expect(keys.sort()).toEqual(names.sort());
        expect(keys.includes('for-seven')).toBe(userId === '7');
        expect(keys).toContain('on');
        expect(JSON.stringify(body)).not.toContain('"off"');
    });

    test('receive only the value of a flag, neither its project nor its targeting', async () => {
        const { all, one } = await page();

        const { body } = await all({ targetingKey: '7' });

        expect(body.flags).toContainEqual({
            key: 'for-seven',
            value: true,
            variant: 'enabled',
            reason: 'UNKNOWN',
            metadata: { impressionData: false },
        });
        expect(body.flags).toContainEqual({
            key: 'count',
            value: 3,
            variant: 'v1',
            reason: 'SPLIT',
            metadata: { impressionData: false },
        });
        const flag = body.flags.find(({ key }: { key: string }) => key === 'for-seven');
        const { flagSetId, version, contextId } = body.metadata;
        expect((await one('for-seven', { targetingKey: '7' })).body).toEqual({
            ...flag,
            metadata: { ...flag.metadata, flagSetId, version, contextId },
        });
    });

    test('cannot distinguish a flag that is disabled, for everyone or for them, from one that does not exist', async () => {
        const { one } = await page();
        const missing = withoutId(await one('missing'));

        expect(missing).toMatchObject({ status: 404, body: { errorCode: 'FLAG_NOT_FOUND' } });
        for (const key of ['off', 'for-seven']) {
            const response = JSON.stringify(withoutId(await one(key, { targetingKey: '8' })));
            expect(JSON.parse(response.replaceAll(key, 'missing'))).toEqual(missing);
        }
    });

    test('get the same bytes again after a flag was created that is not enabled for anyone', async () => {
        const { all } = await page();
        const contentOf = ({ body: { flags } }: { body: { flags: unknown } }) => JSON.stringify(flags);
        const before = contentOf(await all({ targetingKey: '7' }));

        await app.has.flag({ name: 'secret-plan', description: 'Not to be known' });

        expect(contentOf(await all({ targetingKey: '7' }))).toBe(before);
        await app.delete('/api/admin/projects/default/features/secret-plan');
    });

    test('do not get the manifest, which is for developers', async () => {
        expect(await (await page()).manifest()).toMatchObject({ status: 403 });
    });
});

describe('streams', () => {
    const now = async () => {
        const version = `${await app.revision()}\\.i[0-9a-f]{8}`;
        return {
            event: undefined,
            id: expect.stringMatching(`^${version}$`),
            data: {
                type: 'refetchEvaluation',
                etag: expect.stringMatching(`^"${version}"$`),
                lastModified: expect.any(Number),
            },
        };
    };
    const listen = async (headers: Record<string, string> = {}) => {
        const { body } = await all();
        return listenTo(app.url + body.eventStreams[0].endpoint.requestUri, headers);
    };

    test('notify of changes, including those before they were opened', async () => {
        const { body } = await all();
        await app.has.flag({ name: 'early' });
        const stream = await listenTo(app.url + body.eventStreams[0].endpoint.requestUri, {
            origin: 'https://a.example',
        });

        expect(await stream.next()).toEqual(await now());
        await app.has.flag({ name: 'surprise' });
        expect(await stream.next()).toEqual(await now());
        expect(stream.headers.get('access-control-allow-origin')).toBe('*');
    });

    test('send nothing to clients that reconnect and missed nothing', async () => {
        const { id } = await (await listen()).next();
        const stream = await listen({ 'last-event-id': id! });

        await app.has.flag({ name: 'later' });

        expect(await stream.next()).toEqual(await now());
    });

    test('name a revision, and a request for it waits until the node has it', async () => {
        const { headers } = await all();
        const known = { 'if-none-match': headers.get('etag')! };
        const send = (etag: string) =>
            app.post(
                `/ofrep/v1/evaluate/flags?flagConfigEtag=${encodeURIComponent(etag)}`,
                {},
                {
                    token: CLIENT_TOKEN,
                    headers: known,
                },
            );

        expect((await send((await (await listen()).next()).data.etag)).status).toBe(304);
        expect((await send('"999999"')).status).toBe(304);
        expect((await send('nonsense')).status).toBe(304);
    });

    test('end when the token is deleted, and are not found for an unknown key', async () => {
        const { secret } = await app.has.token({ environment: 'development' });
        const { body } = await app.post('/ofrep/v1/evaluate/flags', {}, { token: secret });
        const path = body.eventStreams[0].endpoint.requestUri;
        const stream = await listenTo(app.url + path);

        await app.delete(`/api/admin/api-tokens/${encodeURIComponent(secret)}`);

        await stream.ended;
        expect((await app.get(path, { token: null })).status).toBe(404);
        expect((await app.get('/ofrep/v1/streams/guessed', { token: null })).status).toBe(404);
    });
});

test('a flag of another type than boolean has no value without a payload, enabled or not', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'size', enabled: true });
    await app.has.flag({ name: 'shown', enabled: true });
    for (const [name, valueType] of [
        ['size', 'integer'],
        ['shown', 'boolean'],
    ]) {
        await app.patch(`/api/admin/projects/default/features/${name}`, [
            { op: 'add', path: '/valueType', value: valueType },
        ]);
    }
    const page = await app.has.token({ type: 'frontend', environment: 'development' });
    const send = async (token: string, path = '') =>
        (await app.post(`/ofrep/v1/evaluate/flags${path}`, { context: {} }, { token, changesNothing: true })).body;

    for (const token of [CLIENT_TOKEN, page.secret]) {
        expect(await send(token, '/size')).not.toHaveProperty('value');
        expect(await send(token, '/size')).toMatchObject({ key: 'size', variant: 'enabled' });
        expect(await send(token, '/shown')).toMatchObject({ value: true });
        const { flags } = await send(token);
        expect(flags.map(({ key, value }: { key: string; value?: unknown }) => [key, value])).toEqual([
            ['shown', true],
            ['size', undefined],
        ]);
    }
    await app.post('/api/admin/projects/default/features/size/environments/development/off');
    expect(await send(CLIENT_TOKEN, '/size')).toMatchObject({ reason: 'DISABLED' });
    expect(await send(CLIENT_TOKEN, '/size')).not.toHaveProperty('value');
});

test('a flag whose variants have several types is not in the manifest: no code could use them all', async () => {
    await app.has.flag({ name: 'mixed' });
    const variant = { weight: 500, weightType: 'variable', stickiness: 'default' };
    await app.put('/api/admin/projects/default/features/mixed/environments/development/variants', [
        { ...variant, name: 'one', payload: { type: 'number', value: '1' } },
        { ...variant, name: 'two', payload: { type: 'string', value: 'two' } },
    ]);

    const { body } = await app.get('/openfeature/v0/manifest', { token: CLIENT_TOKEN });
    await app.delete('/api/admin/projects/default/features/mixed');

    const keys = body.flags.map(({ key }: { key: string }) => key);
    expect(keys).toContain('settings');
    expect(keys).not.toContain('mixed');
});

test('a disabled strategy does not affect reasons and types', async () => {
    await app.has.flag({ name: 'half' });
    const rollout = { parameters: { rollout: '99', stickiness: 'userId', groupId: 'half' } };
    await app.has.strategy({ flag: 'half', name: 'flexibleRollout', ...rollout });
    await app.has.strategy({
        flag: 'half',
        disabled: true,
        variants: [
            {
                name: 'a',
                weight: 1000,
                weightType: 'variable',
                stickiness: 'default',
                payload: { type: 'string', value: 'a' },
            },
        ],
    });
    await app.post('/api/admin/projects/default/features/half/environments/development/on');

    const { body: evaluated } = await app.post(
        '/ofrep/v1/evaluate/flags',
        { context: { targetingKey: '1' } },
        { token: CLIENT_TOKEN },
    );
    const { body: manifest } = await app.get('/openfeature/v0/manifest', { token: CLIENT_TOKEN });

    expect(evaluated.flags.find(({ key }: { key: string }) => key === 'half')).toMatchObject({ reason: 'SPLIT' });
    expect(manifest.flags.find(({ key }: { key: string }) => key === 'half')).toMatchObject({ type: 'boolean' });
});

test('the manifest lists every flag with the type of its variants', async () => {
    const { body, headers } = await app.get('/openfeature/v0/manifest', { token: CLIENT_TOKEN });
    const types = Object.fromEntries(body.flags.map(({ key, type }: { key: string; type: string }) => [key, type]));

    expect(types).toMatchObject({
        on: 'boolean',
        text: 'string',
        count: 'integer',
        ratio: 'float',
        settings: 'object',
        list: 'string',
        plain: 'boolean',
    });
    expect(body.flags[0]).toEqual({
        key: 'cart',
        name: 'cart',
        type: 'boolean',
        description: null,
        defaultValue: false,
    });
    expect(headers.get('x-manifest-capabilities')).toBe('read');
});
