import { open, readFile, rename, stat, unlink } from 'node:fs/promises';

type Log = { warn(about: object, message: string): void };

/** The maximum size of a backup file: all flags of an environment fit into it. */
const MAX_MEGABYTES = 256;
export const MAX_BACKUP_BYTES = MAX_MEGABYTES * 1024 * 1024;

export const tooLarge = () => new Error(`it is larger than ${MAX_MEGABYTES} MB`);

/** Returns the text of a file; undefined if it does not exist. */
export async function readIfExists(path: string): Promise<string | undefined> {
    try {
        const { size } = await stat(path);
        if (size > MAX_BACKUP_BYTES) throw tooLarge();
        return await readFile(path, 'utf8');
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
    }
}

/** Parses a part of a backup. Returns undefined if it does not exist or cannot be used; the latter is logged. */
export async function parseBackup(
    name: string,
    text: Promise<string | undefined>,
    log: Log,
    parse: (text: string) => unknown = JSON.parse,
): Promise<unknown> {
    try {
        const content = await text;
        return content === undefined ? undefined : (parse(content) ?? undefined);
    } catch (error) {
        logUnusable(log, name, (error as Error).message);
        return undefined;
    }
}

export const logUnusable = (log: Log, file: string, problem: string) =>
    log.warn({ file, problem }, 'the backup file, or a part of it, cannot be used and is left out');

/** Writes a file atomically. Only its owner can read it, because tokens are secrets. */
export async function writeBackupFile(path: string, text: string): Promise<void> {
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
