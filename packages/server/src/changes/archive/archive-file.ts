import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { linesOf } from '../../storage/file-lines.ts';
import { type ArchiveHeader, type ArchiveVerdict, archiveLine, verifyArchive } from './archive-format.ts';

export const verifyArchiveFile = (path: string): Promise<ArchiveVerdict> => verifyArchive(linesOf(path));

/**
 * Writes an archive so that under its name there is all of it or nothing, and on the disk. It is then read again and proven:
 * what it contains is about to be deleted elsewhere.
 */
export async function writeArchiveFile(
    path: string,
    header: ArchiveHeader,
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

/** The name of a new file is on the disk only once its folder is. Not every system can do that. */
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
