/**
 * The cost of many streams on one edge: memory for each, time until all have received an upstream change, and CPU time while only
 * keep-alives are sent. Upstream, the edge and the SDKs are separate processes on the same cores.
 * `npm run bench -- edge-streams [streams] [changes] [seconds of rest]`
 */
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { CLIENT_TOKEN } from './support/app.ts';
import type { EdgeReady } from './support/edge-process.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { median } from './support/measure.ts';
import { startProcess } from './support/server-process.ts';
import { toggle } from './support/toggle.ts';

const [streamCount = '10000', changes = '20', rest = '50'] = process.argv.slice(2);
const count = Number(streamCount);
/** Limits concurrent connects, so that connecting is not measured: SDKs reconnect like this after a restart. */
const MAX_CONCURRENT = 50;

const upstream = await startProcess<HalyardReady>('./halyard-process.ts', '1000');
// One token gets 80 % of the streams.
const edge = await startProcess<EdgeReady>('./edge-process.ts', upstream.ready.url, String(Math.ceil(count * 1.3)));
const { url } = edge.ready;

/** In kilobytes, as reported by the system. */
const memoryKb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${edge.pid}/status`, 'utf8'))?.[1]);

let received: { times: number[]; everyone: () => void } = { times: [], everyone: () => undefined };

async function connectSdk(version: string): Promise<IncomingMessage> {
    const headers = { authorization: CLIENT_TOKEN, 'last-event-id': version };
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
        get(`${url}/api/client/streaming`, { headers, agent: false }, resolve).on('error', reject),
    );
    if (response.statusCode !== 200) throw new Error(`a stream was refused with ${response.statusCode}`);
    response.on('data', (chunk: Buffer) => {
        if (!chunk.includes('unleash-updated')) return;
        received.times.push(performance.now());
        if (received.times.length === count) received.everyone();
    });
    return response;
}

const versionNow = async () => {
    const delta = await fetch(`${url}/api/client/delta`, { headers: { authorization: CLIENT_TOKEN } });
    await delta.arrayBuffer();
    return delta.headers.get('etag')!.replaceAll('"', '');
};

for (let index = 0; index < 20; index++) await toggle(upstream.ready.url, index);
await delay(1_000);
const version = await versionNow();
const before = memoryKb();
const opening = performance.now();
const streams: IncomingMessage[] = [];
while (streams.length < count) {
    const next = Math.min(MAX_CONCURRENT, count - streams.length);
    streams.push(...(await Promise.all(Array.from({ length: next }, () => connectSdk(version)))));
}
const openedMs = performance.now() - opening;
await delay(2_000);
console.log(
    `${count} streams on one edge: opened in ${(openedMs / 1000).toFixed(1)} s, ${((memoryKb() - before) / count).toFixed(1)} kB each`,
);

const all: number[] = [];
const half: number[] = [];
const cpu: number[] = [];
await edge.longestDelayMs();
for (let index = 0; index < Number(changes); index++) {
    const cpuBefore = await edge.cpuMs();
    const everyone = new Promise<void>((resolve) => {
        received = { times: [], everyone: resolve };
    });
    const { answered } = await toggle(upstream.ready.url, index);
    await everyone;
    const times = received.times.map((at) => Math.max(0, at - answered));
    all.push(Math.max(...times));
    half.push(median(times));
    cpu.push((await edge.cpuMs()) - cpuBefore);
}
console.log(
    `a change: half of them have it ${median(half).toFixed(0)} ms after its answer upstream, all ${median(all).toFixed(0)} ms (at worst ${Math.max(...all).toFixed(0)}); ` +
        `${median(cpu).toFixed(0)} ms CPU of the edge (${((median(cpu) * 1000) / count).toFixed(1)} µs a stream), longest hold-up ${(await edge.longestDelayMs()).toFixed(0)} ms`,
);

const atRest = await edge.cpuMs();
await delay(1000 * Number(rest));
console.log(`at rest: ${(((await edge.cpuMs()) - atRest) / (10 * Number(rest))).toFixed(2)} % of a core`);
for (const stream of streams) stream.destroy();
await edge.stop();
await upstream.stop();
