import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, CLIENT_TOKEN, type RequestOptions, type TestApp, testApp } from './support/test-app.ts';

const PATH = '/api/admin/user-admin';
const JSON_TYPE = { 'content-type': 'application/json' };

describe('errors are checked in this order', () => {
    /** A request in which everything except the credentials is wrong. */
    const wrong = (app: TestApp, { headers, ...caller }: RequestOptions) =>
        app.send('POST', PATH, {
            ...caller,
            headers: { ...headers, 'content-type': 'text/plain' },
            rawBody: 'not JSON',
        });

    test('401: the credentials, before everything else', async () => {
        const app = await testApp({ environment: { CREATE_USER_RATE_LIMIT_PER_MINUTE: '1' } });
        await wrong(app, { token: ADMIN_TOKEN });
        await wrong(app, { token: ADMIN_TOKEN });
        await app.post('/api/admin/maintenance', { enabled: true });

        expect(await wrong(app, { token: null })).toMatchObject({
            status: 401,
            body: { name: 'AuthenticationRequired', path: '/auth/simple/login', type: 'password' },
        });
        expect(await wrong(app, { token: 'garbage' })).toMatchObject({ status: 401 });
    });

    test('429: the rate limit, before maintenance mode', async () => {
        const app = await testApp({ environment: { CREATE_USER_RATE_LIMIT_PER_MINUTE: '1' } });
        const viewer = await app.has.user();
        await app.post('/api/admin/maintenance', { enabled: true });
        await wrong(app, viewer);

        const refused = await wrong(app, viewer);

        expect(refused).toMatchObject({ status: 429, body: { name: 'RateLimitError' } });
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    });

    test('503: maintenance mode, before permissions', async () => {
        const app = await testApp();
        const viewer = await app.has.user();
        await app.post('/api/admin/maintenance', { enabled: true });

        expect(await wrong(app, viewer)).toMatchObject({ status: 503, body: { name: 'MaintenanceError' } });
    });

    test('403: the permissions, before the body', async () => {
        const app = await testApp();

        expect(await wrong(app, await app.has.user())).toMatchObject({
            status: 403,
            body: { name: 'NoAccessError', message: expect.stringContaining('"ADMIN"'), permissions: ['ADMIN'] },
        });
        expect(await wrong(app, { token: CLIENT_TOKEN })).toMatchObject({
            status: 403,
            body: { name: 'NoAccessError' },
        });
    });

    test('415: the content type, before the content of the body', async () => {
        const app = await testApp();

        expect(await wrong(app, {})).toMatchObject({
            status: 415,
            body: { name: 'ContentTypeerror', message: expect.stringContaining('text/plain') },
        });
    });

    test('400: the body, before the objects that it refers to', async () => {
        const app = await testApp();

        expect(await app.post(PATH, { email: 'a@example.com' })).toMatchObject({
            status: 400,
            body: { name: 'ValidationError', details: [{ path: '/body/rootRole' }] },
        });
        expect(await app.put('/api/admin/tag-types/nothing', { icon: 7 })).toMatchObject({ status: 400 });
        expect(await app.put('/api/admin/tag-types/nothing', { icon: 'x' })).toMatchObject({ status: 404 });
    });
});

describe('unusual requests get a clear response', () => {
    let app: TestApp;

    beforeAll(async () => {
        app = await testApp({ until: 'file' });
    });

    const post = (rawBody: string, headers: Record<string, string> = JSON_TYPE, path = '/api/admin/tags') =>
        app.send('POST', path, { headers, rawBody });

    const isErrorShaped = {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: expect.stringMatching(/\S/),
        message: expect.stringMatching(/\S/),
        details: [expect.objectContaining({ message: expect.stringMatching(/\S/) })],
    };

    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

    test.each([
        ['text that is not JSON', '{"value": beta}'],
        ['half a document', '{"value": "be'],
        ['two documents', '{"value":"beta"}{"value":"beta"}'],
        ['an empty body', ''],
        ['a list', '[]'],
        ['a number', '7'],
        ['null', 'null'],
        ['a NUL character in a value', JSON.stringify({ value: 'be\0ta' })],
        ['a NUL character in a name', JSON.stringify({ value: 'beta', 'a\0b': 1 })],
        ['half a character', '{"value": "be\\ud800ta"}'],
        ['half a character in a name', '{"value": "beta", "\\udc00": 1}'],
        ['a member named __proto__', '{"value": "beta", "__proto__": {"type": "x"}}'],
        ['a member named __proto__ far inside', '{"value": "beta", "color": [{"__proto__": 1}]}'],
        ['a member named constructor', '{"value": "beta", "constructor": {"prototype": {}}}'],
        ['a document that is too deep', `{"value": "beta", "color": ${deep(33)}}`],
        ['a document that would exhaust the stack', `{"value": "beta", "color": ${deep(50_000)}}`],
    ])('a body with %s returns 400', async (_what, rawBody) => {
        const response = await post(rawBody);

        expect(response).toMatchObject({ status: 400, body: { ...isErrorShaped, name: 'ValidationError' } });
    });

    test('a body that is too large returns 413', async () => {
        const response = await post(JSON.stringify({ value: 'x'.repeat(600 * 1024) }));

        expect(response).toMatchObject({ status: 413, body: { ...isErrorShaped, name: 'PayloadTooLargeError' } });
    });

    test.each([
        ['another type', { 'content-type': 'text/plain' }],
        ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
        ['a type that is none', { 'content-type': 'nonsense' }],
        ['an empty type', { 'content-type': '' }],
    ])('%s returns 415', async (_what, headers) => {
        const response = await post('{"value":"beta"}', headers);

        expect(response).toMatchObject({ status: 415, body: { ...isErrorShaped, name: 'ContentTypeerror' } });
    });

    test('a charset after the content type is accepted', async () => {
        expect(await post('{"value":"charset"}', { 'content-type': 'application/json; charset=utf-8' })).toMatchObject({
            status: 201,
        });
    });

    test.each([
        ['a path that does not exist', 'GET', '/api/admin/nothing'],
        ['a method that a path does not have', 'PATCH', '/api/admin/tags'],
        ['a method hardly anyone knows', 'PROPFIND', '/api/admin/tags'],
        ['a path above the root', 'GET', '/api/admin/%2e%2e/%2e%2e/etc/passwd'],
        ['a longer path than any', 'GET', `/api/admin/tags/simple/${'x'.repeat(1_001)}`],
        ['a path outside the API', 'DELETE', '/health'],
    ])('%s returns 404', async (_what, method, path) => {
        const response = await app.send(method, path);

        expect(response).toMatchObject({ status: 404, body: { ...isErrorShaped, name: 'NotFoundError' } });
    });

    test.each([
        ['a NUL character', '/api/admin/tags/simple/%00'],
        ['a NUL character in the query', '/api/admin/events?project=a%00b'],
        ['an escape that cannot be read', '/api/admin/tags/simple/%ff'],
        ['half an escape', '/api/admin/tags/simple/%e'],
    ])('a path with %s returns 400', async (_what, path) => {
        const response = await app.send('GET', path);

        expect(response).toMatchObject({ status: 400, body: { ...isErrorShaped, name: 'ValidationError' } });
    });

    test('unauthenticated clients cannot find out which paths exist', async () => {
        expect(await app.send('GET', '/api/admin/nothing', { token: null })).toMatchObject({ status: 401 });
        expect(await app.send('GET', '/api/admin/tags', { token: null })).toMatchObject({ status: 401 });
    });

    test('repeated slashes count as one', async () => {
        expect(await app.send('GET', '//api///admin/tags')).toMatchObject({ status: 200 });
        expect(await app.send('GET', '//api///admin/tags', { token: null })).toMatchObject({ status: 401 });
    });

    test('a path in another case, or with a trailing slash, is a different path', async () => {
        expect(await app.send('GET', '/API/admin/tags')).toMatchObject({ status: 404 });
        expect(await app.send('GET', '/api/admin/tags/')).not.toMatchObject({ status: 500 });
    });

    test('HEAD responds like GET, without a body', async () => {
        const response = await app.send('HEAD', '/api/admin/tags');

        expect(response).toMatchObject({ status: 200, body: '' });
        expect(await app.send('HEAD', '/api/admin/tags', { token: null })).toMatchObject({ status: 401 });
    });

    test.each([
        ['an address that never ends', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
        ['headers that never end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
        ['something that is not HTTP', 'HELO there\r\n\r\n'],
        [
            'two lengths',
            'POST /api/admin/tags HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!',
        ],
        [
            'a length and chunks',
            'POST /api/admin/tags HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        ],
    ])('%s gets a response with an error status', async (_what, bytes) => {
        const response = await raw(app, bytes);

        expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
    });

    test('after all of these requests only one tag has been created', async () => {
        expect((await app.get('/api/admin/tags')).body.tags).toEqual([{ value: 'charset', type: 'simple' }]);
        expect((await app.get('/api/admin/events/verify')).body.valid).toBe(true);
    });
});

/** Sends raw bytes and returns the response when the connection ends. */
function raw(app: TestApp, bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
        const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(bytes));
        let response = '';
        socket.setEncoding('utf8').setTimeout(60_000, () => socket.destroy(new Error('no answer')));
        socket.on('data', (text) => {
            response += text;
        });
        // A rejected request may get its response while it is still being written.
        socket.on('error', (error) => (response ? resolve(response) : reject(error)));
        socket.on('close', () => resolve(response));
    });
}
