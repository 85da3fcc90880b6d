import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { gitList } from './git.ts';

/** Larger files are data, or made by a program. */
export const LARGEST_FILE = 1024 * 1024;

export type Skipped = 'ignored' | 'vendored' | 'generated' | 'binary' | 'too large' | 'unreadable';

export interface Listed {
    paths: string[];
    /** How many were left out, and why. */
    skipped: Record<Skipped, number>;
    /** The first of those that somebody may miss. */
    tooLarge: string[];
}

const VENDORED = /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|Pods|\.yarn)\//;
const GENERATED =
    /(?:\.min\.(?:js|css)|\.map|\.pb\.go|_pb2\.py|\.g\.dart|\.generated\.\w+|\.designer\.cs|\.lock|go\.sum|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml)$/i;
const SAYS_SO = /@generated|Code generated [^\n]{0,200}DO NOT EDIT|Made by `halyard types`/;

/** Halyard's own files contain no references. */
const OURS = /^\.halyard\//;

/** By what a path alone tells. */
export const reasonToSkip = (file: string): Skipped | undefined =>
    OURS.test(file) ? 'ignored' : VENDORED.test(file) ? 'vendored' : GENERATED.test(file) ? 'generated' : undefined;

/**
 * The files of a folder that people wrote: those that git knows or would add, without what `.halyardignore` names in the words of
 * `.gitignore`, and without what `.gitattributes` calls generated or vendored.
 */
export async function listFiles(top: string, folder: string, exclude?: string): Promise<Listed> {
    const skipped: Listed['skipped'] = {
        ignored: 0,
        vendored: 0,
        generated: 0,
        binary: 0,
        'too large': 0,
        unreadable: 0,
    };
    const known = ['ls-files', '-z', '--full-name', '--cached', '--others'];
    const all = [...new Set(await gitList(folder, [...known, '--exclude-standard']))];
    const ignored = new Set(await ignoredByUs(top, known));
    const marked = await markedFiles(top, all);
    const paths = all.filter((file) => {
        const reason = ignored.has(file) || file === exclude ? 'ignored' : (marked.get(file) ?? reasonToSkip(file));
        if (reason) skipped[reason]++;
        return reason === undefined;
    });
    return { paths, skipped, tooLarge: [] };
}

const IGNORE_FILE = '.halyardignore';

async function ignoredByUs(top: string, known: readonly string[]): Promise<string[]> {
    const file = path.join(top, IGNORE_FILE);
    const isThere = await lstat(file).then(
        (found) => found.isFile(),
        () => false,
    );
    return isThere ? gitList(top, [...known, '--ignored', `--exclude-from=${file}`]) : [];
}

async function markedFiles(top: string, files: readonly string[]): Promise<Map<string, Skipped>> {
    const attributes: Record<string, Skipped> = { 'linguist-generated': 'generated', 'linguist-vendored': 'vendored' };
    const told = await gitList(top, ['check-attr', '-z', '--stdin', ...Object.keys(attributes)], {
        input: files.map((file) => `${file}\0`).join(''),
    });
    const marked = new Map<string, Skipped>();
    for (let at = 0; at + 2 < told.length; at += 3) {
        const [file, attribute, value] = told.slice(at, at + 3) as [string, string, string];
        if (value === 'set' || value === 'true') marked.set(file, attributes[attribute]!);
    }
    return marked;
}

/** The text of a file, or why it is not looked at. Links are not followed: they may lead out of the repository. */
export async function textOf(file: string): Promise<string | { skipped: Skipped }> {
    try {
        const found = await lstat(file);
        if (!found.isFile()) return { skipped: 'ignored' };
        if (found.size > LARGEST_FILE) return { skipped: 'too large' };
        const handle = await open(file);
        try {
            // It may have grown since.
            const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(found.size, LARGEST_FILE)));
            return readable(buffer.subarray(0, bytesRead));
        } finally {
            await handle.close();
        }
    } catch {
        return { skipped: 'unreadable' };
    }
}

/** Text that people wrote, of what is in a file. */
export function readable(content: Buffer): string | { skipped: Skipped } {
    if (content.length > LARGEST_FILE) return { skipped: 'too large' };
    if (content.subarray(0, 8_000).includes(0)) return { skipped: 'binary' };
    const text = content.toString('utf8');
    return SAYS_SO.test(text.slice(0, 1_000)) ? { skipped: 'generated' } : text;
}
