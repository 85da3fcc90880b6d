import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { gitList } from './git.ts';

/** Larger files are data or generated. */
export const LARGEST_FILE = 1024 * 1024;

export type SkipReason = 'ignored' | 'vendored' | 'generated' | 'binary' | 'too large' | 'unreadable';

export interface FileList {
    paths: string[];
    /** The number of skipped files by reason. */
    skipped: Record<SkipReason, number>;
    /** The first files that were too large, because a user may expect their references. */
    tooLarge: string[];
}

const VENDORED = /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|Pods|\.yarn)\//;
const GENERATED =
    /(?:\.min\.(?:js|css)|\.map|\.pb\.go|_pb2\.py|\.g\.dart|\.generated\.\w+|\.designer\.cs|\.lock|go\.sum|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml)$/i;
const GENERATED_HEADER = /@generated|Code generated [^\n]{0,200}DO NOT EDIT|Made by `halyard types`/;

/** Halyard's own files contain no references. */
const HALYARD_FILES = /^\.halyard\//;

/** Returns the reason to skip a file as far as its path shows. */
export const reasonToSkip = (file: string): SkipReason | undefined =>
    HALYARD_FILES.test(file)
        ? 'ignored'
        : VENDORED.test(file)
          ? 'vendored'
          : GENERATED.test(file)
            ? 'generated'
            : undefined;

/**
 * Lists the hand-written files of a folder: files that git tracks or would add, without the patterns of `.halyardignore` (in the syntax of
 * `.gitignore`) and without files that `.gitattributes` marks as generated or vendored.
 */
export async function listFiles(top: string, folder: string, exclude?: string): Promise<FileList> {
    const skipped: FileList['skipped'] = {
        ignored: 0,
        vendored: 0,
        generated: 0,
        binary: 0,
        'too large': 0,
        unreadable: 0,
    };
    const lsFiles = ['ls-files', '-z', '--full-name', '--cached', '--others'];
    const all = [...new Set(await gitList(folder, [...lsFiles, '--exclude-standard']))];
    const ignored = new Set(await halyardIgnored(top, lsFiles));
    const marked = await markedFiles(top, all);
    const paths = all.filter((file) => {
        const reason = ignored.has(file) || file === exclude ? 'ignored' : (marked.get(file) ?? reasonToSkip(file));
        if (reason) skipped[reason]++;
        return reason === undefined;
    });
    return { paths, skipped, tooLarge: [] };
}

const IGNORE_FILE = '.halyardignore';

async function halyardIgnored(top: string, lsFiles: readonly string[]): Promise<string[]> {
    const file = path.join(top, IGNORE_FILE);
    const isThere = await lstat(file).then(
        (stats) => stats.isFile(),
        () => false,
    );
    return isThere ? gitList(top, [...lsFiles, '--ignored', `--exclude-from=${file}`]) : [];
}

async function markedFiles(top: string, files: readonly string[]): Promise<Map<string, SkipReason>> {
    const attributes: Record<string, SkipReason> = {
        'linguist-generated': 'generated',
        'linguist-vendored': 'vendored',
    };
    const fields = await gitList(top, ['check-attr', '-z', '--stdin', ...Object.keys(attributes)], {
        input: files.map((file) => `${file}\0`).join(''),
    });
    const marked = new Map<string, SkipReason>();
    for (let at = 0; at + 2 < fields.length; at += 3) {
        const [file, attribute, value] = fields.slice(at, at + 3) as [string, string, string];
        if (value === 'set' || value === 'true') marked.set(file, attributes[attribute]!);
    }
    return marked;
}

/** Returns the text of a file, or the reason to skip it. Symbolic links are not followed: they may point outside of the repository. */
export async function textOf(file: string): Promise<string | { skipped: SkipReason }> {
    try {
        const stats = await lstat(file);
        if (!stats.isFile()) return { skipped: 'ignored' };
        if (stats.size > LARGEST_FILE) return { skipped: 'too large' };
        const handle = await open(file);
        try {
            // The file may have grown since lstat.
            const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(stats.size, LARGEST_FILE)));
            return readable(buffer.subarray(0, bytesRead));
        } finally {
            await handle.close();
        }
    } catch {
        return { skipped: 'unreadable' };
    }
}

/** Decodes the content of a file, unless it is binary, too large or generated. */
export function readable(content: Buffer): string | { skipped: SkipReason } {
    if (content.length > LARGEST_FILE) return { skipped: 'too large' };
    if (content.subarray(0, 8_000).includes(0)) return { skipped: 'binary' };
    const text = content.toString('utf8');
    return GENERATED_HEADER.test(text.slice(0, 1_000)) ? { skipped: 'generated' } : text;
}
