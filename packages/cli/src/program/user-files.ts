import { constants } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from './command.ts';
import { plain } from './printable.ts';

// A repository can contain symbolic links that lead anywhere on the disk. A command that writes below a folder must not follow them.

export interface FileToWrite {
    /** Relative to the folder. */
    file: string;
    text: string;
    /** Whether an existing file is an error. */
    isNew?: boolean;
}

/** Writes files below a folder, creating folders on the way. Checks every target first: one that is not allowed leaves all as they were. */
export async function writeFiles(folder: string, files: readonly FileToWrite[]): Promise<void> {
    for (const { file, isNew = false } of files) await checkTarget(folder, file, isNew);
    for (const { file, text, isNew = false } of files) await write(folder, { file, text, isNew });
}

/** Writes a file that the user named. Folders are checked below the current one, as the path may begin anywhere on the disk. */
export async function writeNamedFile(file: string, text: string): Promise<void> {
    const relative = path.relative('.', file);
    const isBelow = relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
    await writeFiles(isBelow ? '.' : path.dirname(file), [{ file: isBelow ? relative : path.basename(file), text }]);
}

/** Refuses a path with a symbolic link below the folder, or one where no file can be. */
export async function checkTarget(folder: string, file: string, isNew = false): Promise<void> {
    const parts = path.normalize(file).split(path.sep);
    for (const [index] of parts.entries()) {
        const part = path.join(folder, ...parts.slice(0, index + 1));
        const found = await lstat(part).catch(ifMissing(part));
        if (!found) return;
        if (found.isSymbolicLink()) {
            throw new CommandError(
                `${plain(part)} is a symbolic link, so nothing was written: it could lead out of ${plain(path.resolve(folder))}. Remove the link, or name the path that it leads to.`,
            );
        }
        const isLast = index === parts.length - 1;
        if (isLast && isNew) throw cannotWrite(part, 'EEXIST');
        if (isLast === found.isDirectory()) throw cannotWrite(part, isLast ? 'EISDIR' : 'ENOTDIR');
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
