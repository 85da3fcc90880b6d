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

test('a shared cache separates tokens that arrive in another header', async () => {
    const { app, otherToken } = await appWithTwoProjects();
    const environment = { EDGE_AUTH_HEADER: 'x-token', SHARED_CACHE_SECONDS: '5' };
    const edge = await testEdge(app.url, { environment });
    const cache = new SharedCache(edge.url);

    expect(flagsIn(await cache.get(FEATURES, { 'x-token': CLIENT_TOKEN }))).toEqual({ first: true });
    expect(flagsIn(await cache.get(FEATURES, { 'x-token': otherToken }))).toEqual({});
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
