import { setTimeout as sleep } from 'node:timers/promises';
import { importFlags } from './flags.ts';
import type { Options } from './options.ts';
import { type RowResult, type ServerResult, type SizeResult, TARGETS, type TargetName } from './results.ts';
import { measureRow } from './rounds.ts';
import { type BenchRow, rows } from './rows.ts';
import type { Servers } from './servers.ts';

export interface LoadedServer {
    token: string;
    flags: number;
    /** From the last import; an estimate before the first. */
    perSecond: number;
}

export type LoadedServers = Record<Exclude<TargetName, 'bare'>, LoadedServer>;

interface Size {
    flags: number;
    withPeer: boolean;
    isTable: boolean;
}

/** Imports flags into every server up to this number, restarts it, and measures its cost. */
export async function measureSize(
    { targets, bare }: Servers,
    loaded: LoadedServers,
    { flags, withPeer, isTable }: Size,
    options: Options,
    say: (message: string) => void,
): Promise<SizeResult> {
    const present = TARGETS.filter((name) => name !== 'peer' || withPeer);
    const servers: SizeResult['servers'] = {};
    for (const name of present) {
        const server: ServerResult = { startSeconds: [], startCpuSeconds: [], memoryMb: Number.NaN };
        servers[name] = server;
        if (name === 'bare') continue;
        const has = loaded[name];
        if (has.flags >= flags) continue;
        say(`${name}: importing ${flags - has.flags} flags`);
        server.importPerSecond = await importFlags(targets[name].url, has.token, has.flags, flags);
        Object.assign(has, { flags, perSecond: server.importPerSecond });
    }

    for (let round = 0; round < (isTable ? options.starts : 1); round++) {
        for (const name of present) {
            say(`${name}: start ${round + 1}`);
            const { seconds, cpuSeconds } = await targets[name].restart();
            servers[name]!.startSeconds.push(seconds);
            servers[name]!.startCpuSeconds.push(cpuSeconds);
        }
    }
    await sleep(options.restMs);
    for (const name of present) servers[name]!.memoryMb = targets[name].memoryMb();

    const measuring = {
        targets: Object.fromEntries(present.map((name) => [name, targets[name]])),
        bare: bare(),
        flags,
        rounds: options.rounds,
        roundMs: options.roundMs,
        warmUpMs: options.warmUpMs,
    };
    const selected = rows.filter(({ name, grows }) => (isTable || grows) && options.only(name));
    const measured = new Map<BenchRow, RowResult>();
    // Requests that change nothing come first.
    for (const row of selected.toSorted((a, b) => changes(a) - changes(b))) {
        say(row.title);
        measured.set(row, await measureRow(row, measuring));
    }
    return { flags, rows: selected.map((row) => measured.get(row)!), servers };
}

const changes = ({ adds, toggles }: BenchRow) => (toggles === 'only' ? 1 : adds !== undefined ? 2 : toggles ? 3 : 0);
