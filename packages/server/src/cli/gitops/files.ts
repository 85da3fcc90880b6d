import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '@halyard/cli/program/command';
import { printable, printableJson } from '@halyard/cli/program/printable';
import { type Document, LineCounter, parseDocument, type Tags } from 'yaml';
import { isRecord } from '../../core/json/is-record.ts';

/** A file with its parsed content. */
export interface SourceFile {
    /** Relative to the folder. */
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
    templates: SourceFile[];
}

const READABLE = /\.(ya?ml|json)$/;
const SETTINGS = /^halyard\.(ya?ml|json)$/;
/** Files of flags have a few kilobytes; larger files are not flags or segments. */
const MAX_FILE = 2 * 1024 * 1024;
/** The maximum number of documents that the service accepts. */
const MAX_FILES = 100_000;
/** Without the limit, a few lines with aliases could expand beyond the memory. */
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
        // A JSON string is also valid YAML.
        return printable(text) === text ? tag.stringify!(item, ...rest) : printableJson(text);
    },
});

/** Reads all files of a folder; fails with all problems at once. */
export async function readFolder(folder: string): Promise<Folder> {
    const result: Folder = { path: folder, settings: undefined, flags: [], segments: [], templates: [] };
    const problems: string[] = [];
    for (const name of (await entriesOf(folder)).map((entry) => entry.name).filter((name) => SETTINGS.test(name))) {
        if (result.settings)
            throw new CommandError(`Both ${result.settings.file} and ${name} exist. Keep only one of them.`);
        result.settings = await readSource(folder, name, problems);
    }
    const names = [
        ...(await filesIn(folder, 'flags')),
        ...(await filesIn(folder, 'segments')),
        ...(await filesIn(folder, 'templates')),
    ];
    if (names.length > MAX_FILES) {
        throw new CommandError(`${folder} has more than ${MAX_FILES} files. Plan the folder of one project at a time.`);
    }
    for (const name of names) {
        const source = await readSource(folder, name, problems);
        if (!source) continue;
        if ('flag' in source.content) result.flags.push(checkedFlag(source, problems));
        else if ('segment' in source.content) result.segments.push(source);
        else if ('template' in source.content) result.templates.push(source);
        else problems.push(`${name}:1: it contains none of "flag:", "segment:" and "template:".`);
    }
    if (problems.length > 0) throw new CommandError(problems.slice(0, 20).join('\n'));
    return result;
}

export function requireDocuments({ flags, segments, templates, path: folder }: Folder): void {
    if (flags.length + segments.length + templates.length > 0) return;
    throw new CommandError(
        `There are no files in ${path.join(folder, 'flags')} and ${path.join(folder, 'segments')}. \`halyard pull --project <project>\` writes them.`,
    );
}

async function entriesOf(folder: string): Promise<Dirent[]> {
    return readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(
            `${folder} cannot be read (${error.code}). Specify the folder that contains halyard.yaml.`,
        );
    });
}

/** Lists files in an order that does not depend on the file system. Symbolic links are not followed: they could point anywhere. */
async function filesIn(folder: string, part: string): Promise<string[]> {
    const exists = await stat(path.join(folder, part)).then(
        (stats) => stats.isDirectory(),
        () => false,
    );
    if (!exists) return [];
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

function parseYaml(text: string): Pick<SourceFile, 'document' | 'lines'> {
    const lines = new LineCounter();
    return { document: parseDocument(text, { lineCounter: lines, prettyErrors: false, ...YAML_OPTIONS }), lines };
}

/** A parsed document takes many times the memory of its text, and few are needed after reading: these are parsed again. */
function sourceOf({ file, text, content }: { file: string; text: string; content: SourceFile['content'] }): SourceFile {
    let yaml: ReturnType<typeof parseYaml> | undefined;
    const parsedAgain = () => {
        yaml ??= parseYaml(text);
        return yaml;
    };
    return {
        file,
        content,
        get document() {
            return parsedAgain().document;
        },
        get lines() {
            return parsedAgain().lines;
        },
    };
}

function parsed(file: string, text: string, problems: string[]): SourceFile | undefined {
    try {
        const { document, lines } = parseYaml(text);
        for (const { pos, message } of document.errors)
            problems.push(`${file}:${lines.linePos(pos[0]).line}: ${message}.`);
        if (document.errors.length > 0) return undefined;
        const content: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
        if (isRecord(content)) return sourceOf({ file, text, content });
        problems.push(`${file}:1: it must be a mapping, for example "flag: new-checkout".`);
    } catch (error) {
        // Too many aliases, or too deep.
        problems.push(`${file}: it cannot be read: ${error instanceof Error ? error.message : error}.`);
    }
    return undefined;
}

/**
 * Converts a name to a file name that cannot point outside of the folder, whatever the service returns. Files whose names begin with a dot
 * are hidden, so a leading dot is written as %2E, which no flag name contains.
 */
export const fileNameOf = (name: unknown) =>
    String(name)
        .replace(/[^\w~.\-!*'()]+/g, '-')
        .replace(/^\./, '%2E')
        .slice(0, 200);

/**
 * Requires that the file name matches the flag: after a rename in the file alone, a new flag would be created and the old one would have no
 * file.
 */
function checkedFlag(source: SourceFile, problems: string[]): SourceFile {
    const name = path.basename(source.file).replace(READABLE, '');
    const { flag, moved } = source.content;
    if (typeof flag === 'string' && fileNameOf(flag) !== name) {
        problems.push(
            `${source.file}:${lineOf(source, ['flag'])}: it contains "flag: ${flag}". ${
                moved === undefined ? `To rename ${name}, add "moved: ${name}" and rename` : 'Rename'
            } the file to ${fileNameOf(flag)}${path.extname(source.file)}.`,
        );
    }
    return source;
}

/** Returns the line of a path in the document, or of its closest existing ancestor. */
export function lineOf({ document, lines }: Pick<SourceFile, 'document' | 'lines'>, at: readonly string[]): number {
    for (let length = at.length; length > 0; length--) {
        const keys = at.slice(0, length).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
        const node = document.getIn(keys, true) as { range?: [number, number, number] } | undefined;
        if (node?.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
}
