/**
 * Propagation time of a change: from the response to the administrator until a connected SDK received it, with one and with many open
 * connections; and the cost of changes for concurrent readers.
 * `npm run bench -- propagation [connections]`
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Worker } from 'node:worker_threads';
import { CLIENT_TOKEN } from './support/app.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { load } from './support/load.ts';
import { median } from './support/measure.ts';
import { startProcess } from './support/server-process.ts';
import { toggle } from './support/toggle.ts';

const CHANGES = 60;
const connections = Number(process.argv[2] ?? 1_000);

const { ready, stop, longestDelayMs } = await startProcess<HalyardReady>('./halyard-process.ts', '1000');
const { port } = new URL(ready.url);

/** Called for every message, with its time of arrival. */
type Listener = (at: number) => void;

async function connectSdk(onMessage: Listener): Promise<IncomingMessage> {
    const headers = { authorization: CLIENT_TOKEN };
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
        get({ host: '127.0.0.1', port, path: '/api/client/streaming', headers, agent: false }, resolve).on(
            'error',
            reject,
        ),
    );
    await new Promise<void>((resolve) => {
        let text = '';
        let connected = false;
        response.on('data', (chunk: Buffer) => {
            if (connected) return void (chunk.includes('unleash-updated') && onMessage(performance.now()));
            text = (text + chunk).slice(-4);
            if (text.endsWith('\n\n')) {
                connected = true;
                resolve();
            }
        });
    });
    return response;
}

const percentile = (values: number[], share: number) =>
    [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

async function measureChanges(count: number): Promise<void> {
    let arrived: number[] = [];
    let allArrived = () => {};
    const sdks: IncomingMessage[] = [];
    for (let i = 0; i < count; i++) {
        sdks.push(
            await connectSdk((at) => {
                arrived.push(at);
                if (arrived.length === count) allArrived();
            }),
        );
    }
    const delays: number[] = [];
    await longestDelayMs();
    const toggles: number[] = [];
    for (let i = 0; i < CHANGES; i++) {
        arrived = [];
        const everyone = new Promise<void>((resolve) => {
            allArrived = resolve;
        });
        const { ms, answered } = await toggle(ready.url, i);
        await everyone;
        toggles.push(ms);
        // An SDK may receive the change before the administrator gets the response.
        delays.push(...arrived.map((at) => Math.max(0, at - answered)));
    }
    const heldUp = await longestDelayMs();
    for (const sdk of sdks) sdk.destroy();
    console.log(
        `${count} SDKs connected: from answer to SDK ${median(delays).toFixed(2)} ms (p99 ${percentile(delays, 0.99).toFixed(1)}), a toggle ${median(toggles).toFixed(1)} ms, longest hold-up ${heldUp.toFixed(1)} ms`,
    );
}

await measureChanges(1);
await measureChanges(connections);

/** SDKs that poll and receive each change once. */
const request = () => ({
    method: 'GET' as const,
    path: '/api/client/features',
    headers: { authorization: CLIENT_TOKEN, 'unleash-client-spec': '5.2.0', 'accept-encoding': 'gzip' },
});
const reads = () => load(ready.url, { count: 20_000, connections: 8, request });
await reads();
const quiet = await reads();
const administrator = new Worker(new URL('./support/administrator.ts', import.meta.url), { workerData: ready.url });
const disturbed = await reads();
administrator.postMessage('stop');
const [during] = (await once(administrator, 'message')) as [number[]];
console.log(
    `reads: p99 ${quiet.p99.toFixed(1)} ms when nothing changes, ${disturbed.p99.toFixed(1)} ms with ten changes a second; a toggle meanwhile ${median(during).toFixed(1)} ms`,
);
await stop();
