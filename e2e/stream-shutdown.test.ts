import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InMemStorageProvider, Unleash } from 'unleash-client';
import { expect, onTestFinished, test } from 'vitest';
import { listenTo } from '../packages/server/test/support/event-source.ts';
import { freePort } from '../packages/server/test/support/free-port.ts';
import { newDatabase } from './support/databases.ts';
import { CLIENT_TOKEN, type OwnProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

/* SDKs of Unleash that get 401, 403, 404, 429 or 501 for a stream poll for the rest of their life. */

/** A reverse proxy that keeps its connection to the server open, and notes the status of each response by path. */
async function reverseProxy(port: number) {
    const agent = new Agent({ keepAlive: true });
    const statuses: [path: string, status: number][] = [];
    const server = createServer((incoming, response) => {
        const { method, url: path, headers } = incoming;
        const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers }, (received) => {
            statuses.push([path!, received.statusCode!]);
            response.writeHead(received.statusCode!, { ...received.headers, connection: 'close' });
            received.pipe(response);
        });
        outgoing.on('error', () => response.destroy());
        incoming.pipe(outgoing);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
        server.close().closeAllConnections();
        agent.destroy();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, statuses };
}

function streamingSdk(url: string): Unleash {
    const sdk = new Unleash({
        url: `${url}/api/`,
        appName: 'streams',
        disableMetrics: true,
        storageProvider: new InMemStorageProvider(),
        customHeaders: { authorization: CLIENT_TOKEN },
        experimentalMode: { type: 'streaming' },
    });
    sdk.on('error', () => undefined);
    onTestFinished(() => {
        sdk.destroy();
        for (const emitter of [sdk, sdk['repository']]) emitter.on('error', () => undefined);
    });
    return sdk;
}

const streamStatuses = (statuses: readonly [path: string, status: number][]) =>
    statuses.flatMap(([path, status]) => (path.endsWith('/client/streaming') ? status : []));

/** The start of a service, or of an edge in front of one. */
const STARTS: [name: string, start: () => Promise<{ service: () => Promise<OwnProcess>; port: number }>][] = [
    [
        'a service',
        async () => {
            const [port, database] = [await freePort(), await newDatabase('embedded')];
            return { port, service: () => startServer({ ...database, HTTP_PORT: String(port) }) };
        },
    ],
    [
        'an edge',
        async () => {
            const upstream = await startServer(await newDatabase('embedded'));
            const port = await freePort();
            const environment = { UPSTREAM_URL: upstream.url, TOKENS: CLIENT_TOKEN, INTERFACE: '127.0.0.1' };
            return { port, service: () => startServer({ ...environment, PORT: String(port) }, undefined, ['edge']) };
        },
    ],
];

test.each(STARTS)('an SDK that connects while %s shuts down streams again after its restart', async (_name, start) => {
    const { port, service } = await start();
    const first = await service();
    const proxy = await reverseProxy(port);
    // The connection of the proxy stays open for the next request.
    await (await fetch(`${proxy.url}/api/client/features`, { headers: { authorization: CLIENT_TOKEN } })).text();
    const stream = await listenTo(`${first.url}/api/client/streaming`, { authorization: CLIENT_TOKEN });
    await stream.next();

    const stopped = first.stop('SIGTERM');
    await stream.ended;
    // A new connection of a load balancer reaches another node.
    await expect(fetch(`${first.url}/health`)).rejects.toThrow('fetch failed');
    const sdk = streamingSdk(proxy.url);
    await until(async () => streamStatuses(proxy.statuses).length > 0);
    await stopped;
    const second = await service();
    await once(sdk, 'synchronized');

    expect(streamStatuses(proxy.statuses)).toEqual([503, 200]);
    // Polls of the SDK: only the request above.
    expect(proxy.statuses.filter(([path]) => path.endsWith('/client/features'))).toEqual([
        ['/api/client/features', 200],
    ]);
    expect(await second.stop()).toBe(0);
});
