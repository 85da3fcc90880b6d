import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { CLIENT_TOKEN, type OwnProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

/** More than Node's default backlog of 511, fewer than the default of the service. */
const CONNECTIONS = 1_500;

const workersOf = async (server: OwnProcess): Promise<number[]> => {
    const text = await (await fetch(`${server.url}/internal-backstage/prometheus`)).text();
    return [...text.matchAll(/^halyard_worker_streams\{.*pid="(\d+)"/gm)].map(([, pid]) => Number(pid));
};

/** Opens connections while no process accepts any: the kernel completes as many as the backlog has room for. */
async function countConnected(url: string, pids: readonly number[]): Promise<number> {
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const sockets: Socket[] = [];
    let connected = 0;
    try {
        const { port } = new URL(url);
        for (let i = 0; i < CONNECTIONS; i++) {
            const socket = connect(Number(port), '127.0.0.1', () => connected++);
            socket.on('error', () => undefined);
            sockets.push(socket);
        }
        // Connections beyond the backlog stay unconnected as long as the processes are stopped.
        const deadline = Date.now() + 10_000;
        while (connected < CONNECTIONS && Date.now() < deadline) await delay(20);
        return connected;
    } finally {
        for (const pid of pids) process.kill(pid, 'SIGCONT');
        for (const socket of sockets) socket.destroy();
    }
}

test('a service, a service with workers and an edge let a reconnect storm wait for acceptance', async () => {
    const single = await startServer(await newDatabase('embedded'));
    expect(await countConnected(single.url, [single.pid])).toBe(CONNECTIONS);

    const edge = await startServer(
        { UPSTREAM_URL: single.url, PORT: '0', INTERFACE: '127.0.0.1', TOKENS: CLIENT_TOKEN },
        undefined,
        ['edge'],
    );
    expect(await countConnected(edge.url, [edge.pid])).toBe(CONNECTIONS);

    const withWorker = await startServer({ ...(await newDatabase('embedded')), WORKERS: '2' });
    let workers: number[] = [];
    onTestFinished(() => {
        for (const pid of workers) process.kill(pid, 'SIGCONT');
    });
    await until(async () => {
        workers = await workersOf(withWorker);
        return workers.length === 1;
    });
    expect(await countConnected(withWorker.url, [withWorker.pid, ...workers])).toBe(CONNECTIONS);
});
