/**
 * Halyard compared with Unleash, as published in the public registry, and with a bare `node:http` server that sends the same bytes: the CPU
 * time of each request, and its growth with the number of flags.
 * `npm run bench -- peers --help`
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../scripts/launcher/built.mjs';
import { measureEvaluators } from './peers/evaluators.ts';
import { prepareImport } from './peers/flags.ts';
import { installPeers, peerVersions } from './peers/install.ts';
import { type LoadedServers, measureSize } from './peers/measure.ts';
import { HELP, type Options, readOptions } from './peers/options.ts';
import { planSize } from './peers/plan.ts';
import { cpuMsOf, hasProc, machineBusyMs } from './peers/proc.ts';
import { costPicture } from './peers/report/cost-picture.ts';
import { growthPicture } from './peers/report/growth-picture.ts';
import { toMarkdown } from './peers/report/markdown.ts';
import type { Results, SizeResult } from './peers/results.ts';
import { rows } from './peers/rows.ts';
import { Running, startServers } from './peers/servers.ts';

const options = optionsOrEnd();
if (options.render) {
    write(JSON.parse(readFileSync(path.join(options.out, 'results.json'), 'utf8')));
    process.exit();
}
const started = performance.now();
const elapsedMs = () => performance.now() - started;
const running = new Running();
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
        isInterrupted = true;
        say('interrupted: stopping what was started');
        await running.stop();
        process.exit(130);
    });
}

if (!hasProc) say('this system does not tell what other processes cost: there will be no figures of processor time');
await installPeers();
await ensureBuilt();
const busyBefore = { machine: machineBusyMs(), own: hasProc ? cpuMsOf(process.pid) : 0, at: elapsedMs() };
const sizes: SizeResult[] = [];
try {
    if (rows.some(({ name }) => options.only(name))) await measureServers();
} catch (error) {
    // Pending requests fail when their server stops.
    if (!isInterrupted) throw error;
} finally {
    await running.stop();
}
const results = resultsOf();
if (options.only('evaluators')) {
    // The user may interrupt the rest.
    write(results);
    results.evaluators = await measureEvaluators(options, say);
}
write(results);
console.log(toMarkdown(results));

function optionsOrEnd(): Options {
    try {
        const read = readOptions(process.argv.slice(2));
        if (read !== 'help') return read;
        console.log(HELP);
        process.exit(0);
    } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        process.exit(1);
    }
}

async function measureServers(): Promise<void> {
    const servers = await startServers(running, say);
    const { peer, embedded, postgres } = servers.targets;
    const loaded: LoadedServers = {
        // Measured first, because later steps depend on it.
        peer: { token: await prepareImport(peer.url), flags: 0, perSecond: 20 },
        embedded: { token: await prepareImport(embedded.url), flags: 0, perSecond: 1_000 },
        postgres: { token: await prepareImport(postgres.url), flags: 0, perSecond: 1_000 },
    };
    let largest = 0;
    for (const flags of options.sizes) {
        const isTable = flags === options.tableFlags;
        const plan = planSize(
            {
                flags,
                isTable,
                rows: rows.filter(({ name, grows }) => (isTable || grows) && options.only(name)).length,
                peerIsThere: loaded.peer.flags === largest,
                peerFlags: loaded.peer.flags,
                peerPerSecond: loaded.peer.perSecond,
                elapsedMs: elapsedMs(),
            },
            options,
        );
        if (!plan.measure) {
            say(`${flags} flags are left out: ${plan.why}`);
            continue;
        }
        say(`${flags} flags${plan.why ? ` (Unleash: ${plan.why})` : ''}`);
        const measured = await measureSize(servers, loaded, { flags, isTable, withPeer: plan.withPeer }, options, say);
        sizes.push(plan.why === undefined ? measured : { ...measured, peerMissing: plan.why });
        largest = flags;
    }
}

function say(message: string): void {
    const seconds = Math.round(elapsedMs() / 1_000);
    console.error(
        `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}  ${message}`,
    );
}

function resultsOf(): Results {
    const own = hasProc ? cpuMsOf(process.pid) - busyBefore.own : Number.NaN;
    const busyMs = machineBusyMs() - busyBefore.machine - own;
    const { model = process.arch } = cpus()[0] ?? {};
    return {
        date: new Date().toISOString().slice(0, 10),
        machine: `${cpus().length} × ${model || process.arch}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.versions.node}`,
        versions: peerVersions(),
        rounds: options.rounds,
        otherLoad: Math.max(0, busyMs / (elapsedMs() - busyBefore.at)),
        minutes: elapsedMs() / 60_000,
        tableFlags: options.tableFlags,
        sizes,
        evaluators: [],
    };
}

function write(results: Results): void {
    mkdirSync(options.out, { recursive: true });
    const files = {
        'results.json': toJson(results),
        'results.md': toMarkdown(results),
        'cost.svg': costPicture(results),
        'growth.svg': growthPicture(results),
    };
    for (const [name, text] of Object.entries(files)) {
        if (text !== undefined) writeFileSync(path.join(options.out, name), text);
    }
    console.error(`Written to ${options.out}`);
}

/** Four digits are more than the precision. */
function toJson(results: Results): string {
    const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
    return `${JSON.stringify(results, rounded, 4)}\n`;
}
