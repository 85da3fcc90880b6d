/**
 * The cost of many streams on one node: memory for each, time until all have received a change, CPU time while only keep-alives are sent,
 * and the cost of a complete reconnect with full updates, as after a restore or the restart of an edge. The SDKs are in another process, on
 * the same cores.
 * `npm run bench -- streams [streams] [changes]`
 */
import { setTimeout as delay } from 'node:timers/promises';
import { cpuMsOf, memoryMbOfAll } from './peers/proc.ts';
import { CLIENT_TOKEN } from './support/app.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { median } from './support/measure.ts';
import { startProcess } from './support/server-process.ts';
import { openStreams } from './support/streams.ts';
import { toggle } from './support/toggle.ts';

const [streamCount = '10000', changes = '20'] = process.argv.slice(2);
const count = Number(streamCount);
/** Two rounds of keep-alives. */
const REST_MS = 50_000;

const server = await startProcess<HalyardReady>('./halyard-process.ts', '1000');
const { url } = server.ready;

/** Earlier changes are then in memory, as in a service that has been running for a while. */
for (let index = 0; index < 20; index++) await toggle(url, index);
const delta = await fetch(`${url}/api/client/delta`, { headers: { authorization: CLIENT_TOKEN } });
await delta.arrayBuffer();
const revision = delta.headers.get('etag')!.replaceAll('"', '');

const memoryBefore = memoryMbOfAll(server.pid);
const opening = performance.now();
const cpuBefore = cpuMsOf(server.pid);
const streams = await openStreams(url, count, revision);
const opened = { ms: performance.now() - opening, cpuMs: cpuMsOf(server.pid) - cpuBefore };
await delay(2_000);
const memory = memoryMbOfAll(server.pid) - memoryBefore;
console.log(
    `${count} streams: opened in ${(opened.ms / 1000).toFixed(1)} s (${(opened.cpuMs / count).toFixed(2)} ms CPU each); ` +
        `${((memory * 1024) / count).toFixed(1)} kB each`,
);

const all: number[] = [];
const half: number[] = [];
const cpu: number[] = [];
await server.longestDelayMs();
for (let index = 0; index < Number(changes); index++) {
    const before = cpuMsOf(server.pid);
    const received = streams.allReceived();
    const { answered } = await toggle(url, index);
    const times = (await received).map((at) => Math.max(0, at - answered));
    all.push(Math.max(...times));
    half.push(median(times));
    cpu.push(cpuMsOf(server.pid) - before);
}
console.log(
    `a change: half of them have it ${median(half).toFixed(0)} ms after its answer, all ${median(all).toFixed(0)} ms (at worst ${Math.max(...all).toFixed(0)}); ` +
        `${median(cpu).toFixed(0)} ms CPU (${((median(cpu) * 1000) / count).toFixed(1)} µs a stream); longest hold-up ${(await server.longestDelayMs()).toFixed(0)} ms`,
);

const atRest = cpuMsOf(server.pid);
await delay(REST_MS);
const used = cpuMsOf(server.pid) - atRest;
console.log(`at rest: ${((used / REST_MS) * 100).toFixed(2)} % of a core`);
streams.close();
await delay(2_000);

const afterReconnect = { at: performance.now(), cpuMs: cpuMsOf(server.pid), memoryMb: memoryMbOfAll(server.pid) };
await server.longestDelayMs();
const again = await openStreams(url, count);
const storm = { ms: performance.now() - afterReconnect.at, cpuMs: cpuMsOf(server.pid) - afterReconnect.cpuMs };
console.log(
    `all come back and begin anew: ${(storm.ms / 1000).toFixed(1)} s, ${(storm.cpuMs / count).toFixed(2)} ms CPU each; ` +
        `${(memoryMbOfAll(server.pid) - afterReconnect.memoryMb).toFixed(0)} MB more than before; longest hold-up ${(await server.longestDelayMs()).toFixed(0)} ms`,
);
again.close();
await server.stop();
