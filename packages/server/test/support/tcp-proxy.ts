import { connect, createServer, type Socket } from 'node:net';

/** A proxy between a node and its database that can simulate a bad network. */
export interface TcpProxy {
    port: number;
    /** Closes all connections and rejects new ones. */
    cut(): void;
    /** Stops forwarding without closing connections, like an unplugged cable. */
    hold(): void;
    /** Forwards everything again, including held data. */
    mend(): void;
    close(): Promise<void>;
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
    const pairs = new Set<readonly [Socket, Socket]>();
    let state: 'open' | 'cut' | 'held' = 'open';
    const server = createServer({ pauseOnConnect: true }, (client) => {
        if (state === 'cut') return void client.resetAndDestroy();
        const upstream = connect(target);
        const pair = [client, upstream] as const;
        pairs.add(pair);
        for (const [socket, other] of [pair, [upstream, client] as const]) {
            socket.on('data', (chunk) => {
                if (!other.write(chunk)) socket.pause();
            });
            socket.on('drain', () => void (state === 'open' && other.resume()));
            socket.on('error', () => other.destroy());
            socket.on('close', () => {
                pairs.delete(pair);
                // Pending data is delivered; a paused connection would otherwise never notice the end.
                other.destroySoon();
            });
        }
        if (state === 'held') upstream.pause();
        else client.resume();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const all = () => [...pairs].flat();
    const address = server.address() as { port: number };
    return {
        port: address.port,
        cut() {
            state = 'cut';
            for (const socket of all()) socket.resetAndDestroy();
        },
        hold() {
            state = 'held';
            for (const socket of all()) socket.pause();
        },
        mend() {
            state = 'open';
            for (const socket of all()) socket.resume();
        },
        async close() {
            for (const socket of all()) socket.destroy();
            await new Promise((resolve) => server.close(resolve));
        },
    };
}

/** The same database, reached through the proxy. */
export function throughProxy(databaseUrl: string, { port }: TcpProxy): string {
    return Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href;
}

export const targetOf = (databaseUrl: string) => {
    const { hostname: host, port } = new URL(databaseUrl);
    return { host, port: Number(port) };
};
