import { createHmac } from 'node:crypto';
import path from 'node:path';
import { CommandError } from '../program/command.ts';
import type { Progress } from '../program/output.ts';
import { type FoundAliases, noteAliases, OneMeaning, styledAliases, wrapperFinder } from './aliases.ts';
import { type Listed, listFiles, type Skipped, textOf } from './files.ts';
import { gitText } from './git.ts';
import { CALLS, DELIMITERS, type Match, Matcher, type ReferenceKind } from './matcher.ts';
import type { RefsSettings } from './settings.ts';

/** A line that uses a flag. Its text is nowhere in it. */
export interface Reference {
    flag: string;
    path: string;
    line: number;
    kind: ReferenceKind;
    symbol?: string;
    /** By which the line is known again after it moved. */
    hash?: string;
}

export interface Scan {
    references: Reference[];
    /** Names in SDK calls that are not flags. */
    unknown: Omit<Reference, 'hash'>[];
    files: number;
    skipped: Record<Skipped, number>;
    tooLarge: string[];
    /** The detected aliases and evaluation functions. */
    aliases: Record<string, string>;
    wrappers: string[];
}

/** Where texts come from: files as they are, or as a commit has them. */
export interface ScannedFile extends Listed {
    read(path: string): Promise<string | { skipped: Skipped }>;
}

/** `exclude`: a file that names flags without using them. */
export async function workingFiles(top: string, folder: string, exclude?: string): Promise<ScannedFile> {
    return { ...(await listFiles(top, folder, exclude)), read: (file) => textOf(path.join(top, file)) };
}

interface Options {
    flags: readonly string[];
    /** Names that are flags, and not looked for. */
    others?: readonly string[];
    settings: RefsSettings;
    /** Equal lines are recognised by hashes that cannot be computed without the repository. */
    hashKey: string | undefined;
    progress?: Progress;
}

const TOO_LARGE_NAMED = 20;
/** More than that is no list that anybody reads, and would not fit into memory at some time. */
const MAX_REFERENCES = 200_000;

/**
 * Scans all files twice, because constants that hold flag names are known only after the first pass. Only one file is in memory
 * at a time.
 */
export async function scan(
    source: ScannedFile,
    { flags, others = [], settings, hashKey, progress }: Options,
): Promise<Scan> {
    const calls = new Set([...CALLS, ...settings.wrappers]);
    const delimiters = [...new Set([...DELIMITERS, ...settings.delimiters])];
    const found: FoundAliases = { everywhere: new OneMeaning(), byFile: new Map() };
    const given = { ...Object.fromEntries(styledAliases(flags, settings.styles)), ...settings.aliases };
    const wrappersIn = wrapperFinder(calls);
    const wrappers = new Set<string>();
    const skipped = { ...source.skipped };
    const tooLarge: string[] = [];
    const first = new Matcher({ flags, calls, delimiters });
    const texts: string[] = [];
    for (const [place, file] of source.paths.entries()) {
        progress?.update(place, source.paths.length * 2, file);
        const text = await source.read(file);
        if (typeof text !== 'string') {
            skipped[text.skipped]++;
            if (text.skipped === 'too large' && tooLarge.length < TOO_LARGE_NAMED) tooLarge.push(file);
            continue;
        }
        texts.push(file);
        noteAliases(found, file, first.find(text));
        for (const wrapper of wrappersIn(text)) wrappers.add(wrapper);
    }
    const everywhere = new Map([...found.everywhere.all(), ...Object.entries(given)]);
    const matching = { flags, calls: [...calls, ...wrappers], delimiters };
    const second = new Matcher({ ...matching, aliases: everywhere });
    const result: Scan = {
        references: [],
        unknown: [],
        files: texts.length,
        skipped,
        tooLarge,
        aliases: Object.fromEntries(everywhere),
        wrappers: [...wrappers, ...settings.wrappers],
    };
    const isExpected = new Set([...settings.notFlags, ...others]);
    for (const [place, file] of texts.entries()) {
        progress?.update(texts.length + place, texts.length * 2, file);
        const text = await source.read(file);
        if (typeof text !== 'string') continue;
        const own = found.byFile.get(file);
        const matcher = own ? new Matcher({ ...matching, aliases: new Map([...everywhere, ...own]) }) : second;
        if (result.references.length + result.unknown.length > MAX_REFERENCES) {
            throw new CommandError(
                `More than ${MAX_REFERENCES} lines use flags. Leave out with .halyardignore what nobody wrote by hand.`,
            );
        }
        addTo(result, {
            file,
            text,
            hashKey,
            found: matcher.find(text),
            isExpected,
            unknown: matcher.findUnknown(text),
        });
    }
    return result;
}

interface OfFile {
    file: string;
    text: string;
    hashKey: string | undefined;
    found: readonly Match[];
    unknown: readonly { line: number; flag: string; symbol: string }[];
    isExpected: ReadonlySet<string>;
}

function addTo(result: Scan, { file, text, hashKey, found, unknown, isExpected }: OfFile): void {
    const lines = found.length > 0 && hashKey !== undefined ? text.split('\n') : [];
    for (const { flag, line, kind, symbol } of found) {
        result.references.push({
            flag,
            path: file,
            line,
            kind,
            ...(symbol !== undefined && { symbol }),
            ...(hashKey !== undefined && { hash: hashOf(hashKey, lines[line - 1]!) }),
        });
    }
    for (const { flag, line, symbol } of unknown) {
        if (!isExpected.has(flag)) result.unknown.push({ flag, path: file, line, kind: 'call', symbol });
    }
}

const hashOf = (key: string, line: string) => createHmac('sha256', key).update(line.trim()).digest('hex').slice(0, 16);

/** The first commit of the history, which only those know who have the repository; a part of one has none. */
export async function hashKeyOf(top: string): Promise<string | undefined> {
    if ((await gitText(top, ['rev-parse', '--is-shallow-repository'])) !== 'false') return undefined;
    return (await gitText(top, ['rev-list', '--max-parents=0', 'HEAD']))?.split('\n').at(-1) || undefined;
}
