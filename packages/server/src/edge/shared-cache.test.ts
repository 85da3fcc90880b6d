import { expect, test } from 'vitest';
import { SharedCache } from '../../test/support/shared-cache.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../test/support/test-app.ts';
import { testEdge, until } from '../../test/support/test-edge.ts';

const FEATURES = '/api/client/features';
const SDK = { authorization: CLIENT_TOKEN, 'accept-encoding': 'identity' };

const flagsIn = (body: string): Record<string, boolean> =>
    Object.fromEntries(
        JSON.parse(body).features.map(({ name, enabled }: { name: string; enabled: boolean }) => [name, enabled]),
    );

async function appWithTwoProjects(): Promise<{ app: TestApp; otherToken: string }> {
    const app = await testApp();
    await app.has.flag({ name: 'first', enabled: true });
    await app.post('/api/admin/projects', { id: 'other', name: 'Other' });
    const body = { tokenName: 'other', type: 'client', environment: 'development', projects: ['other'] };
    return { app, otherToken: (await app.post('/api/admin/api-tokens', body)).body.secret };
}

test('by default a shared cache stores no response to a request with a token', async () => {
    const { app } = await appWithTwoProjects();
    const edge = await testEdge(app.url);
    const cache = new SharedCache(edge.url);

    await cache.get(FEATURES, SDK);
    await cache.get(FEATURES, SDK);

    expect(cache.takeStatuses()).toEqual([200, 200]);
});

test('with SHARED_CACHE_SECONDS a shared cache serves all SDKs of a token and revalidates after that time', async () => {
    const { app } = await appWithTwoProjects();
    const edge = await testEdge(app.url, { environment: { SHARED_CACHE_SECONDS: '5' } });
    const cache = new SharedCache(edge.url);

    expect(flagsIn(await cache.get(FEATURES, SDK))).toEqual({ first: true });
    for (let sdk = 0; sdk < 10; sdk++) await cache.get(FEATURES, SDK);
    expect(cache.takeStatuses()).toEqual([200]);

    cache.advance(5);
    expect(flagsIn(await cache.get(FEATURES, SDK))).toEqual({ first: true });
    expect(cache.takeStatuses()).toEqual([304]);

    await app.post('/api/admin/projects/default/features/first/environments/development/off');
    await until(async () => !flagsIn(await (await fetch(edge.url + FEATURES, { headers: SDK })).text())['first']);
    expect(flagsIn(await cache.get(FEATURES, SDK))).toEqual({ first: true });
    cache.advance(5);
    expect(flagsIn(await cache.get(FEATURES, SDK))).toEqual({ first: false });
});

test('with SHARED_CACHE_SECONDS a shared cache serves the flags of a token to no other token', async () => {
    const { app, otherToken } = await appWithTwoProjects();
    const edge = await testEdge(app.url, { environment: { SHARED_CACHE_SECONDS: '5' } });
    const cache = new SharedCache(edge.url);
    await cache.get(FEATURES, SDK);

    expect(flagsIn(await cache.get(FEATURES, { ...SDK, authorization: otherToken }))).toEqual({});
    expect(
        JSON.parse(await cache.get(FEATURES, { ...SDK, authorization: '*:development.unknown' })),
    ).not.toHaveProperty('features');
    expect(JSON.parse(await cache.get(FEATURES, { 'accept-encoding': 'identity' }))).not.toHaveProperty('features');
    expect(cache.takeStatuses()).toEqual([200, 200, 401, 401]);
});

test.each([
    ['the service', (environment: Record<string, string>) => testApp({ environment })],
    [
        'an edge',
        async (environment: Record<string, string>) => {
            const app = await testApp();
            return Object.assign(await testEdge(app.url, { environment }), { has: app.has });
        },
    ],
])('%s lets no shared cache store flags of a token that does not arrive in Authorization', async (_name, start) => {
    const server = await start({ SHARED_CACHE_SECONDS: '5' });
    const { name } = await server.has.flag({ enabled: true });
    const keyed = { 'x-api-key': CLIENT_TOKEN, 'accept-encoding': 'identity' };
    await until(
        async () => flagsIn(await (await fetch(server.url + FEATURES, { headers: SDK })).text())[name] === true,
    );
    const cache = new SharedCache(server.url);

    expect(flagsIn(await cache.get(FEATURES, keyed))).toEqual({ [name]: true });
    expect(JSON.parse(await cache.get(FEATURES, { 'accept-encoding': 'identity' }))).not.toHaveProperty('features');
    expect(flagsIn(await cache.get(FEATURES, keyed))).toEqual({ [name]: true });
    expect(cache.takeStatuses()).toEqual([200, 401, 200]);

    // The response for Authorization is stored, and serves nobody with another or an additional token.
    await cache.get(FEATURES, SDK);
    expect(JSON.parse(await cache.get(FEATURES, { ...SDK, authorization: '' }))).not.toHaveProperty('features');
    await cache.get(FEATURES, { ...SDK, 'x-api-key': 'another' });
    await cache.get(FEATURES, SDK);
    expect(cache.takeStatuses()).toEqual([200, 401, 200]);
});

test('with SHARED_CACHE_SECONDS a shared cache stores no error', async () => {
    const { app } = await appWithTwoProjects();
    const edge = await testEdge(app.url, { environment: { SHARED_CACHE_SECONDS: '5' } });
    const cache = new SharedCache(edge.url);

    for (let request = 0; request < 2; request++) await cache.get(`${FEATURES}?tag=invalid`, SDK);

    expect(cache.takeStatuses()).toEqual([400, 400]);
});

test('a shared cache separates tokens that arrive in another header', async () => {
    const { app, otherToken } = await appWithTwoProjects();
    const environment = { EDGE_AUTH_HEADER: 'x-token', SHARED_CACHE_SECONDS: '5' };
    const edge = await testEdge(app.url, { environment });
    const cache = new SharedCache(edge.url);

    expect(flagsIn(await cache.get(FEATURES, { 'x-token': CLIENT_TOKEN }))).toEqual({ first: true });
    expect(flagsIn(await cache.get(FEATURES, { 'x-token': otherToken }))).toEqual({});
    expect(flagsIn(await cache.get(FEATURES, { 'x-token': CLIENT_TOKEN }))).toEqual({ first: true });
    expect(cache.takeStatuses()).toEqual([200, 200, 200]);
});

test.each(['/api/client/delta', '/api/frontend'])(
    'Vary of %s lists the header that contains the token',
    async (path) => {
        const { app } = await appWithTwoProjects();
        const { secret } = await app.has.token({ type: 'frontend', environment: 'development' });
        const edge = await testEdge(app.url, { environment: { EDGE_AUTH_HEADER: 'x-token' } });
        const token = path === '/api/frontend' ? secret : CLIENT_TOKEN;

        const response = await edge.send('GET', path, { token: null, headers: { 'x-token': token } });

        expect(response.status).toBe(200);
        expect(response.headers.get('vary')?.split(/, */)).toContain('x-token');
    },
);

test('with SHARED_CACHE_SECONDS a response offers no streaming, because an SDK that accepts the offer discards its flags', async () => {
    const { app } = await appWithTwoProjects();
    const edge = await testEdge(app.url, { environment: { SHARED_CACHE_SECONDS: '5' } });
    const headers = { 'unleash-sdk': 'unleash-client-node:6.12.1' };

    const response = await edge.send('GET', FEATURES, { headers });

    expect(response.headers.get('fetch-mode')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('max-age=0, s-maxage=5, must-revalidate');
});
