import { expect, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { CLIENT_TOKEN, type OwnProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const LONG = { DRAIN_SECONDS: '3600' };
const FEATURES = '/api/admin/projects/default/features';

const startNode = async () => startServer({ ...(await newDatabase('embedded')), ...LONG });

async function startEdge(): Promise<OwnProcess> {
    const upstream = await startServer(await newDatabase('embedded'));
    const environment = { UPSTREAM_URL: upstream.url, TOKENS: CLIENT_TOKEN, PORT: '0', INTERFACE: '127.0.0.1' };
    return startServer({ ...environment, ...LONG }, undefined, ['edge']);
}

const READY = {
    node: { path: '/ready', body: { health: 'BAD', shutdown: { state: 'draining', says: expect.any(String) } } },
    edge: { path: '/internal-backstage/ready', body: { status: 'DRAINING' } },
} as const;

test.each([
    ['node', startNode],
    ['edge', startEdge],
] as const)('%s: after SIGTERM it is not ready and serves, until another signal', async (kind, start) => {
    const server = await start();
    const { path, body } = READY[kind];
    expect((await fetch(server.url + path)).status).toBe(200);

    // Launchers pass a signal on that the process receives itself.
    for (let number = 0; number < 3; number++) server.signal('SIGTERM');
    await until(async () => (await fetch(server.url + path)).status === 503);

    expect(await (await fetch(server.url + path)).json()).toMatchObject(body);
    // On new connections.
    const headers = { connection: 'close', authorization: CLIENT_TOKEN };
    expect((await fetch(`${server.url}/api/client/features`, { headers })).status).toBe(200);
    if (kind === 'node') {
        expect((await fetch(`${server.url}/health`)).status).toBe(200);
        expect((await server.request('POST', FEATURES, { name: 'late' })).status).toBe(201);
        expect((await server.clientFlags()).map(({ name }) => name)).toEqual(['late']);
    }
    expect(await server.stop('SIGINT')).toBe(0);
});

test('a second SIGTERM ends the wait', async () => {
    const server = await startNode();
    server.signal('SIGTERM');
    await until(async () => (await fetch(`${server.url}/ready`)).status === 503);

    await until(() => {
        server.signal('SIGTERM');
        return !server.isRunning();
    });

    expect(await server.stop()).toBe(0);
});

test('SIGINT stops a node at once, also with DRAIN_SECONDS', async () => {
    const server = await startNode();

    expect(await server.stop('SIGINT')).toBe(0);
});
