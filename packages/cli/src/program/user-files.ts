import { constants } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from './command.ts';
import { plain } from './printable.ts';

// A repository can contain symbolic links to any path on the disk. A command that writes below a folder must not follow them.

export interface FileToWrite {
    /** Relative to the folder. */
    file: string;
    text: string;
    /** Whether an existing file is an error. */
    isNew?: boolean;
}

/** Writes files below a folder and creates missing folders. All targets are checked first: if one is not allowed, nothing is written. */
export async function writeFiles(folder: string, files: readonly FileToWrite[]): Promise<void> {
    for (const { file, isNew = false } of files) await checkTarget(folder, file, isNew);
    for (const { file, text, isNew = false } of files) await write(folder, { file, text, isNew });
}

/**
 * Writes a file whose path the user specified. Only folders below the current one are checked, because the path may begin anywhere on the
 * disk.
 */
export async function writeNamedFile(file: string, text: string): Promise<void> {
    const relative = path.relative('.', file);
    const isBelow = relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
    await writeFiles(isBelow ? '.' : path.dirname(file), [{ file: isBelow ? relative : path.basename(file), text }]);
}

/** Rejects a path with a symbolic link below the folder, or one where a file cannot exist. */
export async function checkTarget(folder: string, file: string, isNew = false): Promise<void> {
    const parts = path.normalize(file).split(path.sep);
    for (const [index] of parts.entries()) {
        const part = path.join(folder, ...parts.slice(0, index + 1));
        const stats = await lstat(part).catch(ifMissing(part));
        if (!stats) return;
        if (stats.isSymbolicLink()) {
            throw new CommandError(
                `${plain(part)} is a symbolic link, so nothing was written: it could point outside of ${plain(path.resolve(folder))}. Remove the link, or specify its target.`,
            );
        }
        const isLast = index === parts.length - 1;
        if (isLast && isNew) throw cannotWrite(part, 'EEXIST');
        if (isLast === stats.isDirectory()) throw cannotWrite(part, isLast ? 'EISDIR' : 'ENOTDIR');
    }
}

async function write(folder: string, { file, text, isNew }: Required<FileToWrite>): Promise<void> {
    const target = path.join(folder, file);
    // A link that appeared after the check is not followed either. Windows has no such flag.
    const { O_WRONLY, O_CREAT, O_TRUNC, O_EXCL, O_NOFOLLOW = 0 } = constants;
    try {
        await mkdir(path.dirname(target), { recursive: true });
        const handle = await open(target, O_WRONLY | O_CREAT | O_NOFOLLOW | (isNew ? O_EXCL : O_TRUNC));
        try {
            await handle.writeFile(text);
        } finally {
            await handle.close();
        }
    } catch (error) {
        throw cannotWrite(target, (error as NodeJS.ErrnoException).code);
    }
}

const ifMissing = (part: string) => (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw cannotWrite(part, error.code);
};

const cannotWrite = (file: string, code: string | undefined) =>
    new CommandError(`${plain(file)} cannot be written (${code}).`);
