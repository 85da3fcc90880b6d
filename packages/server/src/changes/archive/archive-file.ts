import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { linesOf } from '../../storage/file-lines.ts';
import {
    type ArchiveVerdict,
    archiveLine,
    type EventArchiveHeader,
    type OnEvent,
    verifyArchive,
} from './archive-format.ts';
import type { RecordedArchive } from './horizon.ts';

export const verifyArchiveFile = (path: string, onEvent?: OnEvent): Promise<ArchiveVerdict> =>
    verifyArchive(linesOf(path), onEvent);

/** The reason why a file is not a valid archive of its events; undefined when it is. `onEvent` is called for each event. */
export async function problemOfArchive(
    path: string,
    recorded: RecordedArchive,
    onEvent?: OnEvent,
): Promise<string | undefined> {
    let verdict: ArchiveVerdict;
    try {
        verdict = await verifyArchiveFile(path, onEvent);
    } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        return code === 'ENOENT' ? `${path} is not there` : `${path} cannot be read (${message})`;
    }
    if (!verdict.valid) return `${path} is damaged: ${verdict.reason}`;
    const { from, through, previousHash, hash } = verdict.header;
    const isThisOne =
        from === recorded.from_revision &&
        through === recorded.through_revision &&
        previousHash === recorded.previous_hash &&
        hash === recorded.hash;
    return isThisOne ? undefined : `${path} is another archive than the one that was recorded`;
}

/**
 * Writes an archive atomically and syncs it to disk. Then reads it back and verifies it, because the events in it are about to be
 * deleted from the database.
 */
export async function writeArchiveFile(
    path: string,
    header: EventArchiveHeader,
    lines: AsyncIterable<string>,
): Promise<void> {
    const unfinished = `${path}.${crypto.randomUUID()}.part`;
    try {
        const file = await open(unfinished, 'wx', 0o600);
        try {
            await file.appendFile(archiveLine(header));
            for await (const line of lines) await file.appendFile(line);
            await file.sync();
        } finally {
            await file.close();
        }
        const verdict = await verifyArchiveFile(unfinished);
        if (!verdict.valid) throw new Error(`The archive ${path} would not prove the log: ${verdict.reason}.`);
        await rename(unfinished, path);
    } finally {
        await rm(unfinished, { force: true });
    }
    await syncFolderOf(path);
}

/** A new file name is durable only once its folder is synced. Not every system supports that. */
async function syncFolderOf(path: string): Promise<void> {
    let folder: FileHandle | undefined;
    try {
        folder = await open(dirname(path), 'r');
        await folder.sync();
    } catch {
        // The file itself is synced.
    } finally {
        await folder?.close();
    }
}
