import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { BenchDatabase } from '../peers/database.ts';
import type { Service } from '../peers/service.ts';
import { capture, load, type Request } from '../support/load.ts';
import { median } from '../support/measure.ts';
import type { BenchProcess } from '../support/server-process.ts';
import type { AdminClient } from './admin-client.ts';
import type { Organisation } from './build.ts';

export interface Measurement {
    /** CPU time of the service for one operation. */
    cpuMs?: number;
    /** CPU time of PostgreSQL for one operation. */
    databaseMs?: number;
    /** CPU time of a bare server that sends the same bytes. */
    bareMs?: number;
    /** The largest gap between two responses to a polling SDK, on the clock, without receiving them. */
    gapMs?: number;
    /** The CPU time in the longest iteration of the event loop, which other processes on the machine do not affect. */
    iterationMs?: number;
    /** A result that is not CPU time, such as megabytes. */
    value?: number;
}

export interface MeasuredService {
    service: Service;
    database: BenchDatabase | undefined;
    bare: BenchProcess<{ url: string }>;
    organisation: Organisation;
    admin: AdminClient;
}

export interface RepeatedRequest {
    /** Measured requests; the service is warmed up with as many. */
    count: number;
    request: (index: number) => Request;
    /** Requests are sent after each of these changes, whose cost is subtracted. */
    change?: (index: number) => Request;
    /** The number of requests after each change. More of them make the subtracted cost less important. */
    requestsPerChange?: number;
    /** The number of rounds whose median is the result; default 3. */
    rounds?: number;
}

/** The service is idle if it uses less CPU time than this in `IDLE_MS`; work that a request left in the background may take seconds. */
const IDLE_CPU_MS = 20;
const IDLE_MS = 300;
const MAX_IDLE_CHECKS = 50;

/** The cost of one request, and the delay of a polling SDK during one more. */
export async function measureRequests(measured: MeasuredService, repeated: RepeatedRequest): Promise<Measurement> {
    const { service, bare } = measured;
    const { count, request, change, rounds: roundCount = 3 } = repeated;
    await load(service.url, { count, connections: 1, request });
    await untilIdle(service);
    await bare.send(await capture(service.url, request(0)));
    const rounds: { cpuMs: number; databaseMs: number; bareMs: number }[] = [];
    for (let round = 0; round < roundCount; round++) {
        const cost = await costOf(measured, repeated);
        const before = await bare.cpuMs();
        await load(bare.ready.url, { count, connections: 1, request });
        rounds.push({ ...cost, bareMs: ((await bare.cpuMs()) - before) / count });
    }
    const delay = await delayOf(measured, async () => {
        if (change) await load(service.url, { count: 2, connections: 1, request: change });
        await load(service.url, { count: 1, connections: 1, request });
    });
    const medianOf = (name: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[name]));
    return { cpuMs: medianOf('cpuMs'), databaseMs: medianOf('databaseMs'), bareMs: medianOf('bareMs'), ...delay };
}

/** The cost of work that consists of `parts` equal operations, and the delay of a polling SDK while the work runs once more. */
export async function measureWork(
    measured: MeasuredService,
    work: (run: 'cost' | 'delay') => Promise<unknown>,
    parts = 1,
): Promise<Measurement> {
    await untilIdle(measured.service);
    const before = cpuNow(measured);
    await work('cost');
    const cost = costSince(measured, before, parts);
    await untilIdle(measured.service);
    return { ...cost, ...(await delayOf(measured, () => work('delay'))) };
}

/** The cost and the delay of work that cannot be repeated. The cost includes the requests of the polling SDK. */
export async function measureOnce(measured: MeasuredService, work: () => Promise<unknown>): Promise<Measurement> {
    let cost: Measurement = {};
    await untilIdle(measured.service);
    const delay = await delayOf(measured, async () => {
        const before = cpuNow(measured);
        await work();
        cost = costSince(measured, before);
    });
    return { ...cost, ...delay };
}

async function untilIdle(service: Service): Promise<void> {
    for (let check = 0; check < MAX_IDLE_CHECKS; check++) {
        const before = service.cpuMs();
        await sleep(IDLE_MS);
        if (service.cpuMs() - before < IDLE_CPU_MS) return;
    }
}

async function costOf(measured: MeasuredService, { count, request, change, requestsPerChange = 1 }: RepeatedRequest) {
    const { url } = measured.service;
    const start = cpuNow(measured);
    if (!change) {
        await load(url, { count, connections: 1, request });
        return costSince(measured, start, count);
    }
    const changes = count / requestsPerChange;
    await load(url, { count: changes, connections: 1, request: change });
    const alone = costSince(measured, start, count);
    const middle = cpuNow(measured);
    await load(url, {
        count: changes + count,
        connections: 1,
        request: (index) => {
            const round = Math.floor(index / (requestsPerChange + 1));
            return index % (requestsPerChange + 1) === 0 ? change(round) : request(index - round - 1);
        },
    });
    const both = costSince(measured, middle, count);
    return {
        cpuMs: Math.max(0, both.cpuMs - alone.cpuMs),
        databaseMs: Math.max(0, both.databaseMs - alone.databaseMs),
    };
}

type ProcessPair = Pick<MeasuredService, 'service' | 'database'>;

export const cpuNow = ({ service, database }: ProcessPair) => ({
    all: service.cpuMs(),
    database: database?.cpuMs() ?? 0,
});

export function costSince(processes: ProcessPair, before: ReturnType<typeof cpuNow>, count = 1) {
    const now = cpuNow(processes);
    const databaseMs = now.database - before.database;
    return { cpuMs: (now.all - before.all - databaseMs) / count, databaseMs: databaseMs / count };
}

/** The delay of a polling SDK while the work runs. */
async function delayOf(
    { service, organisation }: MeasuredService,
    work: () => Promise<unknown>,
): Promise<{ gapMs: number; iterationMs: number }> {
    const workerData = { url: service.url, token: organisation.tokens[0]! };
    const poller = new Worker(new URL('../support/poller.ts', import.meta.url), { workerData });
    await once(poller, 'message');
    await service.watchIterations();
    try {
        await work();
    } finally {
        poller.postMessage('stop');
    }
    const [gapMs] = (await once(poller, 'message')) as [number];
    return { gapMs, iterationMs: await service.longestIterationMs() };
}
