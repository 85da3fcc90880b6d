import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { collector } from '../packages/server/test/support/collector.ts';
import { newDatabase } from './support/databases.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, startServer } from './support/server-process.ts';

const PASSWORD = 'Correct-horse-7';
const LOUD = { LOG_LEVEL: 'trace', REQUEST_LOGGER_ENABLE: 'true', SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000' };
const JSON_TYPE = { 'content-type': 'application/json' };

interface Line {
    level: number;
    msg: string;
    reqId?: string;
    route?: string;
    status?: number;
    errorId?: string;
}

/** The log lines of the service, without its other output. */
const linesOf = (output: string): Line[] =>
    output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Line);

test('no secret is logged, for all requests and log levels', async () => {
    const { url, spans, logs } = await collector();
    const exported = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=key-of-the-collector' };
    const server = await startServer({ ...LOUD, ...exported, ...(await newDatabase('embedded')) });
    const admin = { authorization: ADMIN_TOKEN, ...JSON_TYPE };
    const send = (method: string, where: string, headers: Record<string, string>, body?: unknown) =>
        fetch(server.url + where, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });

    const created = await send('POST', '/api/admin/api-tokens', admin, { tokenName: 'mobile', type: 'client' });
    const { secret } = (await created.json()) as { secret: string };
    const inPath = encodeURIComponent(secret);
    const login = await send('POST', '/auth/simple/login', JSON_TYPE, { username: 'admin', password: PASSWORD });
    const cookie = login.headers.get('set-cookie')!.split(';')[0]!;
    await send('POST', '/auth/simple/login', JSON_TYPE, { username: 'admin', password: 'a-wrong-password' });
    await send('POST', '/auth/simple/login', JSON_TYPE, { username: 'admin', password: ['a-wrong-password'] });
    await send('GET', '/api/admin/user', { cookie });
    await send('PUT', `/api/admin/api-tokens/${inPath}`, admin, { expiresAt: '2035-01-01T00:00:00.000Z' });
    await send('PUT', `/api/admin/api-tokens/${inPath}`, admin, { expiresAt: 'never' });
    await send('PATCH', `/api/admin/api-tokens/${inPath}`, admin, {});
    await send('GET', '/api/client/features', { authorization: secret });
    await send('GET', '/api/client/features', { authorization: `Bearer ${CLIENT_TOKEN}` });
    await send('GET', `/api/admin/nothing?token=${inPath}`, { authorization: secret });
    await send('DELETE', `/api/admin/api-tokens/${inPath}`, admin);
    await send('GET', '/api/admin/user', { authorization: '*:*.a-wrong-token' });
    await server.stop();

    const output = server.output() + JSON.stringify([spans(), logs()]);
    expect(spans().map(({ name }) => name)).toContain('PUT /api/admin/api-tokens/:token');
    expect(logs().filter(({ body }) => body?.stringValue === 'request').length).toBeGreaterThan(10);
    expect(linesOf(server.output()).filter(({ msg }) => msg === 'request').length).toBeGreaterThan(10);
    const afterTheDot = (token: string) => token.slice(token.indexOf('.') + 1);
    const secrets = [
        ...[secret, ADMIN_TOKEN, CLIENT_TOKEN, '*:*.a-wrong-token'].map(afterTheDot),
        cookie.split('=')[1]!,
        PASSWORD,
        'a-wrong-password',
        'key-of-the-collector',
    ];
    expect(secrets.filter((text) => output.includes(text))).toEqual([]);
});

test('a request is logged with its id, the pattern of its route and its status', async () => {
    const server = await startServer({ ...LOUD, ...(await newDatabase('embedded')) });

    await server.request('GET', '/api/admin/environments/production');
    await server.request('GET', '/api/admin/environments/nowhere');
    // Served without the framework, but also logged.
    await server.clientFlags();
    await server.stop();

    const requests = linesOf(server.output()).filter(({ msg }) => msg === 'request');
    expect(requests).toMatchObject([
        { route: '/api/admin/environments/:name', status: 200 },
        { method: 'GET', route: '/api/admin/environments/:name', status: 404, ms: expect.any(Number) },
        { method: 'GET', route: '/api/client/features', status: 200, ms: expect.any(Number) },
    ]);
    expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(3);
    expect(requests.every(({ reqId }) => /^[0-9a-f-]{36}$/.test(reqId ?? ''))).toBe(true);
});

test('an unexpected error is logged under the id of the response, which contains no details', async () => {
    const data = await newDatabase('embedded');
    const server = await startServer({ LOG_LEVEL: 'error', ...data });
    const database = new DatabaseSync(path.join(data['DATA_DIR']!, 'halyard.db'));
    database.exec('alter table tags rename to lost_tags');
    database.close();

    const { status, body } = await server.request('GET', '/api/admin/tags');
    await server.stop();

    expect({ status, body }).toMatchObject({
        status: 500,
        body: { name: 'InternalError', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    const { id } = body as { id: string };
    expect(JSON.stringify(body)).not.toMatch(/tags|SQL|select/i);
    const errors = linesOf(server.output()).filter(({ level }) => level >= 50);
    expect(errors).toMatchObject([{ errorId: id, msg: 'unexpected error', reqId: expect.stringMatching(/\S/) }]);
    expect(JSON.stringify(errors)).toContain('no such table: tags');
});
