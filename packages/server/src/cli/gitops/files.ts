import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '@halyard/cli/program/command';
import { printable, printableJson } from '@halyard/cli/program/printable';
import { type Document, LineCounter, parseDocument, type Tags } from 'yaml';
import { isRecord } from '../../core/json/is-record.ts';

/** One file, as it was written and as it was read. */
export interface SourceFile {
    /** Relative to the folder, as people name it. */
    file: string;
    document: Document;
    content: Record<string, unknown>;
    lines: LineCounter;
}

export interface Folder {
    path: string;
    settings: SourceFile | undefined;
    flags: SourceFile[];
    segments: SourceFile[];
}

const READABLE = /\.(ya?ml|json)$/;
const SETTINGS = /^halyard\.(ya?ml|json)$/;
/** Flags take a few kilobytes; what is larger is no file of ours. */
const MAX_FILE = 2 * 1024 * 1024;
const MAX_FILES = 10_000;
/** Otherwise a few lines of aliases could expand beyond the memory. */
const MAX_ALIASES = 50;
/**
 * YAML options for reading and writing files. The output has the same meaning in YAML 1.1, in which an unquoted NO is false.
 * Control characters and direction marks are escaped, so that a review shows the true content of a file.
 */
export const YAML_OPTIONS = {
    compat: 'yaml-1.1',
    customTags: (tags: Tags): Tags => tags.map((tag) => (isStringTag(tag) ? withEscapes(tag) : tag)),
} as const;

type StringTag = Extract<Tags[number], { resolve(value: string, ...rest: never): unknown }>;

const isStringTag = (tag: Tags[number]): tag is StringTag =>
    typeof tag === 'object' && tag.tag === 'tag:yaml.org,2002:str';

const withEscapes = (tag: StringTag): StringTag => ({
    ...tag,
    stringify: (item, ...rest) => {
        const text = String(item.value);
        // A text in JSON is one in YAML, too.
        return printable(text) === text ? tag.stringify!(item, ...rest) : printableJson(text);
    },
});

/** All files of a folder, or every reason why they cannot be used. */
export async function readFolder(folder: string): Promise<Folder> {
    const found: Folder = { path: folder, settings: undefined, flags: [], segments: [] };
    const problems: string[] = [];
    for (const name of (await entriesOf(folder)).map((entry) => entry.name).filter((name) => SETTINGS.test(name))) {
        if (found.settings) throw new CommandError(`There are ${found.settings.file} and ${name}. Keep one of them.`);
        found.settings = await readSource(folder, name, problems);
    }
    const names = [...(await filesIn(folder, 'flags')), ...(await filesIn(folder, 'segments'))];
    if (names.length > MAX_FILES) {
        throw new CommandError(`${folder} has more than ${MAX_FILES} files. Plan the folder of one project at a time.`);
    }
    for (const name of names) {
        const source = await readSource(folder, name, problems);
        if (!source) continue;
        if ('flag' in source.content) found.flags.push(checkedFlag(source, problems));
        else if ('segment' in source.content) found.segments.push(source);
        else problems.push(`${name}:1: it says neither "flag:" nor "segment:", so it is not known what it is about.`);
    }
    if (problems.length > 0) throw new CommandError(problems.slice(0, 20).join('\n'));
    return found;
}

export function requireDocuments({ flags, segments, path: folder }: Folder): void {
    if (flags.length + segments.length > 0) return;
    throw new CommandError(
        `There are no files in ${path.join(folder, 'flags')} and ${path.join(folder, 'segments')}. \`halyard pull --project <project>\` writes them.`,
    );
}

async function entriesOf(folder: string): Promise<Dirent[]> {
    return readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${folder} cannot be read (${error.code}). Name the folder that has halyard.yaml.`);
    });
}

/** In an order that does not depend on the disk. Links are not followed: they could lead anywhere. */
async function filesIn(folder: string, part: string): Promise<string[]> {
    const isThere = await stat(path.join(folder, part)).then(
        (found) => found.isDirectory(),
        () => false,
    );
    if (!isThere) return [];
    const names: string[] = [];
    for (const entry of (await entriesOf(path.join(folder, part))).sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (entry.name.startsWith('.')) continue;
        if (entry.isDirectory()) names.push(...(await filesIn(folder, path.join(part, entry.name))));
        else if (entry.isFile() && READABLE.test(entry.name)) names.push(path.join(part, entry.name));
        if (names.length > MAX_FILES) break;
    }
    return names;
}

async function readSource(folder: string, file: string, problems: string[]): Promise<SourceFile | undefined> {
    const full = path.join(folder, file);
    if ((await stat(full)).size > MAX_FILE) {
        problems.push(`${file}: it is larger than 2 MB. Keep one flag or segment in a file.`);
        return undefined;
    }
    return parsed(file, await readFile(full, 'utf8'), problems);
}

function parsed(file: string, text: string, problems: string[]): SourceFile | undefined {
    const lines = new LineCounter();
    try {
        const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, ...YAML_OPTIONS });
        for (const { pos, message } of document.errors)
            problems.push(`${file}:${lines.linePos(pos[0]).line}: ${message}.`);
        if (document.errors.length > 0) return undefined;
        const content: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
        if (isRecord(content)) return { file, document, lines, content };
        problems.push(`${file}:1: it must have members, such as "flag: new-checkout".`);
    } catch (error) {
        // Too many aliases, or too deep.
        problems.push(`${file}: it cannot be read: ${error instanceof Error ? error.message : error}.`);
    }
    return undefined;
}

/** A flag that is given another name in its file would be created anew, and the old one left behind without a file. */
function checkedFlag(source: SourceFile, problems: string[]): SourceFile {
    const name = path.basename(source.file).replace(READABLE, '');
    const { flag, moved } = source.content;
    if (typeof flag === 'string' && flag !== name) {
        problems.push(
            `${source.file}:${lineOf(source, ['flag'])}: it says "flag: ${flag}". ${
                moved === undefined ? `Should ${name} be called so? Then add "moved: ${name}", and` : 'Now'
            } call the file ${flag}${path.extname(source.file)}.`,
        );
    }
    return source;
}

/** Where something stands: its own line, or that of the closest thing around it. */
export function lineOf({ document, lines }: Pick<SourceFile, 'document' | 'lines'>, at: readonly string[]): number {
    for (let length = at.length; length > 0; length--) {
        const keys = at.slice(0, length).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
        const node = document.getIn(keys, true) as { range?: [number, number, number] } | undefined;
        if (node?.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
}
