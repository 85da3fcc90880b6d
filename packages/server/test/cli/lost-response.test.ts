import { mkdtemp } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { run } from '../support/in-process.ts';
import { ADMIN_TOKEN, testApp } from '../support/test-app.ts';

type Fault = 'none' | 'lose the response' | 'lose the request' | 'lose both';

const app = await testApp({ until: 'file' });

/** Forwards a request to the service. `respond` gets its response. */
async function forward(received: IncomingMessage, respond: (response: IncomingMessage) => void): Promise<void> {
    const { method = '', url = '', headers } = received;
    const body = await buffer(received);
    request(new URL(url, app.url), { method, headers }, respond).end(body);
}

/** Starts a server until the end of the test, and returns its URL. */
async function startProxy(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => {
        server.closeAllConnections();
        server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy in front of the service that ends the connection of requests with one method and path. */
function proxyThat(fault: Fault, faulty: (method: string, path: string) => boolean): Promise<string> {
    return startProxy((received, reply) => {
        const { method = '', url = '', socket } = received;
        const isFaulty = faulty(method, url);
        const isLookup = url.includes('/change-receipts/');
        if (isFaulty && fault === 'lose the request') return void socket.destroy();
        if (isLookup && fault === 'lose both') return void reply.writeHead(404).end();
        void forward(received, (response) => {
            if (isFaulty && fault !== 'none') {
                response.resume();
                return void response.once('end', () => socket.destroy());
            }
            reply.writeHead(response.statusCode ?? 502, response.headers);
            response.pipe(reply);
        });
    });
}

const isChange = (method: string, path: string) => method !== 'GET' && !path.includes('/change-receipts/');

async function turnOnThrough(fault: Fault, args: (project: string, flag: string) => string[]) {
    const { name, project } = await app.has.flag();
    const url = await proxyThat(fault, isChange);
    const result = await run(args(project, name), { environment: { HALYARD_URL: url, HALYARD_TOKEN: ADMIN_TOKEN } });
    const { body } = await app.get(`/api/admin/projects/${project}/features/${name}`);
    const isOn = body.environments.find((each: { name: string }) => each.name === 'development').enabled;
    return { result, isOn };
}

const on = (_: string, flag: string) => ['flag', 'on', flag, '-e', 'development'];

test('a change whose response is lost is reported as applied if the service has committed it', async () => {
    const { result, isOn } = await turnOnThrough('lose the response', on);

    expect(isOn).toBe(true);
    expect(result).toMatchObject({ status: 4, json: { outcome: 'applied', changeId: expect.any(String) } });
    expect(result.stderr).toContain('The service applied the change');
    expect(result.stderr).not.toContain('cannot be reached');
});

test('a change that never arrived is reported as not applied, and is refused if it arrives later', async () => {
    const { result, isOn } = await turnOnThrough('lose the request', on);

    expect(isOn).toBe(false);
    expect(result).toMatchObject({ status: 1, json: { outcome: 'not-applied' } });
    expect(result.stderr).toContain('did not apply the change');
    const { name, project } = await app.has.flag();
    const late = await app.post(
        `/api/admin/projects/${project}/features/${name}/environments/development/on`,
        undefined,
        {
            headers: { 'change-id': result.json.changeId },
            changesNothing: true,
        },
    );
    expect(late).toMatchObject({ status: 400, body: { message: expect.stringContaining('Change-Id') } });
});

test('a change whose outcome cannot be looked up is reported as unknown', async () => {
    const { result } = await turnOnThrough('lose both', on);

    expect(result).toMatchObject({ status: 5, json: { outcome: 'unknown' } });
    expect(result.stderr).toContain('Check the current state');
});

test('a request of `api` is reported as applied, and as unknown without a trace, because it may leave none', async () => {
    const api = (project: string, flag: string) => [
        'api',
        'POST',
        `/api/admin/projects/${project}/features/${flag}/environments/development/on`,
    ];

    expect((await turnOnThrough('lose the response', api)).result).toMatchObject({ status: 4 });
    expect((await turnOnThrough('lose the request', api)).result).toMatchObject({ status: 5 });
});

/**
 * A proxy in front of the service that closes every connection at the moment at which a second request uses it, like a server or a load
 * balancer whose idle timeout expires just then.
 */
async function proxyThatClosesReusedConnections() {
    const used = new WeakSet<Socket>();
    const refused: string[] = [];
    const forwarded: string[] = [];
    const url = await startProxy((received, reply) => {
        const { socket } = received;
        const isReused = used.has(socket);
        used.add(socket);
        (isReused ? refused : forwarded).push(`${received.method} ${received.url}`);
        if (isReused) return void socket.destroy();
        void forward(received, (response) => {
            reply.writeHead(response.statusCode ?? 502, { ...response.headers, connection: 'keep-alive' });
            response.pipe(reply);
        });
    });
    // The next request reuses the connection of this one.
    await (await fetch(`${url}/health`)).text();
    return { environment: { HALYARD_URL: url, HALYARD_TOKEN: ADMIN_TOKEN }, refused, forwarded };
}

test('a read is repeated if the server closes the reused connection before it responds', async () => {
    const { name, project } = await app.has.flag({ enabled: true });
    const address = ['--project', project, '-e', 'development'];
    const commands = [
        ['whoami'],
        ['flag', 'list'],
        ['flag', 'show', name],
        ['flag', 'off', name, ...address, '--dry-run'],
        ['eval', name, '-e', 'development'],
        ['metrics', 'query', 'flag_evaluations_total'],
        ['experiment', 'list', '--project', project],
        ['api', 'GET', `/api/admin/projects/${project}`],
        ['types', '--project', project],
        [
            'export',
            'unleash',
            await mkdtemp(path.join(tmpdir(), 'halyard-')),
            '--project',
            project,
            ...address.slice(2),
        ],
    ];
    for (const command of commands) {
        const { environment, refused } = await proxyThatClosesReusedConnections();
        const result = await run(command, { environment });
        expect(result, `${command.join(' ')}: ${result.stderr}`).toMatchObject({ status: 0 });
        expect(refused, command.join(' ')).not.toEqual([]);
    }
});

test('an import from Unleash and its verification repeat reads whose connection the server closes', async () => {
    const { id: project } = await app.has.project();
    for (const name of ['a', 'b', 'c']) await app.has.flag({ project, name: `${project}-${name}`, enabled: true });
    const proxy = await proxyThatClosesReusedConnections();
    const { HALYARD_URL: from } = (await proxyThatClosesReusedConnections()).environment;
    const args = ['import', 'unleash', '--prove', '--from', from];
    const result = await run(args, { environment: { ...proxy.environment, UNLEASH_TOKEN: ADMIN_TOKEN } });

    expect(result, result.stderr).toMatchObject({ status: 0, json: { failures: [], conflicts: [] } });
    expect(proxy.refused).not.toEqual([]);
});

test('a change is not repeated if the server closes the reused connection; it is reported as not applied', async () => {
    const { name, project } = await app.has.flag();
    const proxy = await proxyThatClosesReusedConnections();

    const result = await run(['flag', 'on', name, '--project', project, '-e', 'development'], proxy);

    expect(result).toMatchObject({ status: 1, json: { outcome: 'not-applied' } });
    const path = `POST /api/admin/projects/${project}/features/${name}/environments/development/on`;
    expect(proxy.refused.filter((each) => each === path)).toHaveLength(1);
    expect(proxy.forwarded).not.toContain(path);
});

test('a message of an agent that reads is repeated, and one that calls a tool is not', async () => {
    const initialize = {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    };
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_projects', arguments: {} } };
    const send = async (message: object) => {
        const { environment, refused } = await proxyThatClosesReusedConnections();
        const { json } = await run(['mcp'], { environment, input: `${JSON.stringify(message)}\n` });
        expect(refused).toEqual(['POST /mcp']);
        return json;
    };

    expect(await send(initialize)).toMatchObject({ id: 1, result: { protocolVersion: expect.any(String) } });
    expect(await send(call)).toMatchObject({
        id: 2,
        error: { message: expect.stringContaining('its outcome is unknown') },
    });
});

test('a request that changes nothing and a service that does not run are reported as before', async () => {
    const url = await proxyThat('lose the response', () => true);
    const environment = { HALYARD_URL: url, HALYARD_TOKEN: ADMIN_TOKEN };
    const stopped = { HALYARD_URL: `http://127.0.0.1:${await freePort()}`, HALYARD_TOKEN: ADMIN_TOKEN };

    for (const each of [environment, stopped]) {
        const result = await run(['flag', 'list'], { environment: each });
        expect(result).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('cannot be reached') });
    }
    const { name, project } = await app.has.flag();
    // `fetch` never connects to some ports.
    const forbidden = { ...stopped, HALYARD_URL: 'http://127.0.0.1:1' };
    for (const each of [stopped, forbidden]) {
        const refused = await run(['flag', 'on', name, '--project', project, '-e', 'development'], {
            environment: each,
        });
        expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('cannot be reached') });
    }
});
