import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { SharedCache } from '../../../test/support/shared-cache.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, testApp } from '../../../test/support/test-app.ts';

/* Requirements for all responses: browsers must not guess the type, and caches must not serve them to other clients. */

const app = await testApp({ until: 'file', environment: { ENABLE_OAS: 'true' } });
await app.has.flag({ name: 'on', enabled: true });
const { secret: frontendToken } = await app.has.token({ type: 'frontend', environment: 'development' });
const { body: bulk } = await app.post('/ofrep/v1/evaluate/flags', {}, { token: CLIENT_TOKEN });
const streamPath: string = bulk.eventStreams[0].endpoint.requestUri;

const json = { 'content-type': 'application/json' };
const admin = { authorization: ADMIN_TOKEN };
const backend = { authorization: CLIENT_TOKEN };
const page = { authorization: frontendToken, origin: 'https://shop.example' };

interface RequestInput {
    method?: string;
    headers?: Record<string, string>;
    body?: string;
}

async function request(path: string, { method = 'GET', headers = {}, body }: RequestInput) {
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const init = { method, headers, signal: abort.signal, ...(body !== undefined && { body }) };
    return fetch(app.url + path, init);
}

const known = async (path: string, headers: Record<string, string>) => {
    const { headers: responseHeaders } = await request(path, { headers });
    return { 'if-none-match': responseHeaders.get('etag')! };
};

const PRIVATE = 'no-store';
const REVALIDATED = 'no-cache';

const KINDS: [what: string, path: string, input: RequestInput, status: number, cached: string, varies: string[]][] = [
    ['of the admin API', '/api/admin/environments', { headers: admin }, 200, PRIVATE, []],
    ['without credentials', '/api/admin/environments', {}, 401, PRIVATE, []],
    ['for a missing object', '/api/admin/projects/none', { headers: admin }, 404, PRIVATE, []],
    ['for an unknown path', '/api/admin/nowhere', { headers: admin }, 404, PRIVATE, []],
    ['in CSV format', '/api/admin/logins', { headers: { ...admin, accept: 'text/csv' } }, 200, PRIVATE, ['accept']],
    ['to a backend', '/api/client/features', { headers: backend }, 200, REVALIDATED, ['authorization']],
    ['with a delta', '/api/client/delta', { headers: backend }, 200, REVALIDATED, ['authorization']],
    [
        'to metrics without a body in JSON',
        '/api/client/metrics',
        { method: 'POST', headers: { ...backend, ...json }, body: '{' },
        202,
        PRIVATE,
        [],
    ],
    ['to a browser client', '/api/frontend', { headers: page }, 200, REVALIDATED, ['origin', 'authorization']],
    [
        'to a rejected browser client',
        '/api/frontend',
        { headers: { origin: 'https://a.example' } },
        401,
        PRIVATE,
        ['origin'],
    ],
    ['to a preflight request', '/api/frontend', { method: 'OPTIONS', headers: page }, 204, PRIVATE, ['origin']],
    [
        'of OFREP',
        '/ofrep/v1/evaluate/flags',
        { method: 'POST', headers: { ...page, ...json }, body: '{}' },
        200,
        REVALIDATED,
        ['origin', 'authorization', 'x-api-key'],
    ],
    [
        'as a stream to a browser client',
        streamPath,
        { headers: { origin: 'https://a.example' } },
        200,
        REVALIDATED,
        ['origin'],
    ],
    ['as a stream to a backend', '/api/client/streaming', { headers: backend }, 200, REVALIDATED, []],
    ['as a stream to a user', '/api/admin/live', { headers: admin }, 200, REVALIDATED, []],
    ['with the page of the UI', '/', {}, 200, REVALIDATED, []],
    ['for a missing file', '/assets/gone.js', {}, 404, PRIVATE, []],
    ['of the health check', '/health', {}, 200, PRIVATE, []],
    ['with Prometheus metrics', '/internal-backstage/prometheus', {}, 200, PRIVATE, []],
    ['with the OpenAPI document', '/docs/openapi.json', {}, 200, REVALIDATED, []],
];

test.each(KINDS)(
    'a response %s (%s) has the headers for content type sniffing and caching',
    async (_what, path, input, status, cached, varies) => {
        const response = await request(path, input);

        expect(response.status).toBe(status);
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        expect(response.headers.get('cache-control')?.split(', no-transform')[0]).toBe(cached);
        expect(response.headers.get('vary')?.split(/, */) ?? []).toEqual(expect.arrayContaining(varies));
    },
);

test.each([
    ['/api/client/features', backend, ['authorization']],
    ['/api/frontend', page, ['origin', 'authorization']],
])('status 304 for %s has the same caching headers as status 200', async (path, headers, varies) => {
    const response = await request(path, { headers: { ...headers, ...(await known(path, headers)) } });

    expect(response.status).toBe(304);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('vary')?.split(/, */)).toEqual(expect.arrayContaining(varies));
});

test('through a cache that follows the headers, every SDK gets its own current data', async () => {
    const path = '/api/client/features';
    await app.post('/api/admin/projects/default/features', { name: 'for-caches' });
    await app.post('/api/admin/projects', { id: 'of-others', name: 'Others' });
    const { body: token } = await app.post('/api/admin/api-tokens', {
        tokenName: 'of-others',
        type: 'client',
        environment: 'development',
        projects: ['of-others'],
    });
    const clients = [backend, { authorization: token.secret as string }].flatMap((credentials) => [
        { ...credentials, 'accept-encoding': 'identity' },
        { ...credentials, 'accept-encoding': 'gzip' },
        { ...credentials, 'accept-encoding': 'identity', 'unleash-client-spec': '5.2.0' },
    ]);
    const cache = new SharedCache(app.url, { storesWithAuthorization: true });
    const throughCache = async () => {
        const bodies: string[] = [];
        for (const headers of clients) bodies.push(await cache.get(path, headers));
        return bodies;
    };
    const directly = () => Promise.all(clients.map(async (headers) => (await request(path, { headers })).text()));

    expect(await throughCache()).toEqual(await directly());
    expect(await throughCache()).toEqual(await directly());
    expect(cache.takeStatuses()).toEqual([...clients.map(() => 200), ...clients.map(() => 304)]);

    await app.post('/api/admin/projects/default/features/for-caches/environments/development/on');
    expect(await throughCache()).toEqual(await directly());
    expect(cache.takeStatuses().slice(0, 3)).toEqual([200, 200, 200]);

    await app.delete(`/api/admin/api-tokens/${encodeURIComponent(token.secret)}`);
    expect(JSON.parse(await cache.get(path, clients.at(-1)!))).not.toHaveProperty('features');
    expect(cache.takeStatuses()).toEqual([401]);
});

test('responses to malformed requests have the same headers', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write('FOO / HTTP/1.1\r\n\r\n');
    let answer = '';
    for await (const bytes of socket) answer += String(bytes);

    expect(answer).toMatch(/x-content-type-options: nosniff/);
    expect(answer).toMatch(/cache-control: no-store/);
});
