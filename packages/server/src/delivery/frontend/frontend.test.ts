import { get as httpGet, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../../test/support/test-app.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
    app = await testApp({ until: 'file' });
    token = (await app.has.token({ type: 'frontend', environment: 'development' })).secret;
    await app.has.project({ id: 'shop' });
    await app.has.flag({ name: 'on', enabled: true, impressionData: true });
    await app.has.flag({ name: 'off' });
    await app.has.flag({ name: 'cart', project: 'shop', enabled: true });
    await flagFor('for-seven', [{ contextName: 'userId', operator: 'IN', values: ['7'] }]);
    await flagFor('for-pro', [{ contextName: 'plan', operator: 'IN', values: ['pro'] }]);
    await flagFor('from-here', [{ contextName: 'remoteAddress', operator: 'IN', values: ['127.0.0.1'] }]);
    await flagFor('in-development', [{ contextName: 'environment', operator: 'IN', values: ['development'] }]);
});

async function flagFor(name: string, constraints: unknown[]) {
    await app.has.flag({ name });
    await app.has.strategy({ flag: name, constraints });
    await app.post(`/api/admin/projects/default/features/${name}/environments/development/on`);
}

const get = (query = '', headers: Record<string, string> = {}) =>
    app.get(`/api/frontend${query}`, { token, headers: { 'accept-encoding': 'identity', ...headers } });
const post = (body: unknown) => app.post('/api/frontend', body, { token });
const names = (body: { toggles: { name: string }[] }) => body.toggles.map(({ name }) => name).sort();

const EVERYBODY = ['cart', 'from-here', 'in-development', 'on'];

describe('the response', () => {
    test('contains only enabled flags, each with its variant', async () => {
        const { body, headers } = await get();

        expect(names(body)).toEqual(EVERYBODY);
        expect(body.toggles).toContainEqual({
            name: 'on',
            enabled: true,
            impressionData: true,
            variant: { name: 'disabled', enabled: false, feature_enabled: true, featureEnabled: true },
        });
        expect(headers.get('cache-control')).toBe('no-cache');
    });

    test('contains the payload of a variant', async () => {
        await app.has.flag({ name: 'colour', enabled: true });
        await app.put('/api/admin/projects/default/features/colour/environments/development/variants', [
            {
                name: 'red',
                weight: 1000,
                weightType: 'variable',
                stickiness: 'default',
                payload: { type: 'string', value: '#f00' },
            },
        ]);

        const { body } = await get();
        await app.delete('/api/admin/projects/default/features/colour');

        expect(body.toggles.find(({ name }: { name: string }) => name === 'colour').variant).toEqual({
            name: 'red',
            enabled: true,
            payload: { type: 'string', value: '#f00' },
            feature_enabled: true,
            featureEnabled: true,
        });
    });

    test('is empty when nothing is enabled', async () => {
        const { secret } = await app.has.token({ type: 'frontend', environment: 'production' });

        expect((await app.get('/api/frontend', { token: secret })).body).toEqual({ toggles: [] });
    });

    test("contains only flags of the token's projects", async () => {
        const { secret } = await app.has.token({ type: 'frontend', environment: 'development', projects: ['shop'] });

        expect(names((await app.get('/api/frontend', { token: secret })).body)).toEqual(['cart']);
    });

    test('reflects a change in the very next request', async () => {
        await app.has.flag({ name: 'sudden', enabled: true });
        expect(names((await get()).body)).toContain('sudden');

        await app.post('/api/admin/projects/default/features/sudden/environments/development/off');

        expect(names((await get()).body)).not.toContain('sudden');
    });
});

describe('the context', () => {
    test.each([
        ['?userId=7', 'for-seven'],
        ['?plan=free&plan=pro', 'for-pro'],
        ['?properties[plan]=pro', 'for-pro'],
        ['?properties%5Bplan%5D=pro', 'for-pro'],
        ['?plan=pro', 'for-pro'],
    ])('%s turns on %s', async (query, name) => {
        expect(names((await get(query)).body)).toEqual([...EVERYBODY, name].sort());
    });

    test.each([
        [{ context: { userId: '7' } }, 'for-seven'],
        [{ context: { userId: 7 } }, 'for-seven'],
        [{ context: { properties: { plan: 'pro' } } }, 'for-pro'],
        [{ context: { plan: 'pro' }, toggles: ['ignored'] }, 'for-pro'],
    ])('%j in a body turns on %s', async (body, name) => {
        expect(names((await post(body)).body)).toEqual([...EVERYBODY, name].sort());
    });

    test('may be missing, and may contain names with a special meaning elsewhere', async () => {
        expect(names((await post({})).body)).toEqual(EVERYBODY);
        expect(names((await get('?__proto__=x&constructor=y&properties[__proto__]=z')).body)).toEqual(EVERYBODY);
        expect(names((await post({ context: { properties: null, userId: null } })).body)).toEqual(EVERYBODY);
        expect(names((await post({ context: null })).body)).toEqual(EVERYBODY);
    });

    test('ignores a field that is null, and uses its value from the properties', async () => {
        const contexts = [
            { plan: null, properties: { plan: 'pro' } },
            { properties: { plan: 'pro' }, plan: null },
        ];

        for (const context of contexts) expect(names((await post({ context })).body)).toContain('for-pro');
    });

    test('has limited lengths, because thousands of flags read it', async () => {
        const long = 'x'.repeat(4_001);

        const responses = [
            await get(`?userId=${long}`),
            await get(`?properties[plan]=${long}`),
            await post({ context: { sessionId: long } }),
            await post({ context: { plan: long } }),
            await post({ context: { properties: { plan: long } } }),
        ];

        for (const { status, body } of responses) {
            expect({ status, body }).toMatchObject({
                status: 400,
                body: { message: expect.stringContaining('4000 characters') },
            });
        }
        expect((await get(`?userId=${'x'.repeat(4_000)}`)).status).toBe(200);
        expect((await post({ context: { list: ['x'.repeat(70_000)] } })).status).toBe(413);
    });

    test('contains the client address unless the caller sets it', async () => {
        expect(names((await get('?remoteAddress=8.8.8.8&environment=other')).body)).toEqual(['cart', 'on']);
        expect(names((await get('', { 'x-forwarded-for': '8.8.8.8' })).body)).toEqual(['cart', 'in-development', 'on']);
    });

    test.each([[{ context: 'userId' }], [{ context: 5 }], [[]], ['text']])(
        '%j is not a context and gets 400',
        async (body) => {
            expect((await post(body)).status).toBe(400);
        },
    );
});

describe('bytes', () => {
    test('the same response again is 304, another response is not', async () => {
        const { headers } = await get('?userId=7');
        const known = { 'if-none-match': headers.get('etag')! };

        expect(await get('?userId=7', known)).toMatchObject({ status: 304, body: '' });
        expect((await get('?userId=8', known)).status).toBe(200);
    });

    test('the ETag of one token reveals nothing about the flags of another token', async () => {
        const separateApp = await testApp();
        for (const id of ['a', 'b']) {
            await separateApp.has.project({ id });
            await separateApp.has.flag({ name: `of-${id}`, project: id, enabled: true });
        }
        const send = async (project: string, headers = {}) => {
            const { secret } = await separateApp.has.token({
                type: 'frontend',
                environment: 'development',
                projects: [project],
            });
            return separateApp.get('/api/frontend?userId=7', { token: secret, headers });
        };
        const a = await send('a');

        const b = await send('b', { 'if-none-match': a.headers.get('etag')! });

        expect(a.headers.get('vary')).toContain('authorization');
        expect(b).toMatchObject({ status: 200, body: { toggles: [{ name: 'of-b' }] } });
    });

    test('a trailing slash changes nothing', async () => {
        const { status, body } = await app.get('/api/frontend/?userId=7', { token });

        expect(status).toBe(200);
        expect(names(body)).toContain('for-seven');
    });

    test('large responses are compressed for clients that accept it', async () => {
        for (let i = 0; i < 10; i++) await app.has.flag({ name: `many-${i}`, enabled: true });

        const { headers, body } = await get('', { 'accept-encoding': 'gzip' });

        expect(headers.get('content-encoding')).toBe('gzip');
        expect(names(body)).toContain('many-9');
    });

    test('concurrent responses to many slow clients are not mixed up', async () => {
        const large = await testApp();
        const { secret } = await large.has.token({ type: 'frontend', environment: 'development' });
        const variants = ['a', 'b'].map((letter) => ({
            name: letter,
            weight: 500,
            weightType: 'variable',
            stickiness: 'userId',
            payload: { type: 'string', value: letter.repeat(100_000) },
        }));
        const names = Array.from({ length: 20 }, (_, index) => `large-${index}`);
        await large.post('/api/admin/features-batch/import', {
            project: 'default',
            environment: 'development',
            data: {
                features: names.map((name) => ({ name, type: 'release' })),
                featureEnvironments: names.map((name) => ({ name, featureName: name, enabled: true })),
                featureStrategies: names.map((featureName) => ({ featureName, name: 'default', variants })),
            },
        });
        /** Resolves when the response begins; the rest waits until it is read. */
        const begin = (reader: number) =>
            new Promise<IncomingMessage>((resolve, reject) => {
                const url = `${large.url}/api/frontend?userId=${reader >> 1}`;
                const headers = { authorization: secret, 'accept-encoding': reader % 2 ? 'gzip' : 'identity' };
                httpGet(url, { headers, agent: false }, resolve).on('error', reject);
            });
        const readers = Array.from({ length: 16 }, (_, index) => index);
        const alone: Buffer[] = [];
        for (const reader of readers) alone.push(await buffer(await begin(reader)));

        const together = await Promise.all(readers.map(begin));

        for (const reader of readers) expect(alone[reader]!.equals(await buffer(together[reader]!))).toBe(true);
    });
});

describe('callers', () => {
    test('without a frontend token are refused', async () => {
        expect((await app.get('/api/frontend', { token: null })).status).toBe(401);
        expect((await app.get('/api/frontend', { token: '*:development.nonsense' })).status).toBe(401);
        expect((await app.get('/api/frontend', { token: CLIENT_TOKEN })).status).toBe(403);
        expect((await app.post('/api/frontend', {}, {})).status).toBe(403);
    });

    test('on any origin may read the response and errors, and send preflight requests', async () => {
        const headers = { origin: 'https://shop.example' };

        const response = await get('', headers);
        const refusal = await app.get('/api/frontend', { token: null, headers });
        const preflight = await app.send('OPTIONS', '/api/frontend', {
            token: null,
            headers: { ...headers, 'access-control-request-headers': 'authorization,x-mine' },
        });

        expect(response.headers.get('access-control-allow-origin')).toBe('*');
        expect(response.headers.get('access-control-expose-headers')).toBe('ETag');
        expect(refusal.status).toBe(401);
        expect(refusal.headers.get('access-control-allow-origin')).toBe('*');
        expect(preflight.status).toBe(204);
        expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,x-mine');
        expect(preflight.headers.get('access-control-max-age')).toBe('86400');
    });

    test('on origins that are not listed may not read the response', async () => {
        const restricted = await testApp({ environment: { UNLEASH_FRONTEND_API_ORIGINS: 'https://ours.example' } });
        const { secret } = await restricted.has.token({ type: 'frontend', environment: 'development' });
        const send = (origin: string) => restricted.get('/api/frontend', { token: secret, headers: { origin } });

        expect((await send('https://ours.example')).headers.get('access-control-allow-origin')).toBe(
            'https://ours.example',
        );
        expect((await send('https://other.example')).headers.get('access-control-allow-origin')).toBeNull();
        expect((await send('https://other.example')).status).toBe(200);
        expect(
            (await restricted.get('/api/client/features', { token: CLIENT_TOKEN })).headers.get(
                'access-control-allow-origin',
            ),
        ).toBeNull();
    });
});
