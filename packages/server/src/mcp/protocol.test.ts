import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { agentOf, ERAS, type EraName } from '../../test/support/agents.ts';
import { type RequestOptions, type TestApp, testApp } from '../../test/support/test-app.ts';
import { toListedTool } from './tool.ts';
import { allTools } from './tools/all-tools.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    await app.has.flag({ name: 'lantern', description: 'lights the pier' });
});

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const NEW = '2026-07-28';

/** A message as sent by a client without the SDK package. */
const post = (body: unknown, { headers = {}, ...options }: RequestOptions = {}, path = '/mcp') =>
    app.send('POST', path, {
        ...options,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        rawBody: typeof body === 'string' ? body : JSON.stringify(body),
    });

const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params });

/** A request without a handshake, and its headers. */
const stateless = (method: string, params: object = {}, version = NEW) => ({
    body: request(method, {
        ...params,
        _meta: { [VERSION]: version, 'io.modelcontextprotocol/clientCapabilities': {} },
    }),
    headers: { 'mcp-protocol-version': version, 'mcp-method': method } as Record<string, string>,
});

describe.each(Object.keys(ERAS) as EraName[])('a client of the official package, %s', (era) => {
    test('reads the server information, lists the tools in a stable order, and calls one', async () => {
        const { client, toolNames, does } = await agentOf(app, { era });

        expect(client.getServerVersion()).toMatchObject({ name: 'halyard', version: '0.0.0-test' });
        expect(client.getInstructions()).toContain('never instructions');
        const names = await toolNames();
        expect(names).toEqual([
            'find_flags',
            'get_flag',
            'explain_flag',
            'find_unused',
            'read_metric',
            'read_experiment',
            'read_releases',
            'rehearse_release',
            'what_if',
            'describe_action',
        ]);
        expect(await toolNames()).toEqual(names);
        expect(await does('find_flags', { text: 'lant' })).toMatchObject({
            total: 1,
            flags: [{ name: 'lantern', description: 'lights the pier', environments: [{ enabled: false }, {}] }],
        });
    });

    test('receives an error that explains how to correct a call', async () => {
        const { client, refusal } = await agentOf(app, { era });

        expect(await refusal('get_flag', {})).toContain('`/arguments/flag` is required');
        expect(await refusal('get_flag', { flag: 'no-such' })).toContain('find_flags');
        await expect(client.callTool({ name: 'no_such', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    });
});

test('the newest version with a handshake is used for clients that request an unknown one', async () => {
    const hello = (protocolVersion: string) =>
        post(request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } }));

    expect((await hello('2025-06-18')).body.result.protocolVersion).toBe('2025-06-18');
    expect((await hello('1999-01-01')).body.result.protocolVersion).toBe('2025-11-25');
    expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({
        status: 202,
        body: '',
    });
    expect((await post(request('ping'))).body).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
});

test('clients of that protocol version receive empty lists of prompts and resources', async () => {
    const send = async (method: string) => (await post(request(method))).body.result;

    expect(await send('prompts/list')).toEqual({ prompts: [] });
    expect(await send('resources/list')).toEqual({ resources: [] });
    expect(await send('resources/templates/list')).toEqual({ resourceTemplates: [] });
});

test('tool inputs are described in JSON Schema 2020-12', () => {
    for (const { name, inputSchema } of JSON.parse(JSON.stringify(allTools().map(toListedTool)))) {
        expect(() => new Ajv2020({ validateFormats: false }).compile(inputSchema), name).not.toThrow();
        expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
    }
});

test('clients of the first versions may send several messages at once', async () => {
    const { status, body } = await post([
        request('ping'),
        { jsonrpc: '2.0', method: 'notifications/x' },
        request('no'),
    ]);

    expect(status).toBe(200);
    expect(body).toMatchObject([{ result: {} }, { error: { code: -32601 } }]);
    expect(await post(Array.from({ length: 21 }, () => request('ping')))).toMatchObject({ status: 400 });
    expect(await post([])).toMatchObject({ status: 400 });
    const { body: modern, headers } = stateless('tools/list');
    expect((await post([modern], { headers })).body).toMatchObject([{ error: { code: -32600 } }]);
});

describe('without a handshake', () => {
    test('results are complete, and state how long they are valid', async () => {
        const discover = stateless('server/discover');
        expect((await post(discover.body, discover)).body.result).toMatchObject({
            resultType: 'complete',
            supportedVersions: [NEW],
            capabilities: { tools: {} },
            ttlMs: expect.any(Number),
            cacheScope: 'private',
        });
        const list = stateless('tools/list');
        expect((await post(list.body, list)).body.result).toMatchObject({ resultType: 'complete', ttlMs: 60_000 });
    });

    test.each<[string, number, (sent: ReturnType<typeof stateless>) => unknown]>([
        ['another version than the body', -32020, ({ headers }) => (headers['mcp-protocol-version'] = '2025-11-25')],
        ['another method than the body', -32020, ({ headers }) => (headers['mcp-method'] = 'tools/list')],
        ['another tool than the body', -32020, ({ headers }) => (headers['mcp-name'] = 'get_flag')],
        ['no version', -32020, ({ headers }) => delete headers['mcp-protocol-version']],
        ['no method', -32020, ({ headers }) => delete headers['mcp-method']],
        ['no tool', -32020, ({ headers }) => delete headers['mcp-name']],
        ['a version that the body lacks', -32602, ({ body }) => delete (body.params as { _meta?: unknown })._meta],
    ])('headers with %s are rejected', async (_what, code, change) => {
        const sent = stateless('tools/call', { name: 'find_flags', arguments: {} });
        sent.headers['mcp-name'] = 'find_flags';
        expect(await post(sent.body, sent)).toMatchObject({ status: 200 });

        change(sent);

        expect(await post(sent.body, sent)).toMatchObject({ status: 400, body: { id: 7, error: { code } } });
    });

    test('the error for an unsupported version lists the supported ones, and an unknown method is not found', async () => {
        const later = stateless('tools/list', {}, '2031-01-01');
        expect(await post(later.body, later)).toMatchObject({
            status: 400,
            body: {
                error: { code: -32022, data: { supported: expect.arrayContaining([NEW]), requested: '2031-01-01' } },
            },
        });
        const unknown = stateless('resources/list');
        expect(await post(unknown.body, unknown)).toMatchObject({ status: 404, body: { error: { code: -32601 } } });
    });

    test('the name of a tool may be Base64-encoded', async () => {
        const sent = stateless('tools/call', { name: 'find_flags', arguments: {} });
        sent.headers['mcp-name'] = `=?base64?${Buffer.from('find_flags').toString('base64')}?=`;

        expect(await post(sent.body, sent)).toMatchObject({
            status: 200,
            body: { result: { resultType: 'complete' } },
        });
    });
});

describe('access', () => {
    test('pages of other origins are rejected, whatever token they have', async () => {
        const send = (origin: string) => post(request('ping'), { headers: { origin } });

        expect(await send('https://evil.example')).toMatchObject({ status: 403 });
        expect(await send('null')).toMatchObject({ status: 403 });
        // With DNS rebinding, both headers contain the same name.
        expect(
            await post(request('ping'), { headers: { origin: 'http://evil.example:4242', host: 'evil.example:4242' } }),
        ).toMatchObject({ status: 403 });
        expect(await send(app.url)).toMatchObject({ status: 200 });
    });

    test('unauthenticated callers and SDKs are rejected with an error of the protocol', async () => {
        const stranger = await post(request('tools/list'), { token: null });
        expect(stranger).toMatchObject({ status: 401, body: { jsonrpc: '2.0', error: { code: -32000 } } });
        expect(await post(request('tools/list'), { token: 'user:nobodys' })).toMatchObject({ status: 401 });
        const { secret } = await app.has.token({ type: 'client' });
        expect(await post(request('tools/list'), { token: secret })).toMatchObject({ status: 403 });
    });

    test('unauthenticated callers get the URL of the metadata, which requires a token in the header', async () => {
        const { headers } = await post(request('ping'), { token: null });
        const [, address] = /^Bearer .*resource_metadata="(.+)"$/.exec(headers.get('www-authenticate') ?? '') ?? [];
        const url = new URL(address!);

        expect(await app.get(url.pathname, { token: null })).toMatchObject({
            status: 200,
            body: {
                resource: `${url.origin}/mcp`,
                resource_name: 'Halyard',
                bearer_methods_supported: ['header'],
                resource_documentation: `${url.origin}/docs/agents`,
            },
        });
        expect((await post(request('ping'))).headers.has('www-authenticate')).toBe(false);
    });

    test('a token is accepted with and without Bearer', async () => {
        const { secret } = await app.has.token({ type: 'admin' });

        expect(await post(request('ping'), { token: `Bearer ${secret}` })).toMatchObject({ status: 200 });
    });

    test('streams and sessions are not supported', async () => {
        for (const method of ['GET', 'DELETE']) {
            const response = await app.send(method, '/mcp', { headers: { accept: 'text/event-stream' } });
            expect(response.status).toBe(405);
            expect(response.headers.get('allow')).toBe('POST');
            expect(response.body.message).toContain('/docs/agents');
        }
    });
});

test.each([
    ['invalid JSON', '{"jsonrpc":', -32700],
    ['an empty string', '""', -32600],
    ['null', 'null', -32600],
    ['another protocol', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['no method', '{"jsonrpc":"2.0","id":1}', -32600],
    ['an invalid id', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
    ['invalid params', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32600],
])('a message with %s gets 400', async (_what, text, code) => {
    expect(await post(text)).toMatchObject({ status: 400, body: { error: { code } } });
});

test.each([
    ['a method named like a JavaScript property', request('constructor')],
    ['a tool named like a JavaScript property', request('tools/call', { name: '__proto__', arguments: {} })],
    ['a tool name that is not a string', request('tools/call', { name: ['find_flags'] })],
    ['input that is not an object', request('tools/call', { name: 'find_flags', arguments: [1] })],
    [
        'input that does not match the schema',
        request('tools/call', { name: 'find_flags', arguments: { limit: '9', x: 1 } }),
    ],
    [
        'input with NUL',
        request('tools/call', { name: 'find_flags', arguments: { project: 'a\u0000b', text: '\u0000' } }),
    ],
    [
        'a project that is a relative path',
        request('tools/call', { name: 'get_flag', arguments: { flag: 'a', project: '..' } }),
    ],
    [
        'a project with a slash',
        request('tools/call', { name: 'get_flag', arguments: { flag: 'a', project: '../x?y#z' } }),
    ],
    ['half of a surrogate pair', request('tools/call', { name: 'find_flags', arguments: { text: '\ud800' } })],
    ['an unknown access', request('ping')],
])('%s does not cause a 500', async (what, message) => {
    const { status, body } = await post(message, {}, what === 'an unknown access' ? '/mcp?access=all' : '/mcp');

    expect(status, JSON.stringify(body)).toBeLessThan(500);
    expect(body.error !== undefined || body.result !== undefined, JSON.stringify(body)).toBe(true);
});

test('messages have a size limit', async () => {
    const long = request('tools/call', { name: 'find_flags', arguments: { text: 'x'.repeat(300_000) } });

    expect(await post(long)).toMatchObject({ status: 413, body: { error: { code: -32000 } } });
});
