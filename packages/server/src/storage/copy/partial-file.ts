import { rmSync } from 'node:fs';
import { lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

/** A process on another machine may write to the same folder; its file is stale if it has not grown for this long. */
const STALE_MS = 24 * 3_600_000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The names of incomplete files end with the machine and the process that writes them. Earlier versions added only `.partial`. */
const OWNER = /\.halyard-([A-Za-z0-9.-]+)-(\d+)\.partial$/;
const EARLIER_VERSION = /^halyard-\w+\.jsonl\.gz\.partial$/;

const machine = hostname().replaceAll(/[^A-Za-z0-9.-]/g, '') || 'unknown';

/**
 * Writes a file that gets its final name when it is complete. An interrupted process removes the incomplete file at once; the remains of
 * killed processes are removed by the next one that writes to the folder.
 */
export async function writeComplete(file: string, write: (partial: string) => Promise<void>): Promise<void> {
    await removeStale(path.dirname(file));
    const partial = `${file}.halyard-${machine}-${process.pid}.partial`;
    const onSignal = (signal: NodeJS.Signals) => {
        rmSync(partial, { force: true });
        for (const each of SIGNALS) process.off(each, onSignal);
        process.kill(process.pid, signal);
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
    try {
        await write(partial);
        await flushToDisk(partial);
        await rename(partial, file);
    } catch (error) {
        await rm(partial, { force: true });
        throw error;
    } finally {
        for (const signal of SIGNALS) process.off(signal, onSignal);
    }
}

async function flushToDisk(file: string): Promise<void> {
    const handle = await open(file, 'r+');
    await handle.sync();
    await handle.close();
}

/** Removes what it can: an incomplete file of another user is no reason to fail. */
async function removeStale(folder: string): Promise<void> {
    for (const name of await readdir(folder).catch(() => [])) {
        if (!name.endsWith('.partial')) continue;
        const file = path.join(folder, name);
        if (await isStale(file).catch(() => false)) await rm(file, { force: true }).catch(() => undefined);
    }
}

async function isStale(file: string): Promise<boolean> {
    const [, owner, pid] = OWNER.exec(file) ?? [];
    if (pid === undefined && !EARLIER_VERSION.test(path.basename(file))) return false;
    const stats = await lstat(file);
    if (!stats.isFile()) return false;
    if (owner === machine && !isRunning(Number(pid))) return true;
    return Date.now() - stats.mtimeMs > STALE_MS;
}

/** A process writes one file at a time, so an earlier file with its own number is a remnant, as in a container that was restarted. */
function isRunning(pid: number): boolean {
    if (pid === process.pid) return false;
    try {
        return process.kill(pid, 0);
    } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
}
