import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { listenTo } from '../../../test/support/event-source.ts';
import { collectingLog } from '../../../test/support/log-collector.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, testApp } from '../../../test/support/test-app.ts';
import { testEdge, until } from '../../../test/support/test-edge.ts';
import { upstreamSwitch } from '../../../test/support/upstream-switch.ts';
import { readEdgeConfig } from '../config/edge-config.ts';
import { startEdge } from '../edge-app.ts';

const VALIDATE = 'POST /edge/validate';
const STREAM = 'GET /api/client/streaming';

describe('a token that the edge was not configured with', () => {
    test('is validated by upstream once, and followed unless a wider one is', async () => {
        const app = await testApp();
        const project = (await app.has.project({ environments: ['development'] })).id;
        await app.has.flag({ name: 'theirs', project });
        await app.has.flag({ name: 'ours' });
        const narrow = await app.has.token({ environment: 'development', projects: [project] });
        const upstream = await upstreamSwitch(app.url);
        const edge = await testEdge(upstream.url);
        // One validation at the start, and one once the stream is open.
        await until(() => upstream.count(VALIDATE) === 2);
        const before = upstream.count(VALIDATE);

        expect(await edge.flags(narrow.secret)).toEqual({ theirs: false });
        expect(await edge.flags(narrow.secret)).toEqual({ theirs: false });
        expect(Object.keys(await edge.flags()).toSorted()).toEqual(['ours', 'theirs']);
        expect(upstream.count(VALIDATE)).toBe(before + 1);
        expect(upstream.count(STREAM)).toBe(1);
    });

    test('is followed separately if none covers it; each sees only its own projects', async () => {
        const app = await testApp();
        const [one, two] = [await app.has.project(), await app.has.project()].map(({ id }) => id) as [string, string];
        for (const project of [one, two]) await app.has.flag({ name: `of-${project}`, project, enabled: true });
        const of = (projects: string[], type = 'client') =>
            app.has.token({ type, environment: 'development', projects }).then(({ secret }) => secret as string);
        const [first, second] = [await of([one]), await of([two])];
        const [page, bothPages] = [await of([two], 'frontend'), await of([one, two], 'frontend')];
        const impatient = { UPSTREAM_REQUEST_TIMEOUT: '1' };
        const edge = await testEdge(app.url, { environment: { TOKENS: first, ...impatient } });

        // Upstream itself may exceed this short timeout, which also results in a 503. A retry gets the error that names the
        // missing setting.
        const early = () => edge.get('/api/frontend', page);
        await expect.poll(async () => (await early()).body.message).toContain('Add one to TOKENS');
        const { status, headers } = await early();
        expect([status, headers.get('retry-after')]).toEqual([503, '5']);
        await until(async () => (await edge.get('/api/client/features', second)).status === 200);
        expect(await edge.flags(second)).toEqual({ [`of-${two}`]: true });
        expect(await edge.flags(first)).toEqual({ [`of-${one}`]: true });
        const names = async (token: string) =>
            (await edge.get('/api/frontend', token)).body.toggles
                .map((toggle: { name: string }) => toggle.name)
                .toSorted();
        expect(await names(page)).toEqual([`of-${two}`]);
        expect(await names(bothPages)).toEqual([`of-${one}`, `of-${two}`].toSorted());
    });

    test('and that upstream does not know is rejected, without repeated validation', async () => {
        const app = await testApp();
        const upstream = await upstreamSwitch(app.url);
        const edge = await testEdge(upstream.url);
        // One validation at the start, and one once the stream is open.
        await until(() => upstream.count(VALIDATE) === 2);
        const before = upstream.count(VALIDATE);
        const unknown = '*:development.nobody-knows-this-one';

        for (let i = 0; i < 20; i++) expect((await edge.get('/api/client/features', unknown)).status).toBe(401);
        expect((await edge.get('/api/client/features', 'nonsense')).status).toBe(401);
        expect((await edge.get('/api/client/features', ADMIN_TOKEN)).status).toBe(401);
        expect(upstream.count(VALIDATE)).toBe(before + 2);
        edge.passTime(61_000);
        await edge.get('/api/client/features', unknown);
        expect(upstream.count(VALIDATE)).toBe(before + 3);
    });

    test('gets 503 while upstream cannot validate it', async () => {
        const app = await testApp();
        const { secret } = await app.has.token({ environment: 'development' });
        const upstream = await upstreamSwitch(app.url);
        const edge = await testEdge(upstream.url);
        upstream.leadTo(undefined);
        expect((await edge.get('/api/client/features', secret)).status).toBe(503);

        upstream.leadTo(app.url);
        await until(async () => (await edge.get('/api/client/features', secret)).status === 200);
    });

    test('is rejected by a strict edge if TOKENS do not cover it', async () => {
        const app = await testApp();
        const production = await app.has.token({ environment: 'production' });
        const development = await app.has.token({ environment: 'development' });
        const edge = await testEdge(app.url, { environment: { STRICT: 'true' } });

        expect((await edge.get('/api/client/features', production.secret)).status).toBe(401);
        expect((await edge.get('/api/client/features', development.secret)).status).toBe(200);
    });
});

describe('a token that was revoked upstream', () => {
    test('is rejected: its streams end, and its flags are removed', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'secret' });
        const { secret } = await app.has.token({ environment: 'production' });
        const edge = await testEdge(app.url);
        expect(await edge.flags(secret)).toEqual({ secret: false });
        const stream = await listenTo(`${edge.url}/api/client/streaming`, { authorization: secret });

        await app.delete(`/api/admin/api-tokens/${secret}`);
        // Upstream ends the stream of this token; the edge validates it and ends its own streams.
        await stream.ended;
        await until(async () => (await edge.get('/api/client/features', secret)).status === 401);
        expect((await edge.get('/internal-backstage/features')).body.production.features).toEqual([]);
        expect((await edge.get('/api/client/features')).status).toBe(200);
    });

    test('and replaced by another of the same scope causes no interruption', async () => {
        const app = await testApp();
        const { name } = await app.has.flag({ enabled: true });
        const [old, fresh] = [
            await app.has.token({ environment: 'development' }),
            await app.has.token({ environment: 'development' }),
        ];
        const edge = await testEdge(app.url, { environment: { TOKENS: old.secret } });
        expect(await edge.flags(fresh.secret)).toEqual({ [name]: true });
        const page = await app.has.token({ type: 'frontend', environment: 'development' });
        expect((await edge.get('/api/frontend', page.secret)).status).toBe(200);

        await app.delete(`/api/admin/api-tokens/${old.secret}`);
        await until(async () => {
            expect(await edge.flags(fresh.secret)).toEqual({ [name]: true });
            expect((await edge.get('/api/frontend', page.secret)).status).toBe(200);
            return (await edge.get('/api/client/features', old.secret)).status === 401;
        });
        await app.has.flag({ name: 'later', enabled: true });
        await until(async () => (await edge.flags(fresh.secret))['later'] === true);
    });
});

describe('a token that was revoked upstream while a wider one covers it', () => {
    /** Far less than the hour after which all tokens are validated in any case. */
    const SECONDS = { timeout: 10_000 };

    async function withNarrowTokens() {
        const app = await testApp();
        await app.has.flag({ name: 'a', enabled: true });
        const backend = await app.has.token({ environment: 'development', projects: ['default'] });
        const page = await app.has.token({ type: 'frontend', environment: 'development' });
        return { app, backend: backend.secret as string, page: page.secret as string };
    }

    test.each([
        ['a stream', {}],
        ['polling', { STREAMING: 'false' }],
    ])('is rejected within seconds by an edge that follows by %s', async (_, environment) => {
        const { app, backend, page } = await withNarrowTokens();
        const edge = await testEdge(app.url, { environment });
        expect(await edge.flags(backend)).toEqual({ a: true });
        expect((await edge.get('/api/frontend', page)).status).toBe(200);
        const stream = await listenTo(`${edge.url}/api/client/streaming`, { authorization: backend });

        await app.delete(`/api/admin/api-tokens/${backend}`);
        await app.delete(`/api/admin/api-tokens/${page}`);

        await expect.poll(async () => (await edge.get('/api/client/features', backend)).status, SECONDS).toBe(401);
        await expect.poll(async () => (await edge.get('/api/frontend', page)).status, SECONDS).toBe(401);
        await stream.ended;
        expect(await edge.flags()).toEqual({ a: true });
    });

    test('is rejected within seconds by an edge that follows an edge', async () => {
        const { app, backend, page } = await withNarrowTokens();
        const upper = await testEdge(app.url);
        const lower = await testEdge(upper.url);
        expect(await lower.flags(backend)).toEqual({ a: true });
        expect((await lower.get('/api/frontend', page)).status).toBe(200);

        await app.delete(`/api/admin/api-tokens/${backend}`);
        await app.delete(`/api/admin/api-tokens/${page}`);

        await expect.poll(async () => (await lower.get('/api/client/features', backend)).status, SECONDS).toBe(401);
        await expect.poll(async () => (await lower.get('/api/frontend', page)).status, SECONDS).toBe(401);
    });

    test('and that expires is rejected at that time, without querying upstream', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'a', enabled: true });
        const expiresAt = new Date(Date.now() + 60_000).toISOString();
        const { secret } = await app.has.token({ environment: 'development', expiresAt });
        const upstream = await upstreamSwitch(app.url);
        const [upper, environment] = [await testEdge(upstream.url), { TOKENS: secret }];
        const lower = await testEdge(upper.url);
        for (const edge of [upper, lower]) expect(await edge.flags(secret)).toEqual({ a: true });
        expect(await (await testEdge(upper.url, { environment })).flags(secret)).toEqual({ a: true });

        upstream.leadTo(undefined);
        for (const edge of [upper, lower]) {
            edge.passTime(61_000);
            expect((await edge.get('/api/client/features', secret)).status).toBe(401);
        }
        expect((await upper.send('POST', '/edge/validate', { body: { tokens: [secret] } })).body.tokens).toEqual([]);
    });
});

test('unknown tokens that upstream does not validate delay neither known tokens nor revocations', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'a', enabled: true });
    const { secret } = await app.has.token({ environment: 'development', projects: ['default'] });
    const upstream = await upstreamSwitch(app.url);
    const edge = await testEdge(upstream.url, { environment: { UPSTREAM_REQUEST_TIMEOUT: '60' } });
    expect(await edge.flags(secret)).toEqual({ a: true });
    const held = upstream.holdNext(VALIDATE);
    const unknownTokens = Array.from({ length: 300 }, (_, i) =>
        edge.get('/api/client/features', `*:development.nobody-knows-number-${i}`),
    );
    await held.arrived;

    expect(await edge.flags(secret)).toEqual({ a: true });
    await app.delete(`/api/admin/api-tokens/${secret}`);
    await expect.poll(async () => (await edge.get('/api/client/features', secret)).status).toBe(401);
    expect(await edge.flags()).toEqual({ a: true });
    // Tokens that arrived during the first request share a few further requests.
    const before = upstream.count(VALIDATE);
    held.release();
    expect(new Set((await Promise.all(unknownTokens)).map(({ status }) => status))).toEqual(new Set([401]));
    expect(upstream.count(VALIDATE) - before).toBeLessThanOrEqual(2);
});

test('an edge whose tokens upstream does not know exits with an error', async () => {
    const app = await testApp();
    const config = readEdgeConfig({ UPSTREAM_URL: app.url, TOKENS: '*:development.of-another-server', PORT: '0' });

    await expect(startEdge(config, { version: '0', log: collectingLog() })).rejects.toThrow(
        'Upstream knows none of TOKENS. Correct them, or UPSTREAM_URL.',
    );
});

test('no token appears in the log of an edge, or in its operator endpoints', async () => {
    const app = await testApp();
    const { secret } = await app.has.token({ environment: 'production' });
    const lines: string[] = [];
    const log = collectingLog({ level: 'trace', stream: { write: (line) => void lines.push(line) } });
    const edge = await testEdge(app.url, { log });
    await edge.flags(secret);
    await edge.get('/api/client/features', '*:development.a-secret-of-someone');
    await app.delete(`/api/admin/api-tokens/${secret}`);
    await until(async () => (await edge.get('/api/client/features', secret)).status === 401);

    const endpoints = ['tokens', 'features', 'ready', 'instancedata', 'metricsbatch', 'metrics', 'health'];
    const shown = await Promise.all(endpoints.map((endpoint) => edge.get(`/internal-backstage/${endpoint}`, null)));
    expect(shown.map(({ status }) => status)).toEqual(endpoints.map(() => 200));
    const outputs = [...lines, ...shown.map(({ body }) => JSON.stringify(body))];
    for (const token of [secret, CLIENT_TOKEN, '*:development.a-secret-of-someone']) {
        const hidden = token.slice(token.indexOf('.') + 5);
        expect(outputs.find((text) => text.includes(hidden))?.slice(0, 500)).toBeUndefined();
    }
    expect(lines.join('')).toContain('it is refused from now on');
});

/** Returns the heap size after garbage collection, without garbage of this or earlier tests. */
function heapUsed(): number {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    return process.memoryUsage().heapUsed;
}

test('a thousand tokens of a thousand projects cost no more than their flags', async () => {
    // A server that accepts every token, and has one flag for each.
    const { createServer } = await import('node:http');
    const server = createServer((request, response) => {
        let body = '';
        request.on('data', (chunk) => {
            body += chunk;
        });
        request.on('end', () => {
            if (request.url === '/api/client/streaming') return response.writeHead(404).end();
            response.writeHead(200, { 'content-type': 'application/json' });
            const of = (token: string) => token.slice(0, token.indexOf(':'));
            if (request.url === '/edge/validate') {
                const tokens = (JSON.parse(body) as { tokens: string[] }).tokens.map((token) => ({
                    ...{ token, type: 'client', environment: 'development', projects: [of(token)] },
                }));
                return response.end(JSON.stringify({ tokens }));
            }
            const project = of(request.headers.authorization!);
            return response.end(
                JSON.stringify({
                    version: 2,
                    features: [{ name: `flag-${project}`, project, enabled: true, strategies: [] }],
                }),
            );
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const tokens = Array.from({ length: 1_000 }, (_, i) => `p${i}:development.secret-of-project-${i}`);
    const before = heapUsed();
    const edge = await testEdge(`http://127.0.0.1:${(server.address() as { port: number }).port}`, {
        environment: { TOKENS: tokens.join(','), FEATURES_REFRESH_INTERVAL_SECONDS: '60' },
    });

    await until(async () => (await edge.get('/internal-backstage/ready')).status === 200);
    for (const i of [0, 500, 999]) expect(await edge.flags(tokens[i])).toEqual({ [`flag-p${i}`]: true });
    expect((heapUsed() - before) / 1_000).toBeLessThan(100_000);
    await edge.close();
    server.closeAllConnections();
    server.close();
});
