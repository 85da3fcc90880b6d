import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { CLIENT_TOKEN } from './app.ts';

export interface StreamClients {
    /** Resolves when all streams have received a message since the call, with the time of each. */
    allReceived(): Promise<number[]>;
    close(): void;
}

/** The number of concurrent connects. */
const MAX_CONCURRENT = 200;

/**
 * Opens streams of SDKs that have everything up to a revision, as after a reconnect: they only receive later changes. Without a revision,
 * each waits for its full update.
 */
export async function openStreams(url: string, count: number, revision?: string): Promise<StreamClients> {
    const { port } = new URL(url);
    const sockets: Socket[] = [];
    let onMessage = () => {};
    const open = async () => {
        const socket = connect(Number(port), '127.0.0.1');
        await once(socket, 'connect');
        const lastEventId = revision === undefined ? '' : `last-event-id: ${revision}\r\n`;
        socket.write(
            `GET /api/client/streaming HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${CLIENT_TOKEN}\r\n${lastEventId}\r\n`,
        );
        const [head] = (await once(socket, 'data')) as [Buffer];
        if (!head.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(head.toString('latin1', 0, 300));
        if (revision === undefined) await endOfMessage(socket, head);
        socket.on('data', (chunk: Buffer) => {
            if (chunk.includes('unleash-updated')) onMessage();
        });
        socket.on('close', () => {
            throw new Error('The service closed a stream.');
        });
        sockets.push(socket);
    };
    while (sockets.length < count) {
        await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, count - sockets.length) }, open));
    }
    return {
        allReceived: () =>
            new Promise((resolve) => {
                const times: number[] = [];
                onMessage = () => {
                    if (times.push(performance.now()) === count) resolve(times);
                };
            }),
        close() {
            for (const socket of sockets) socket.removeAllListeners('close').destroy();
        },
    };
}

/** The first message contains everything, and ends with an empty line. */
async function endOfMessage(socket: Socket, head: Buffer): Promise<void> {
    const body = head.subarray(head.indexOf('\r\n\r\n') + 4);
    let end = body.toString('latin1').slice(-8);
    while (!/\n\n(?:\r\n)?$/.test(end)) {
        const [chunk] = (await once(socket, 'data')) as [Buffer];
        end = (end + chunk.subarray(-8).toString('latin1')).slice(-8);
    }
}
