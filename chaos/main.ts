// npm run chaos -- --minutes 60 --seed 7 [--database sqlite]
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';

const { values } = parseArgs({
    options: {
        minutes: { type: 'string', default: '2' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        database: { type: 'string', default: 'postgres' },
        nodes: { type: 'string' },
        edges: { type: 'string', default: '1' },
        writers: { type: 'string', default: '4' },
    },
});

/** The mount of the disk and all child processes end with this process, for any reason. */
const INSIDE = 'HALYARD_CHAOS_INSIDE';
const UNSHARE = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

if (process.env[INSIDE] === undefined && canUnshare()) {
    const command = [process.execPath, import.meta.filename, ...process.argv.slice(2), `--seed=${values.seed}`];
    const { status } = spawnSync('unshare', [...UNSHARE, ...command], {
        stdio: 'inherit',
        env: { ...process.env, [INSIDE]: '1' },
    });
    process.exit(status ?? 1);
}

// The browser SDK prints every failed request.
console.error = () => undefined;

const isEmbedded = values.database === 'sqlite';
const count = (text: string) => Number(text);
const [minutes, seed, edges, writers] = [
    count(values.minutes),
    count(values.seed),
    count(values.edges),
    count(values.writers),
];
// The embedded database supports one node.
const nodes = isEmbedded ? 1 : count(values.nodes ?? '3');
console.log(`${nodes} nodes, ${edges} edges, ${writers} writers, ${minutes} minutes, ${values.database}, seed ${seed}`);
const { faults, counts, reads, readsWithoutDatabase, flags, revision, sdks, recoveryMs, problems } = await runChaos({
    seconds: minutes * 60,
    seed,
    database: isEmbedded ? 'sqlite' : 'postgres',
    nodes,
    edges,
    writers,
    say: (line) => console.log(line),
});
console.log(`
${faults} faults; changes: ${counts.acknowledged} acknowledged, ${counts.refused} refused, ${counts.unreachable} sent to nobody, ${counts.unknown} without an answer
${reads} reads were answered, ${readsWithoutDatabase} of them while the database was away
longest wait for an answer to a change ${(counts.longestMs / 1_000).toFixed(1)} s; everything answered ${(recoveryMs / 1_000).toFixed(1)} s after the last fault
${flags} flags, revision ${revision}, ${sdks} SDKs`);
for (const sentence of problems) console.log(`WRONG: ${sentence}`);
console.log(
    problems.length === 0
        ? 'Nothing that was acknowledged is missing, the chain is proven, publications equal rows, every SDK equals its server, and every read was answered.'
        : `${problems.length} wrong. The same faults again: --seed ${seed}`,
);
process.exit(problems.length === 0 ? 0 : 1);

function canUnshare(): boolean {
    return process.platform === 'linux' && spawnSync('unshare', [...UNSHARE, 'true'], { stdio: 'ignore' }).status === 0;
}
