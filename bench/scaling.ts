/**
 * The number of SDKs that a node, a tree of edges and a cache in front can serve: the measured cost of a poll, a stream and a change; the
 * resulting capacity; and a simulated tree of edges with 100,000 clients in this process.
 * `npm run bench -- scaling [clients of each edge] [flags] [regions] [edges of each region]`
 */
import { cpuMsOf, memoryMbOfAll } from './peers/proc.ts';
import { CLIENT_TOKEN } from './support/app.ts';
import { simulateTree } from './support/edge-tree.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { capture, load, type Request } from './support/load.ts';
import { median } from './support/measure.ts';
import { startProcess } from './support/server-process.ts';
import { openStreams } from './support/streams.ts';
import { toggle } from './support/toggle.ts';

const [clientsOfEdge = 1_000, flags = 1_000, regions = 10, edgesOfRegion = 10] = process.argv.slice(2).map(Number);
const ROUNDS = 5;
const STREAMS = 2_000;
const CHANGES = 10;

/** The maximum share of a core to use; the rest is reserved for bursts. */
const MAX_UTILISATION = 0.7;
const POLL_SECONDS = 15;
const CHANGES_PER_HOUR = 60;
const MEMORY_FOR_STREAMS_MB = 1_024;

/** Between nodes, and from the last node to its clients. */
const LATENCY_MS = { edges: 20, clients: 10 };

const thousands = (value: number) => Math.round(value).toLocaleString('en');

interface Costs {
    pollMs: number;
    fullMs: number;
    streamKb: number;
    streamChangeMs: number;
    changeMs: number;
}

/** The CPU time of the service for each kind of request. */
async function measureCosts(): Promise<Costs> {
    const { ready, pid, stop } = await startProcess<HalyardReady>('./halyard-process.ts', String(flags));
    const sdk = { authorization: CLIENT_TOKEN, 'unleash-client-spec': '5.2.0', 'accept-encoding': 'gzip' };
    const requestWith = (headers: Record<string, string>): Request => ({
        method: 'GET',
        path: '/api/client/features',
        headers,
    });
    const { headers } = await capture(ready.url, requestWith(sdk));
    const etag = headers[headers.findIndex((header) => header.toLowerCase() === 'etag') + 1]!;
    const cost = async (count: number, request: () => Request) => {
        const rounds: number[] = [];
        for (let round = -1; round < ROUNDS; round++) {
            const before = cpuMsOf(pid);
            const { requests } = await load(ready.url, { count, connections: 16, request });
            if (round >= 0) rounds.push((cpuMsOf(pid) - before) / requests);
        }
        return median(rounds);
    };
    const pollMs = await cost(5_000, () => requestWith({ ...sdk, 'if-none-match': etag }));
    const fullMs = await cost(2_000, () => requestWith(sdk));

    const change = async (index: number, received?: Promise<unknown>) => {
        const before = cpuMsOf(pid);
        await toggle(ready.url, index);
        await received;
        return cpuMsOf(pid) - before;
    };
    const alone: number[] = [];
    for (let index = 0; index < CHANGES; index++) alone.push(await change(index));
    const delta = await fetch(`${ready.url}/api/client/delta`, { headers: { authorization: CLIENT_TOKEN } });
    await delta.arrayBuffer();
    const memory = memoryMbOfAll(pid);
    const streams = await openStreams(ready.url, STREAMS, delta.headers.get('etag')!.replaceAll('"', ''));
    const streamKb = ((memoryMbOfAll(pid) - memory) * 1024) / STREAMS;
    const together: number[] = [];
    for (let index = 0; index < CHANGES; index++) together.push(await change(index, streams.allReceived()));
    streams.close();
    await stop();
    const changeMs = median(alone);
    return { pollMs, fullMs, streamKb, changeMs, streamChangeMs: Math.max(0, median(together) - changeMs) / STREAMS };
}

function printCapacity({ pollMs, fullMs, streamKb, streamChangeMs, changeMs }: Costs): void {
    console.log(
        `${flags} flags: a poll that is told 304 costs ${pollMs.toFixed(3)} ms CPU, one that gets the flags ${fullMs.toFixed(3)}; ` +
            `a stream ${streamKb.toFixed(1)} kB and ${(streamChangeMs * 1000).toFixed(1)} µs a change; a change ${changeMs.toFixed(1)} ms`,
    );
    const changesPerSecond = CHANGES_PER_HOUR / 3_600;
    // Each SDK polls, and receives the flags once after each change; the rest of the core is for changes.
    const msPerSdk = pollMs / POLL_SECONDS + fullMs * Math.min(changesPerSecond, 1 / POLL_SECONDS);
    const polling = (MAX_UTILISATION * 1_000 - changesPerSecond * changeMs) / msPerSdk;
    const streaming = (MEMORY_FOR_STREAMS_MB * 1024) / streamKb;
    console.log(
        `one process, ${CHANGES_PER_HOUR} changes an hour, ${MAX_UTILISATION * 100} % of a core: ${thousands(polling)} SDKs that poll every ${POLL_SECONDS} s; ` +
            `${thousands(streaming)} streams in ${MEMORY_FOR_STREAMS_MB} MB, whose last one hears of a change after ${((streaming * streamChangeMs) / 1000).toFixed(1)} s of CPU`,
    );
    for (const nodes of [2, 4, 16]) {
        console.log(`${nodes} nodes or edges on as many cores: at most ${thousands(nodes * polling)} SDKs that poll`);
    }
    console.log(`edges of 10,000 streams below one node with as many: ${thousands(10_000 * 10_000)} SDKs`);
    console.log(
        `a cache that keeps GET /api/client/features for 1 s: ${(fullMs + pollMs).toFixed(2)} ms a second for each token and place of the cache, however many SDKs there are`,
    );
}

async function printTree({ streamChangeMs: sendMs }: Costs): Promise<void> {
    const { clients, halfMs, lastMs, cpuMs } = await simulateTree({
        regions,
        edgesOfRegion,
        clientsOfEdge,
        flags,
        changes: CHANGES,
        latencyMs: LATENCY_MS,
        sendMs,
    });
    console.log(
        `a tree of 1 node, ${regions} edges, ${regions * edgesOfRegion} edges and ${thousands(clients)} clients, ${LATENCY_MS.edges} ms between nodes and ${LATENCY_MS.clients} to clients: ` +
            `half of them have a change after ${halfMs.toFixed(0)} ms, all after ${lastMs.toFixed(0)}; ` +
            `CPU for a change without sending it: root ${cpuMs.root.toFixed(2)} ms, an edge in the middle ${cpuMs.middle.toFixed(2)}, one with ${clientsOfEdge} clients ${cpuMs.leaf.toFixed(2)}`,
    );
}

const costs = await measureCosts();
printCapacity(costs);
await printTree(costs);
