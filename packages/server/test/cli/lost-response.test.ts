import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { run } from '../support/in-process.ts';
import { ADMIN_TOKEN, testApp } from '../support/test-app.ts';

type Fault = 'none' | 'lose the response' | 'lose the request' | 'lose both';

const app = await testApp({ until: 'file' });

/** A proxy in front of the service that ends the connection of requests with one method and path. */
async function proxyThat(fault: Fault, faulty: (method: string, path: string) => boolean) {
    const server = createServer(async (received, reply) => {
        const body = await buffer(received);
        const { method = '', url = '', headers } = received;
        const isFaulty = faulty(method, url);
        const isLookup = url.includes('/change-receipts/');
        if (isFaulty && fault === 'lose the request') return void received.socket.destroy();
        if (isLookup && fault === 'lose both') return void reply.writeHead(404).end();
        const upstream = forward(new URL(url, app.url), { method, headers }, (response) => {
            if (isFaulty && fault !== 'none') {
                response.resume();
                return void response.once('end', () => received.socket.destroy());
            }
            reply.writeHead(response.statusCode ?? 502, response.headers);
            response.pipe(reply);
        });
        upstream.end(body);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => {
        server.closeAllConnections();
        server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
