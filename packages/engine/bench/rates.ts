import type { Engine } from './engines/engine.ts';
import { mixed, single, users } from './scenario.ts';

type Run = (user: number) => unknown;
type Row = { name: string; prepare(engine: Engine): Promise<Run> };

const rows: Row[] = [
    ...Object.entries(single).map(([name, flag]) => ({
        name,
        prepare: (engine: Engine) => engine.single(flag, users),
    })),
    { name: 'all 1,000 flags', prepare: (engine: Engine) => engine.all(mixed, users) },
];

type Loop = (run: Run, from: number, to: number) => unknown;

/**
 * A loop of its own for each engine. Engines that shared one would spoil each other's measurement: the compiler learns per
 * piece of source, and forgets when six engines pass through it.
 */
function newLoop(): Loop {
    return new Function(
        'run',
        'from',
        'to',
        'let answer; for (let i = from; i < to; i++) answer = run(i & 255); return answer;',
    ) as Loop;
}

/** Runs for a while; evaluations per second of CPU time, which other processes on the machine disturb least. */
async function measure(run: Run, loop: Loop, milliseconds: number): Promise<number> {
    const batch = countBatch(run);
    const promises = run(0) instanceof Promise;
    const started = process.cpuUsage();
    const until = performance.now() + milliseconds;
    let evaluations = 0;
    while (performance.now() < until) {
        const next = evaluations + batch;
        if (promises) for (let i = evaluations; i < next; i++) await run(i & 255);
        else loop(run, evaluations, next);
        evaluations = next;
    }
    const { user, system } = process.cpuUsage(started);
    return evaluations / ((user + system) / 1e6);
}

/** How many evaluations take about 5 ms, so that looking at the clock costs nothing. */
function countBatch(run: Run): number {
    for (let count = 1; ; count *= 2) {
        const started = performance.now();
        for (let i = 0; i < count; i++) run(i & 255);
        if (performance.now() - started >= 5) return count;
    }
}

/** For how many users each engine says that a flag is on, by kind of flag: so that all are known to do the same work. */
export async function countOn(engines: readonly Engine[]): Promise<Map<string, number[]>> {
    const counts = new Map<string, number[]>();
    for (const [row, flag] of Object.entries(single)) {
        const ofRow = await Promise.all(
            engines.map(async (engine) => {
                const run = await engine.single(flag, users);
                const answers = await Promise.all(users.map((_, i) => run(i)));
                return answers.filter(engine.isOn).length;
            }),
        );
        counts.set(row, ofRow);
    }
    return counts;
}

/** Evaluations per second of CPU time, a figure for each round, by kind of flag and engine; in turns. */
export async function measureRates(
    engines: readonly Engine[],
    { rounds, milliseconds }: { rounds: number; milliseconds: number },
): Promise<Map<string, Map<string, number[]>>> {
    const loops = new Map(engines.map((engine) => [engine, newLoop()]));
    const prepared = await Promise.all(
        rows.map(async ({ name, prepare }) => ({
            name,
            runs: await Promise.all(engines.map(async (engine) => ({ engine, run: await prepare(engine) }))),
        })),
    );
    const measureOne = ({ engine, run }: { engine: Engine; run: Run }, time = milliseconds) =>
        measure(run, loops.get(engine)!, time);
    // Every engine first meets every kind of flag, as it would in use, so that no row is measured with code made for it alone.
    for (let round = 0; round < 2; round++) {
        for (const { runs } of prepared) for (const each of runs) await measureOne(each, 3 * milliseconds);
    }
    const rates = new Map<string, Map<string, number[]>>();
    for (const { name, runs } of prepared) {
        const ofRow = new Map(engines.map((engine) => [engine.name, [] as number[]]));
        for (let round = 0; round < rounds; round++) {
            for (const each of runs) ofRow.get(each.engine.name)!.push(await measureOne(each));
        }
        rates.set(name, ofRow);
    }
    return rates;
}

export function median(values: readonly number[]): number {
    return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
