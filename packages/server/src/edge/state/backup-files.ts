import { open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

type Log = { warn(about: object, message: string): void };

/** The maximum size of a backup file: all flags of an environment fit into it. */
const MAX_MEGABYTES = 256;

/** Reads a backup file. Returns undefined if it does not exist or cannot be used; the latter is logged. */
export async function readBackupFile(
    folder: string,
    name: string,
    log: Log,
    parse: (text: string) => unknown = JSON.parse,
): Promise<unknown> {
    const path = join(folder, name);
    try {
        const { size } = await stat(path);
        if (size > MAX_MEGABYTES * 1024 * 1024) throw new Error(`it is larger than ${MAX_MEGABYTES} MB`);
        return parse(await readFile(path, 'utf8')) ?? undefined;
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') logUnusable(log, name, (error as Error).message);
        return undefined;
    }
}

export const logUnusable = (log: Log, file: string, problem: string) =>
    log.warn({ file, problem }, 'the backup file, or a part of it, cannot be used and is left out');

/** Writes a file atomically. Only its owner can read it, because tokens are secrets. */
export async function writeBackupFile(folder: string, name: string, text: string): Promise<void> {
    const path = join(folder, name);
    const file = await openNew(`${path}.new`);
    try {
        await file.writeFile(text);
        await file.sync();
    } finally {
        await file.close();
    }
    await rename(`${path}.new`, path);
}

/** Creates a file that only its owner can read, replacing an existing one: a symbolic link is not followed. */
export async function openNew(path: string) {
    await unlink(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
    });
    return open(path, 'wx', 0o600);
}
