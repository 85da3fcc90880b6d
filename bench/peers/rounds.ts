import { setTimeout as delay } from 'node:timers/promises';
import { capture, type LoadResponse, load, type Request, UnexpectedResponse } from '../support/load.ts';
import type { BenchProcess } from '../support/server-process.ts';
import { type Cost, type RowResult, TARGETS, type TargetName } from './results.ts';
import { type BenchRow, TOGGLES_IN_TURN, toggle } from './rows.ts';
import type { Target } from './service.ts';

export interface MeasureOptions {
    targets: Partial<Record<TargetName, Target>>;
    bare: BenchProcess<{ url: string }>;
    flags: number;
    rounds: number;
    warmUpMs: number;
    roundMs: number;
}

/** The state of a target while a row is measured. */
interface TargetState {
    target: Target;
    request: (index: number) => Request;
    /** The number of toggles in a round, according to its speed. */
    toggles: number;
    waitedMs: number;
}

/** Rounds use different users; a multiple of the period of toggles. */
const INDEXES_PER_ROUND = 1_000_000;
/** By then hot code is compiled. */
const MAX_WARM_UP_REQUESTS = 5_000;
/** A round with fewer requests would measure a pause, such as a garbage collection, instead of the request. */
const MIN_REQUESTS = 30;
/** Requests that add something are sent equally often to every server. */
const ADDING_WARM_UP_REQUESTS = 5;
/** A server that takes longer than this for one kind of request is not measured further. */
const MAX_REQUEST_MS = 20_000;
const IDLE_CHECK_MS = 200;
const MAX_IDLE_SHARE = 0.1;

/** Measures one kind of request at every target alternately, so that other load on the machine affects all. */
export async function measureRow(row: BenchRow, measuring: MeasureOptions): Promise<RowResult> {
    const { name, title, wanted } = row;
    const { targets, rounds, roundMs, warmUpMs } = measuring;
    const costs: RowResult['costs'] = {};
    const states = new Map<TargetName, TargetState>();
    for (const target of TARGETS.filter((each) => targets[each] && supports(each, row))) {
        costs[target] = await attempt(async () => {
            const { request, bytes } = await prepare(row, measuring, target);
            states.set(target, { target: targets[target]!, request, toggles: TOGGLES_IN_TURN, waitedMs: 0 });
            return { rounds: [], bytes };
        });
    }
    for (let round = -1; round < rounds; round++) {
        for (const target of round % 2 ? TARGETS : TARGETS.toReversed()) {
            const cost = costs[target];
            const measured = states.get(target);
            if (!cost || 'missing' in cost || !measured) continue;
            if (measured.waitedMs > MAX_REQUEST_MS && (round < 0 || cost.rounds.length > 0)) continue;
            const started = performance.now();
            const options = { roundMs, base: (round + 1) * INDEXES_PER_ROUND, isBare: target === 'bare' };
            costs[target] = await attempt(async () => {
                if (round < 0) {
                    await warmUp(row, measured, { ...options, warmUpMs });
                    return cost;
                }
                return { rounds: [...cost.rounds, await costOf(row, measured, options)], bytes: cost.bytes };
            });
            measured.waitedMs += performance.now() - started;
        }
    }
    return { name, title, wanted, costs };
}

/** A bare server changes nothing, and Unleash lacks some features. */
function supports(target: TargetName, { adds, toggles, oursOnly }: BenchRow): boolean {
    if (target === 'bare') return adds === undefined && toggles !== 'only';
    return target !== 'peer' || !oursOnly;
}

async function attempt(work: () => Promise<Cost>): Promise<Cost> {
    try {
        return await work();
    } catch (error) {
        if (error instanceof UnexpectedResponse) return { missing: `refused (${error.status})` };
        throw error;
    }
}

/** Sends one request, and configures the bare server with the response of Halyard on the embedded database. */
async function prepare(row: BenchRow, { targets, bare, flags }: MeasureOptions, target: TargetName) {
    const requestFor = (etag: string) => (index: number) => row.request(index, { flags, etag });
    if (row.adds !== undefined || row.toggles === 'only') return { request: requestFor(''), bytes: 0 };
    const { url } = targets[target === 'bare' ? 'embedded' : target]!;
    let response = await captureOk(url, requestFor('')(0));
    const request = requestFor(row.conditional ? headerOf(response, 'etag') : '');
    if (row.conditional) response = await captureOk(url, request(0));
    if (target === 'bare') await bare.send(response);
    return { request, bytes: Buffer.byteLength(response.body, 'base64') };
}

async function captureOk(url: string, request: Request): Promise<LoadResponse> {
    const response = await capture(url, request);
    if (response.status >= 400) throw new UnexpectedResponse(response.status, request);
    return response;
}

function headerOf({ headers }: LoadResponse, name: string): string {
    const at = headers.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === name);
    return headers[at + 1] ?? '';
}

interface RoundOptions {
    roundMs: number;
    /** The first index of this round. */
    base: number;
    isBare: boolean;
}

/** Sends requests until the cost stops falling, or until the time is over. */
async function warmUp(
    row: BenchRow,
    measured: TargetState,
    { warmUpMs, ...options }: RoundOptions & { warmUpMs: number },
): Promise<void> {
    const { connections, adds, toggles } = row;
    const request = (index: number) => measured.request(options.base + index);
    if (adds !== undefined) {
        await loadCost(measured.target, { connections, request, count: ADDING_WARM_UP_REQUESTS * adds });
    } else if (toggles === undefined || options.isBare) {
        await loadCost(measured.target, { connections, request, count: MAX_WARM_UP_REQUESTS, milliseconds: warmUpMs });
        // The first list starts the reading of its index in the background.
        await untilIdle(measured.target);
    } else {
        const started = performance.now();
        while (performance.now() - started < warmUpMs) await costOf(row, measured, options);
    }
}

/** Waits until background work has ended, such as the reading of an index. */
async function untilIdle({ cpuMs }: Target): Promise<void> {
    for (const started = performance.now(); performance.now() - started < MAX_REQUEST_MS; ) {
        const before = cpuMs();
        await delay(IDLE_CHECK_MS);
        // Not a number where processor time is unknown.
        if (!(cpuMs() - before >= IDLE_CHECK_MS * MAX_IDLE_SHARE)) return;
    }
}

/** Milliseconds of CPU time for one request. */
async function costOf(
    { connections, adds, toggles, processedWithinMs = 0 }: BenchRow,
    measured: TargetState,
    { roundMs, base, isBare }: RoundOptions,
): Promise<number> {
    const { target } = measured;
    const request = (index: number) => measured.request(base + index);
    if (adds !== undefined) return (await loadCost(target, { connections, request, count: adds })).cpuMs;
    if (toggles === undefined || isBare) {
        const options = { connections, request, count: 1e9, milliseconds: roundMs };
        const waitMs = isBare ? 0 : processedWithinMs;
        const { cpuMs, requests } = await loadCost(target, options, waitMs);
        if (requests >= MIN_REQUESTS) return cpuMs;
        const count = MIN_REQUESTS - requests;
        const further = { connections, request: (index: number) => request(index + requests), count };
        const rest = await loadCost(target, further, waitMs);
        return (cpuMs * requests + rest.cpuMs * rest.requests) / (requests + rest.requests);
    }
    const count = measured.toggles;
    const alone = await loadCost(target, { connections, request: toggle, count });
    measured.toggles = togglesIn(roundMs, alone.wallMs);
    if (toggles === 'only') return alone.cpuMs;
    const both = await loadCost(target, {
        connections,
        request: (index) => (index % 2 === 0 ? toggle(index / 2) : request(index)),
        count: 2 * count,
    });
    return Math.max(0, 2 * both.cpuMs - alone.cpuMs);
}

/** The number of toggles that takes about this long and restores the initial state. */
function togglesIn(milliseconds: number, each: number): number {
    return TOGGLES_IN_TURN * Math.max(1, Math.round(milliseconds / each / TOGGLES_IN_TURN));
}

/** CPU time and wall-clock time of one request. */
async function loadCost(
    target: Target,
    options: Parameters<typeof load>[1],
    processedWithinMs = 0,
): Promise<{ cpuMs: number; wallMs: number; requests: number }> {
    const idle = target.cpuMs();
    await delay(processedWithinMs);
    const before = target.cpuMs();
    const { requests, seconds } = await load(target.url, options);
    await delay(processedWithinMs);
    const cpuMs = target.cpuMs() - before - (before - idle);
    return { cpuMs: cpuMs / requests, wallMs: (seconds * 1_000) / requests, requests };
}
