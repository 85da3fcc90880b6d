import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { CLIENT_TOKEN, type OwnProcess, startServer } from './support/server-process.ts';

/** More than Node's default backlog of 511, fewer than the default of the service. */
const CONNECTIONS = 1_500;

/** Opens connections while the process accepts none: the kernel completes as many as the backlog has room for. */
async function countConnected({ url, signal }: OwnProcess): Promise<number> {
    signal('SIGSTOP');
    const sockets: Socket[] = [];
    let connected = 0;
    try {
        const { port } = new URL(url);
        for (let i = 0; i < CONNECTIONS; i++) {
            const socket = connect(Number(port), '127.0.0.1', () => connected++);
            socket.on('error', () => undefined);
            sockets.push(socket);
        }
        // Connections beyond the backlog stay unconnected as long as the process is stopped.
        const deadline = Date.now() + 10_000;
        while (connected < CONNECTIONS && Date.now() < deadline) await delay(20);
        return connected;
    } finally {
        signal('SIGCONT');
        for (const socket of sockets) socket.destroy();
    }
}

test('a service and an edge let a reconnect storm wait for acceptance', async () => {
    const single = await startServer(await newDatabase('embedded'));
    expect(await countConnected(single)).toBe(CONNECTIONS);

    const edge = await startServer(
        { UPSTREAM_URL: single.url, PORT: '0', INTERFACE: '127.0.0.1', TOKENS: CLIENT_TOKEN },
        undefined,
        ['edge'],
    );
    expect(await countConnected(edge)).toBe(CONNECTIONS);
});
