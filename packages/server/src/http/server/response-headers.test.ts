import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ADMIN_TOKEN, CLIENT_TOKEN, testApp } from '../../../test/support/test-app.ts';

/* For every kind of response: browsers must not guess its type, and no cache may serve it to another client. */

const app = await testApp({ until: 'file', environment: { ENABLE_OAS: 'true' } });
await app.has.flag({ name: 'on', enabled: true });
const { secret: frontendToken } = await app.has.token({ type: 'frontend', environment: 'development' });
const { body: bulk } = await app.post('/ofrep/v1/evaluate/flags', {}, { token: CLIENT_TOKEN });
const streamPath: string = bulk.eventStreams[0].endpoint.requestUri;

const json = { 'content-type': 'application/json' };
const admin = { authorization: ADMIN_TOKEN };
const backend = { authorization: CLIENT_TOKEN };
const page = { authorization: frontendToken, origin: 'https://shop.example' };

interface Ask {
    method?: string;
    headers?: Record<string, string>;
    body?: string;
}

async function ask(path: string, { method = 'GET', headers = {}, body }: Ask) {
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const init = { method, headers, signal: abort.signal, ...(body !== undefined && { body }) };
    return fetch(app.url + path, init);
}

const known = async (path: string, headers: Record<string, string>) => {
    const { headers: answered } = await ask(path, { headers });
    return { 'if-none-match': answered.get('etag')! };
};

const PRIVATE = 'no-store';
const REVALIDATED = 'no-cache';

const KINDS: [what: string, path: string, ask: Ask, status: number, cached: string, varies: string[]][] = [
    ['of the admin API', '/api/admin/environments', { headers: admin }, 200, PRIVATE, []],
    ['to someone unknown', '/api/admin/environments', {}, 401, PRIVATE, []],
    ['that there is nothing', '/api/admin/projects/none', { headers: admin }, 404, PRIVATE, []],
    ['that there is no such path', '/api/admin/nowhere', { headers: admin }, 404, PRIVATE, []],
    ['for spreadsheets', '/api/admin/logins', { headers: { ...admin, accept: 'text/csv' } }, 200, PRIVATE, ['accept']],
    ['to a backend', '/api/client/features', { headers: backend }, 200, REVALIDATED, ['authorization']],
    ['of changes', '/api/client/delta', { headers: backend }, 200, REVALIDATED, ['authorization']],
    [
        'to metrics',
        '/api/client/metrics',
        { method: 'POST', headers: { ...backend, ...json }, body: '{}' },
        400,
        PRIVATE,
        [],
    ],
    ['to a page', '/api/frontend', { headers: page }, 200, REVALIDATED, ['origin', 'authorization']],
    [
        'to a page that is refused',
        '/api/frontend',
        { headers: { origin: 'https://a.example' } },
        401,
        PRIVATE,
        ['origin'],
    ],
    ['before a page asks', '/api/frontend', { method: 'OPTIONS', headers: page }, 204, PRIVATE, ['origin']],
    [
        'of OFREP',
        '/ofrep/v1/evaluate/flags',
        { method: 'POST', headers: { ...page, ...json }, body: '{}' },
        200,
        REVALIDATED,
        ['origin', 'authorization', 'x-api-key'],
    ],
    ['as a stream to a page', streamPath, { headers: { origin: 'https://a.example' } }, 200, REVALIDATED, ['origin']],
    ['as a stream to a backend', '/api/client/streaming', { headers: backend }, 200, REVALIDATED, []],
    ['as a stream to a person', '/api/admin/live', { headers: admin }, 200, REVALIDATED, []],
    ['with the page of the interface', '/', {}, 200, REVALIDATED, []],
    ['that there is no such file', '/assets/gone.js', {}, 404, PRIVATE, []],
    ['that it is alive', '/health', {}, 200, PRIVATE, []],
    ['with what was measured', '/internal-backstage/prometheus', {}, 200, PRIVATE, []],
    ['with the document of the API', '/docs/openapi.json', {}, 200, PRIVATE, []],
];

test.each(KINDS)(
    'an answer %s (%s) says what it is and who may keep it',
    async (_what, path, asked, status, cached, varies) => {
        const answer = await ask(path, asked);

        expect(answer.status).toBe(status);
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(answer.headers.get('cache-control')?.split(', no-transform')[0]).toBe(cached);
        expect(answer.headers.get('vary')?.split(/, */) ?? []).toEqual(expect.arrayContaining(varies));
    },
);

test.each([
    ['/api/client/features', backend, ['authorization']],
    ['/api/frontend', page, ['origin', 'authorization']],
])('that nothing has changed at %s says the same as the answer itself', async (path, headers, varies) => {
    const answer = await ask(path, { headers: { ...headers, ...(await known(path, headers)) } });

    expect(answer.status).toBe(304);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('vary')?.split(/, */)).toEqual(expect.arrayContaining(varies));
});

/** A cache in front of the service that only follows response headers. */
function cacheInFront() {
    interface CachedResponse {
        vary: string[];
        asked: Headers;
        etag: string;
        body: string;
    }
    const kept: CachedResponse[] = [];
    const statuses: number[] = [];
    async function get(path: string, headers: Record<string, string>): Promise<string> {
        const asked = new Headers(headers);
        const fitting = kept.find(({ vary, asked: before }) =>
            vary.every((name) => before.get(name) === asked.get(name)),
        );
        const answer = await ask(path, { headers: { ...headers, ...(fitting && { 'if-none-match': fitting.etag }) } });
        statuses.push(answer.status);
        if (answer.status === 304) return fitting!.body;
        const body = await answer.text();
        const vary = answer.headers.get('vary')?.split(/, */);
        const etag = answer.headers.get('etag');
        if (answer.status === 200 && vary && etag) kept.unshift({ vary, asked, etag, body });
        return body;
    }
    return { get, takeStatuses: () => statuses.splice(0) };
}

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
    const asking = [backend, { authorization: token.secret as string }].flatMap((who) => [
        { ...who, 'accept-encoding': 'identity' },
        { ...who, 'accept-encoding': 'gzip' },
        { ...who, 'accept-encoding': 'identity', 'unleash-client-spec': '5.2.0' },
    ]);
    const cache = cacheInFront();
    const throughCache = async () => {
        const answers: string[] = [];
        for (const headers of asking) answers.push(await cache.get(path, headers));
        return answers;
    };
    const directly = () => Promise.all(asking.map(async (headers) => (await ask(path, { headers })).text()));

    expect(await throughCache()).toEqual(await directly());
    expect(await throughCache()).toEqual(await directly());
    expect(cache.takeStatuses()).toEqual([...asking.map(() => 200), ...asking.map(() => 304)]);

    await app.post('/api/admin/projects/default/features/for-caches/environments/development/on');
    expect(await throughCache()).toEqual(await directly());
    expect(cache.takeStatuses().slice(0, 3)).toEqual([200, 200, 200]);

    await app.delete(`/api/admin/api-tokens/${encodeURIComponent(token.secret)}`);
    expect(JSON.parse(await cache.get(path, asking.at(-1)!))).not.toHaveProperty('features');
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
