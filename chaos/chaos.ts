import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundleNode } from './bundle.ts';
import { type ChaosDatabase, embeddedDatabase } from './database.ts';
import { type Fault, faultsOf } from './faults.ts';
import { type Counts, WriteLoad } from './load.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, FRONTEND_TOKEN, Node } from './node.ts';
import { Postgres } from './postgres.ts';
import { Random } from './random.ts';
import { Readers } from './readers.ts';
import { Sdks } from './sdks.ts';
import { findProblems, waitForRecovery } from './verify.ts';

export interface ChaosOptions {
    seconds: number;
    seed: number;
    database: 'postgres' | 'sqlite';
    nodes: number;
    /** Each edge follows the first node. */
    edges: number;
    writers: number;
    /** Called with one line for each incident. */
    say: (line: string) => void;
}

export interface Summary {
    faults: number;
    counts: Counts;
    reads: number;
    readsWithoutDatabase: number;
    flags: number;
    revision: number;
    sdks: number;
    recoveryMs: number;
    /** Violated expectations; empty when everything is correct. */
    problems: string[];
}

/** Causes random faults under load, and then checks the final state. */
export async function runChaos(options: ChaosOptions): Promise<Summary> {
    const { seconds, seed, writers, say } = options;
    const bundle = await bundleNode();
    const database = await (options.database === 'sqlite' ? embeddedDatabase() : Postgres.start());
    if (!database.disk.isOwn)
        say('         the disk is not filled here: a small one of its own can only be mounted as root on Linux');
    const nodes: Node[] = [];
    let sdks: Sdks | undefined;
    try {
        await startAll(nodes, { ...options, entry: bundle.entry, database });
        await waitForRecovery(nodes);
        sdks = new Sdks(nodes);
        const load = new WriteLoad(
            nodes.filter(({ isEdge }) => !isEdge),
            new Random(seed + 1),
        );
        load.start(writers);
        const readers = new Readers(nodes, database);
        const faults = await injectFaults(faultsOf(nodes, database, new Random(seed + 2)), { seconds, seed, say });
        await Promise.all([load.stop(), readers.stop()]);
        const recoveryMs = await waitForRecovery(nodes);
        say(`         everything answers again after ${formatSeconds(recoveryMs)}`);
        const { problems, revision } = await findProblems({ nodes, sdks, load, database });
        return {
            faults,
            counts: load.counts,
            reads: readers.reads,
            readsWithoutDatabase: readers.readsWithoutDatabase,
            flags: load.expected.length,
            revision,
            sdks: sdks.count,
            recoveryMs,
            problems: [
                ...problems,
                ...load.complaints,
                ...readers.complaints,
                ...nodes.flatMap(({ complaints }) => complaints),
            ],
        };
    } finally {
        await sdks?.stop();
        await Promise.all(nodes.map((node) => node.stop()));
        await database.stop();
        await bundle.remove();
    }
}

/** Nodes are added to `nodes` at once, so that an early end can stop them. */
async function startAll(
    nodes: Node[],
    {
        nodes: count,
        edges,
        entry,
        database,
    }: Pick<ChaosOptions, 'nodes' | 'edges'> & { entry: string; database: ChaosDatabase },
): Promise<void> {
    const { address } = database;
    for (let number = 1; number <= count; number++) {
        const node = await Node.start({
            name: `node-${number}`,
            entry,
            dependsOn: address && { name: database.name, ...address },
            environment: (port) => ({
                ...database.environment(port),
                INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
                INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
                INIT_FRONTEND_API_TOKENS: FRONTEND_TOKEN,
                UNLEASH_DEFAULT_ADMIN_PASSWORD: 'Correct-horse-7',
            }),
        });
        nodes.push(node);
    }
    const [first] = nodes;
    // An edge without a backup that has never reached upstream could not validate tokens.
    await waitForRecovery([first!]);
    for (let number = 1; number <= edges; number++) {
        const name = `edge-${number}`;
        const node = await Node.start({
            name,
            entry,
            isEdge: true,
            dependsOn: { name: first!.name, host: '127.0.0.1', port: first!.port },
            environment: (port) => ({
                UPSTREAM_URL: `http://127.0.0.1:${port}`,
                TOKENS: `${CLIENT_TOKEN},${FRONTEND_TOKEN}`,
                BACKUP_FOLDER: path.join(database.disk.home, name),
            }),
        });
        nodes.push(node);
    }
}

/** One fault after the other, and some at the same time in different parts. */
async function injectFaults(
    faults: readonly Fault[],
    { seconds, seed, say }: Pick<ChaosOptions, 'seconds' | 'seed' | 'say'>,
): Promise<number> {
    const random = new Random(seed);
    const start = performance.now();
    const elapsed = () => (performance.now() - start) / 1_000;
    const running = new Map<string, Promise<void>>();
    let count = 0;
    while (elapsed() < seconds) {
        const fault = random.pick(faults);
        const duration = random.between(...fault.seconds);
        const pause = random.between(0.3, 3);
        if (!running.has(fault.part)) {
            count++;
            say(
                `${elapsed().toFixed(1).padStart(7)} s  ${fault.part.padEnd(10)}  ${fault.description}, for ${duration.toFixed(1)} s`,
            );
            running.set(
                fault.part,
                applyFault(fault, duration).finally(() => running.delete(fault.part)),
            );
        }
        await delay(pause * 1_000);
    }
    await Promise.all(running.values());
    return count;
}

async function applyFault({ begin, end }: Fault, duration: number): Promise<void> {
    await begin();
    await delay(duration * 1_000);
    await end();
}

const formatSeconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
