import { arch, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureChanges } from './changes.ts';
import type { Engine } from './engines/engine.ts';
import { flagd } from './engines/flagd.ts';
import { floor } from './engines/floor.ts';
import { growthbook } from './engines/growthbook.ts';
import { halyard } from './engines/halyard.ts';
import { launchdarkly } from './engines/launchdarkly.ts';
import { unleash } from './engines/unleash.ts';
import { mixed, single, users } from './scenario.ts';

const { values: options } = parseArgs({
    options: {
        rounds: { type: 'string', default: '7' },
        milliseconds: { type: 'string', default: '150' },
        only: { type: 'string', default: '' },
    },
});
const rounds = Number(options.rounds);
const engines = [halyard, unleash, flagd, growthbook, launchdarkly, floor].filter(
    ({ name }) => options.only === '' || options.only.split(',').includes(name),
);

type Run = (user: number) => unknown;
type Row = { name: string; prepare(engine: Engine): Promise<Run> };

const rows: Row[] = [
    ...Object.entries(single).map(([name, flag]) => ({
        name,
        prepare: (engine: Engine) => engine.single(flag, users),
    })),
    { name: 'all 1,000 flags', prepare: (engine: Engine) => engine.all(mixed, users) },
];

type Loop = (run: Run, times: number) => unknown;

/**
 * A loop of its own for each engine. Engines that shared one would spoil each other's measurement: the compiler learns per
 * piece of source, and forgets when six engines pass through it.
 */
function newLoop(): Loop {
    return new Function(
        'run',
        'times',
        'let answer; for (let i = 0; i < times; i++) answer = run(i & 255); return answer;',
    ) as Loop;
}

/** Runs for a while; evaluations per second of CPU time, which other processes on the machine disturb least. */
async function measure(run: Run, loop: Loop): Promise<number> {
    const batch = countBatch(run) * users.length;
    const promises = run(0) instanceof Promise;
    const started = process.cpuUsage();
    const until = performance.now() + Number(options.milliseconds);
    let evaluations = 0;
    while (performance.now() < until) {
        if (promises) for (let i = 0; i < batch; i++) await run(i & 255);
        else loop(run, batch);
        evaluations += batch;
    }
    const { user, system } = process.cpuUsage(started);
    return evaluations / ((user + system) / 1e6);
}

/** How many times all users take about 5 ms, so that looking at the clock costs nothing. */
function countBatch(run: Run): number {
    const started = performance.now();
    for (let i = 0; i < users.length; i++) run(i);
    return Math.max(1, Math.round(5 / (performance.now() - started)));
}

function median(values: number[]): number {
    return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

async function checkAgreement(): Promise<void> {
    for (const [row, flag] of Object.entries(single)) {
        const counts = await Promise.all(
            engines.map(async (engine) => {
                const run = await engine.single(flag, users);
                const answers = await Promise.all(users.map((_, i) => run(i)));
                return answers.filter(engine.isOn).length;
            }),
        );
        console.log(`${row}: on for ${counts.join(', ')} of ${users.length}`);
    }
}

console.log(
    `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model || arch()}; ${rounds} interleaved rounds`,
);
console.log(`Engines: ${engines.map(({ name }) => name).join(', ')}`);
await checkAgreement();

const loops = new Map(engines.map((engine) => [engine, newLoop()]));
const prepared = await Promise.all(
    rows.map(async ({ name, prepare }) => ({
        name,
        runs: await Promise.all(engines.map(async (engine) => ({ engine, run: await prepare(engine) }))),
    })),
);
// Every engine first meets every kind of flag, as it would in use, so that no row is measured with code made for it alone.
for (let round = 0; round < 2; round++) {
    for (const { runs } of prepared) for (const { engine, run } of runs) await measure(run, loops.get(engine)!);
}

const table: Record<string, Record<string, string>> = {};
for (const row of prepared) {
    const rates = new Map(engines.map(({ name }) => [name, [] as number[]]));
    for (let round = 0; round < rounds; round++) {
        for (const { engine, run } of row.runs) rates.get(engine.name)!.push(await measure(run, loops.get(engine)!));
    }
    table[row.name] = Object.fromEntries([...rates].map(([name, values]) => [name, readable(median(values))]));
    const ours = median(rates.get('halyard') ?? [0]);
    const ratio = (name: string) => (rates.has(name) ? (ours / median(rates.get(name)!)).toFixed(2) : '-');
    const peers = [...rates].filter(([name]) => name !== 'halyard' && name !== 'floor');
    table[row.name]!['÷ unleash'] = ratio('unleash-client');
    table[row.name]!['÷ best peer'] = (ours / Math.max(...peers.map(([, values]) => median(values)))).toFixed(2);
    table[row.name]!['÷ floor'] = ratio('floor');
}
console.table(table);
for (const [size, microseconds] of measureChanges([100, 5_000], rounds)) {
    console.log(`changing one of ${size} flags: ${median(microseconds).toFixed(1)} µs`);
}

function readable(rate: number): string {
    if (rate >= 1e6) return `${(rate / 1e6).toFixed(1)} M`;
    return rate >= 1e4 ? `${(rate / 1e3).toFixed(0)} k` : rate.toFixed(0);
}
process.exit();
