import { PassThrough, Readable } from 'node:stream';
import type { OutputStreams } from '@halyard/cli/program/output';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { runHalyard } from '../../src/cli/run-halyard.ts';
import { ERAS, type EraName } from '../support/agents.ts';
import { builtProgram } from '../support/build.ts';
import { freePort } from '../support/free-port.ts';
import { run } from '../support/in-process.ts';
import { ADMIN_TOKEN, type TestApp, testApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    await app.has.flag({ name: 'lantern' });
    await app.put('/api/admin/agents', { access: 'change' });
});

const signedIn = () => ({ HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN });
const lines = (...messages: unknown[]) => `${messages.map((message) => JSON.stringify(message)).join('\n')}\n`;

/** Returns all responses to these lines of an agent. */
async function exchangeMessages(input: string, environment = {}) {
    const [out, err] = [new PassThrough(), new PassThrough()];
    const status = await runHalyard(['mcp'], {
        environment: { ...signedIn(), ...environment },
        version: '0.0.0-test',
        // Process streams have more members than commands use.
        streams: { in: Readable.from([input]), out, err } as unknown as OutputStreams,
    });
    expect(status).toBe(0);
    return String(out.read())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
}

const request = (id: number | string, method: string, params?: object) => ({ jsonrpc: '2.0', id, method, params });

test.each(Object.keys(ERAS) as EraName[])(
    'an agent starts the command and uses it like the service, %s',
    async (era) => {
        const transport = new StdioClientTransport({
            command: process.execPath,
            args: [await builtProgram(), 'mcp', '--access', 'read'],
            env: { PATH: process.env['PATH']!, ...signedIn() },
            stderr: 'pipe',
        });
        const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: ERAS[era] } });
        onTestFinished(() => client.close());
        await client.connect(transport);

        expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('change_flag');
        const { structuredContent } = await client.callTool({ name: 'get_flag', arguments: { flag: 'lantern' } });
        expect(structuredContent).toMatchObject({ name: 'lantern', project: 'default' });
    },
);

test('stdout contains only messages, one per line, and notifications get no response', async () => {
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const responses = await exchangeMessages(
        lines(
            request(1, 'initialize', hello),
            { jsonrpc: '2.0', method: 'notifications/initialized' },
            request('two', 'tools/call', { name: 'find_flags', arguments: {} }),
        ),
    );

    expect(responses.toSorted((a, b) => Number(b.id === 1) - Number(a.id === 1))).toMatchObject([
        { id: 1, result: { protocolVersion: '2025-06-18' } },
        { id: 'two', result: { structuredContent: { total: 1 } } },
    ]);
});

test('errors are reported to the agent, and the next message is read', async () => {
    expect(await exchangeMessages(`no JSON\n[]\n${lines(request(3, 'no/such'), request(4, 'ping'))}`)).toEqual(
        expect.arrayContaining([
            expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32700 }) }),
            expect.objectContaining({ id: 3, error: expect.objectContaining({ code: -32601 }) }),
            { jsonrpc: '2.0', id: 4, result: {} },
        ]),
    );

    const unknown = await exchangeMessages(lines(request(5, 'ping')), { HALYARD_TOKEN: 'user:x' });
    expect(unknown).toMatchObject([{ id: 5, error: { message: expect.stringContaining('token') } }]);
    const away = await exchangeMessages(lines(request(6, 'ping')), {
        HALYARD_URL: `http://127.0.0.1:${await freePort()}`,
    });
    expect(away).toMatchObject([{ id: 6, error: { message: expect.stringContaining('cannot be reached') } }]);
});

test('a cancelled request gets no response', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };

    expect(await exchangeMessages(lines(request(1, 'ping'), cancelled, request(2, 'ping')))).toMatchObject([{ id: 2 }]);
});

test('without a service or with a wrong argument, the error names the next step', async () => {
    expect(await run(['mcp'])).toMatchObject({ status: 1, stderr: expect.stringContaining('halyard login') });
    expect(await run(['mcp', '--access', 'all'], { environment: signedIn() })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('read, propose, change'),
    });
});
