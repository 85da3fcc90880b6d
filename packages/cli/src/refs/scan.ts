import { createHmac } from 'node:crypto';
import path from 'node:path';
import { CommandError } from '../program/command.ts';
import type { Progress } from '../program/output.ts';
import { type AliasScan, collectAliases, styledAliases, UnambiguousAliases, wrapperFinder } from './aliases.ts';
import { type FileList, listFiles, type SkipReason, textOf } from './files.ts';
import { gitText } from './git.ts';
import { CALLS, DELIMITERS, type Match, Matcher, type ReferenceKind } from './matcher.ts';
import type { RefsSettings } from './settings.ts';

/** A line that uses a flag. It does not contain the text of the line. */
export interface Reference {
    flag: string;
    path: string;
    line: number;
    kind: ReferenceKind;
    symbol?: string;
    /** Identifies the line after it moved. */
    hash?: string;
}

export interface Scan {
    references: Reference[];
    /** Names in SDK calls that are not flags. */
    unknown: Omit<Reference, 'hash'>[];
    files: number;
    skipped: Record<SkipReason, number>;
    tooLarge: string[];
    /** The detected aliases and evaluation functions. */
    aliases: Record<string, string>;
    wrappers: string[];
}

/** The source of the texts: the working tree, or a commit. */
export interface ScannedFile extends FileList {
    read(path: string): Promise<string | { skipped: SkipReason }>;
}

/** Lists the files of the working tree. `exclude` is a file that contains flag names without using them. */
export async function workingFiles(top: string, folder: string, exclude?: string): Promise<ScannedFile> {
    return { ...(await listFiles(top, folder, exclude)), read: (file) => textOf(path.join(top, file)) };
}

interface ScanInput {
    flags: readonly string[];
    /** Names of flags that are not searched for. */
    others?: readonly string[];
    settings: RefsSettings;
    /** The key of line hashes; without the repository, nobody can compute them. */
    hashKey: string | undefined;
    progress?: Progress;
}

const MAX_TOO_LARGE_LISTED = 20;
/** A longer list is not readable, and could exceed the memory. */
const MAX_REFERENCES = 200_000;

/**
 * Scans all files twice, because constants that hold flag names are known only after the first pass. Only one file is in memory
 * at a time.
 */
export async function scan(
    source: ScannedFile,
    { flags, others = [], settings, hashKey, progress }: ScanInput,
): Promise<Scan> {
    const calls = new Set([...CALLS, ...settings.wrappers]);
    const delimiters = [...new Set([...DELIMITERS, ...settings.delimiters])];
    const aliases: AliasScan = { everywhere: new UnambiguousAliases(), byFile: new Map() };
    const configured = { ...Object.fromEntries(styledAliases(flags, settings.styles)), ...settings.aliases };
    const wrappersIn = wrapperFinder(calls);
    const wrappers = new Set<string>();
    const skipped = { ...source.skipped };
    const tooLarge: string[] = [];
    const first = new Matcher({ flags, calls, delimiters });
    const texts: string[] = [];
    for (const [index, file] of source.paths.entries()) {
        progress?.update(index, source.paths.length * 2, file);
        const text = await source.read(file);
        if (typeof text !== 'string') {
            skipped[text.skipped]++;
            if (text.skipped === 'too large' && tooLarge.length < MAX_TOO_LARGE_LISTED) tooLarge.push(file);
            continue;
        }
        texts.push(file);
        collectAliases(aliases, file, first.find(text));
        for (const wrapper of wrappersIn(text)) wrappers.add(wrapper);
    }
    const everywhere = new Map([...aliases.everywhere.all(), ...Object.entries(configured)]);
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
    for (const [index, file] of texts.entries()) {
        progress?.update(texts.length + index, texts.length * 2, file);
        const text = await source.read(file);
        if (typeof text !== 'string') continue;
        const own = aliases.byFile.get(file);
        const matcher = own ? new Matcher({ ...matching, aliases: new Map([...everywhere, ...own]) }) : second;
        if (result.references.length + result.unknown.length > MAX_REFERENCES) {
            throw new CommandError(
                `More than ${MAX_REFERENCES} lines use flags. Exclude generated files with .halyardignore.`,
            );
        }
        addTo(result, {
            file,
            text,
            hashKey,
            matches: matcher.find(text),
            isExpected,
            unknown: matcher.findUnknown(text),
        });
    }
    return result;
}

interface FileMatches {
    file: string;
    text: string;
    hashKey: string | undefined;
    matches: readonly Match[];
    unknown: readonly { line: number; flag: string; symbol: string }[];
    isExpected: ReadonlySet<string>;
}

function addTo(result: Scan, { file, text, hashKey, matches, unknown, isExpected }: FileMatches): void {
    const lines = matches.length > 0 && hashKey !== undefined ? text.split('\n') : [];
    for (const { flag, line, kind, symbol } of matches) {
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

/** Returns the first commit of the history, which is unknown without the repository; undefined in a shallow clone. */
export async function hashKeyOf(top: string): Promise<string | undefined> {
    if ((await gitText(top, ['rev-parse', '--is-shallow-repository'])) !== 'false') return undefined;
    return (await gitText(top, ['rev-list', '--max-parents=0', 'HEAD']))?.split('\n').at(-1) || undefined;
}
