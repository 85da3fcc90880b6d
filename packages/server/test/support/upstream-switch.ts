import { createServer, type RequestListener, request } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy at a fixed address for a replaceable server: one, another, or none. Counts requests. */
export async function upstreamSwitch(first: string, tls?: ServerOptions) {
    let target: string | undefined = first;
    const requests: string[] = [];
    /** Requests to these paths are forwarded, and their responses are dropped. */
    const losing = new Set<string>();
    let held: { what: string; arrive: () => void; released: Promise<void> } | undefined;
    let limit = { path: '', bytes: Number.POSITIVE_INFINITY };
    let tooLarge = 0;
    const sockets = new Set<Socket>();
    const pass: RequestListener = (incoming, outgoing) => {
        requests.push(`${incoming.method} ${incoming.url!.split('?')[0]}`);
        if (target === undefined) return void incoming.socket.destroy();
        if (held && held.what === requests.at(-1)) {
            const { arrive, released } = held;
            held = undefined;
            arrive();
            return void released.then(() => passOn(incoming, outgoing));
        }
        passOn(incoming, outgoing);
    };
    const passOn: RequestListener = (incoming, outgoing) => {
        if (target === undefined) return void incoming.socket.destroy();
        const { method, headers, url } = incoming;
        if (url === limit.path && Number(headers['content-length']) > limit.bytes) {
            tooLarge++;
            incoming.resume();
            return void outgoing.writeHead(413, { 'content-type': 'text/html' }).end('<html>Too large</html>');
        }
        const onward = request(`${target}${url}`, { method, headers, agent: false }, (response) => {
            if (losing.has(url!)) return void incoming.socket.destroy();
            outgoing.writeHead(response.statusCode!, response.headers);
            outgoing.flushHeaders();
            response.pipe(outgoing);
            response.on('error', () => outgoing.destroy());
        });
        onward.on('error', () => outgoing.destroy());
        outgoing.on('close', () => onward.destroy());
        incoming.pipe(onward);
    };
    const server = tls ? createTlsServer(tls, pass) : createServer(pass);
    server.on('connection', (socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const cut = () => {
        for (const socket of sockets) socket.destroy();
    };
    onTestFinished(() => {
        cut();
        server.close();
    });
    return {
        url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
        /** Forwards to another server from now on; undefined: none. */
        leadTo(next: string | undefined) {
            target = next;
            cut();
        },
        loseResponses(path: string, isLost = true) {
            if (isLost) losing.add(path);
            else losing.delete(path);
        },
        /** Simulates a proxy that rejects larger bodies. */
        refuseLarger(path: string, bytes: number) {
            limit = { path, bytes };
        },
        /** The number of rejected bodies. */
        rejected: () => tooLarge,
        /** The next request of this kind waits until it is released. */
        holdNext(what: string) {
            const [arrival, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
            held = { what, arrive: arrival.resolve, released: release.promise };
            return { arrived: arrival.promise, release: release.resolve };
        },
        /** The number of requests. */
        count: (what: string) => requests.filter((request) => request === what).length,
    };
}

/** A misbehaving upstream: a portal or an ingress with a fixed response. */
export async function portal(status: number, body: string): Promise<string> {
    const server = createServer((request, response) => {
        request.resume();
        response.writeHead(status, { 'content-type': body.startsWith('<') ? 'text/html' : 'application/json' });
        response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
        server.closeAllConnections();
        server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
