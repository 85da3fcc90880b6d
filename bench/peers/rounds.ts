import { capture, type LoadResponse, load, type Request, UnexpectedResponse } from '../support/load.ts';
import type { BenchProcess } from '../support/server-process.ts';
import { type Cost, type RowResult, TARGETS, type TargetName } from './results.ts';
import { type BenchRow, TOGGLES_IN_TURN, toggle } from './rows.ts';
import type { Target } from './service.ts';

export interface Measuring {
    targets: Partial<Record<TargetName, Target>>;
    bare: BenchProcess<{ url: string }>;
    flags: number;
    rounds: number;
    warmUpMs: number;
    roundMs: number;
}

/** The state of a target while a row is measured. */
interface Measured {
    target: Target;
    request: (index: number) => Request;
    /** So many toggles a round fit its speed. */
    toggles: number;
    waitedMs: number;
}

/** Users of one round are not those of another; a multiple of what toggles repeat after. */
const INDEXES_A_ROUND = 1_000_000;
/** By then the compiler has seen what is hot. */
const WARM = 5_000;
/** Of requests that add something every server is sent equally many. */
const WARM_UPS_THAT_ADD = 5;
/** Who takes longer than this for one kind of request is not asked again. */
const PATIENCE_MS = 20_000;

/** Measures one kind of request at every target in turns, so that whatever else the machine does hits all alike. */
export async function measureRow(row: BenchRow, measuring: Measuring): Promise<RowResult> {
    const { name, title, wanted } = row;
    const { targets, rounds, roundMs, warmUpMs } = measuring;
    const costs: RowResult['costs'] = {};
    const known = new Map<TargetName, Measured>();
    for (const target of TARGETS.filter((each) => targets[each] && answers(each, row))) {
        costs[target] = await attempt(async () => {
            const { request, bytes } = await prepare(row, measuring, target);
            known.set(target, { target: targets[target]!, request, toggles: TOGGLES_IN_TURN, waitedMs: 0 });
            return { rounds: [], bytes };
        });
    }
    for (let round = -1; round < rounds; round++) {
        for (const target of round % 2 ? TARGETS : TARGETS.toReversed()) {
            const cost = costs[target];
            const measured = known.get(target);
            if (!cost || 'missing' in cost || !measured) continue;
            if (measured.waitedMs > PATIENCE_MS && (round < 0 || cost.rounds.length > 0)) continue;
            const started = performance.now();
            const asked = { roundMs, base: (round + 1) * INDEXES_A_ROUND, isBare: target === 'bare' };
            costs[target] = await attempt(async () => {
                if (round < 0) {
                    await warmUp(row, measured, { ...asked, warmUpMs });
                    return cost;
                }
                return { rounds: [...cost.rounds, await costOf(row, measured, asked)], bytes: cost.bytes };
            });
            measured.waitedMs += performance.now() - started;
        }
    }
    return { name, title, wanted, costs };
}

/** A bare server changes nothing, and Unleash lacks some features. */
function answers(target: TargetName, { adds, toggles, oursOnly }: BenchRow): boolean {
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

/** Asks once, and tells the bare server what to send: what Halyard answered on the embedded database. */
async function prepare(row: BenchRow, { targets, bare, flags }: Measuring, target: TargetName) {
    const requestFor = (etag: string) => (index: number) => row.request(index, { flags, etag });
    if (row.adds !== undefined || row.toggles === 'only') return { request: requestFor(''), bytes: 0 };
    const { url } = targets[target === 'bare' ? 'embedded' : target]!;
    let answer = await captureOk(url, requestFor('')(0));
    const request = requestFor(row.conditional ? headerOf(answer, 'etag') : '');
    if (row.conditional) answer = await captureOk(url, request(0));
    if (target === 'bare') await bare.send(answer);
    return { request, bytes: Buffer.byteLength(answer.body, 'base64') };
}

async function captureOk(url: string, request: Request): Promise<LoadResponse> {
    const answer = await capture(url, request);
    if (answer.status >= 400) throw new UnexpectedResponse(answer.status, request);
    return answer;
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

/** Asks until it does not become cheaper any more, or for as long as there is time. */
async function warmUp(
    row: BenchRow,
    measured: Measured,
    { warmUpMs, ...asked }: RoundOptions & { warmUpMs: number },
): Promise<void> {
    const { connections, adds, toggles } = row;
    const request = (index: number) => measured.request(asked.base + index);
    if (adds !== undefined) {
        await loaded(measured.target, { connections, request, count: WARM_UPS_THAT_ADD * adds });
    } else if (toggles === undefined || asked.isBare) {
        await loaded(measured.target, { connections, request, count: WARM, milliseconds: warmUpMs });
    } else {
        const started = performance.now();
        while (performance.now() - started < warmUpMs) await costOf(row, measured, asked);
    }
}

/** Milliseconds of processor time for one request. */
async function costOf(
    { connections, adds, toggles }: BenchRow,
    measured: Measured,
    { roundMs, base, isBare }: RoundOptions,
): Promise<number> {
    const { target } = measured;
    const request = (index: number) => measured.request(base + index);
    if (adds !== undefined) return (await loaded(target, { connections, request, count: adds })).cpuMs;
    if (toggles === undefined || isBare) {
        return (await loaded(target, { connections, request, count: 1e9, milliseconds: roundMs })).cpuMs;
    }
    const count = measured.toggles;
    const alone = await loaded(target, { connections, request: toggle, count });
    measured.toggles = togglesIn(roundMs, alone.wallMs);
    if (toggles === 'only') return alone.cpuMs;
    const both = await loaded(target, {
        connections,
        request: (index) => (index % 2 === 0 ? toggle(index / 2) : request(index)),
        count: 2 * count,
    });
    return Math.max(0, 2 * both.cpuMs - alone.cpuMs);
}

/** How many, after which all is as it was, take about so long. */
function togglesIn(milliseconds: number, each: number): number {
    return TOGGLES_IN_TURN * Math.max(1, Math.round(milliseconds / each / TOGGLES_IN_TURN));
}

/** CPU time and wall-clock time of one request. */
async function loaded(target: Target, options: Parameters<typeof load>[1]): Promise<{ cpuMs: number; wallMs: number }> {
    const before = target.cpuMs();
    const { requests, seconds } = await load(target.url, options);
    return { cpuMs: (target.cpuMs() - before) / requests, wallMs: (seconds * 1_000) / requests };
}
