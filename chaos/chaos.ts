import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../packages/server/test/support/free-port.ts';
import { type Fault, faultsOf } from './faults.ts';
import { type Counts, Load } from './load.ts';
import { Node } from './node.ts';
import { Postgres } from './postgres.ts';
import { Random } from './random.ts';
import { Sdks } from './sdks.ts';
import { findings, untilCalm } from './verify.ts';

export interface ChaosOptions {
    seconds: number;
    seed: number;
    nodes: number;
    writers: number;
    /** Told one line for each thing that happens. */
    say: (line: string) => void;
}

export interface Summary {
    faults: number;
    counts: Counts;
    flags: number;
    revision: number;
    sdks: number;
    recoveryMs: number;
    /** What is not as it must be; empty: all is well. */
    found: string[];
}

/** Lets things go wrong at random under load, and then looks whether anything is not as it must be. */
export async function runChaos({ seconds, seed, nodes: count, writers, say }: ChaosOptions): Promise<Summary> {
    const postgres = await Postgres.start();
    if (!postgres.hasOwnDisk)
        say('         the disk is not filled here: a small one of its own can only be mounted as root on Linux');
    const nodes: Node[] = [];
    let sdks: Sdks | undefined;
    try {
        for (let number = 1; number <= count; number++) {
            nodes.push(await Node.start(`node-${number}`, await freePort(), postgres.url));
        }
        await untilCalm(nodes);
        sdks = new Sdks(nodes);
        const load = new Load(nodes, new Random(seed + 1));
        load.start(writers);
        const faults = await letThingsGoWrong(faultsOf(nodes, postgres, new Random(seed + 2)), { seconds, seed, say });
        await load.stop();
        const recoveryMs = await untilCalm(nodes);
        say(`         everything answers again after ${inSeconds(recoveryMs)}`);
        const { found, revision } = await findings({ nodes, sdks, expected: load.expected, databaseUrl: postgres.url });
        return {
            faults,
            counts: load.counts,
            flags: load.expected.length,
            revision,
            sdks: sdks.count,
            recoveryMs,
            found: [...found, ...load.complaints, ...nodes.flatMap(({ complaints }) => complaints)],
        };
    } finally {
        await sdks?.stop();
        await Promise.all(nodes.map((node) => node.stop()));
        await postgres.stop();
    }
}

/** One fault after the other, and some at the same time, each of another part. */
async function letThingsGoWrong(
    faults: readonly Fault[],
    { seconds, seed, say }: Pick<ChaosOptions, 'seconds' | 'seed' | 'say'>,
): Promise<number> {
    const random = new Random(seed);
    const start = performance.now();
    const elapsed = () => (performance.now() - start) / 1_000;
    const underWay = new Map<string, Promise<void>>();
    let count = 0;
    while (elapsed() < seconds) {
        const fault = random.pick(faults);
        const lasts = random.between(...fault.seconds);
        const pause = random.between(0.3, 3);
        if (!underWay.has(fault.part)) {
            count++;
            say(
                `${elapsed().toFixed(1).padStart(7)} s  ${fault.part.padEnd(10)}  ${fault.says}, for ${lasts.toFixed(1)} s`,
            );
            underWay.set(
                fault.part,
                once(fault, lasts).finally(() => underWay.delete(fault.part)),
            );
        }
        await delay(pause * 1_000);
    }
    await Promise.all(underWay.values());
    return count;
}

async function once({ begin, end }: Fault, lasts: number): Promise<void> {
    await begin();
    await delay(lasts * 1_000);
    await end();
}

const inSeconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
