// npm run chaos -- --minutes 60 --seed 7
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';

const { values } = parseArgs({
    options: {
        minutes: { type: 'string', default: '2' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        nodes: { type: 'string', default: '3' },
        writers: { type: 'string', default: '4' },
    },
});

/** Where the disk is mounted, and all processes, go with this process, however it ends. */
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

const [minutes, seed, nodes, writers] = [values.minutes, values.seed, values.nodes, values.writers].map(Number) as [
    number,
    number,
    number,
    number,
];
console.log(`${nodes} nodes, ${writers} writers, ${minutes} minutes, seed ${seed}`);
const { faults, counts, flags, revision, sdks, recoveryMs, found } = await runChaos({
    seconds: minutes * 60,
    seed,
    nodes,
    writers,
    say: (line) => console.log(line),
});
console.log(`
${faults} faults; changes: ${counts.acknowledged} acknowledged, ${counts.refused} refused, ${counts.unknown} without an answer
longest wait for an answer ${(counts.longestMs / 1_000).toFixed(1)} s; everything answered ${(recoveryMs / 1_000).toFixed(1)} s after the last fault
${flags} flags, revision ${revision}, ${sdks} SDKs`);
for (const sentence of found) console.log(`WRONG: ${sentence}`);
console.log(
    found.length === 0
        ? 'Nothing that was acknowledged is missing, the chain is proven, publications equal rows, every SDK equals its server.'
        : `${found.length} wrong. The same faults again: --seed ${seed}`,
);
process.exit(found.length === 0 ? 0 : 1);

function canUnshare(): boolean {
    return process.platform === 'linux' && spawnSync('unshare', [...UNSHARE, 'true'], { stdio: 'ignore' }).status === 0;
}
