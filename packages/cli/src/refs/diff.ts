import path from 'node:path';
import type { CliContext } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { table } from '../program/table.ts';
import { LARGEST_FILE, readable, reasonToSkip } from './files.ts';
import { flagsToFind, type KnownFlag } from './flags.ts';
import { commitOf, git, gitList, gitText, pathWithin, repositoryAround } from './git.ts';
import { type Reference, type Scan, type ScannedFile, scan } from './scan.ts';
import { type RefsSettings, settingsOf } from './settings.ts';

interface DiffOptions {
    base: string;
    head: string | undefined;
    dir: string | undefined;
    flags: string | undefined;
    project: string[];
    markdown: boolean;
}

interface FlagDiff {
    flag: string;
    added: Reference[];
    removed: Reference[];
    /** Whether the branch removed the last reference. */
    isGone: boolean;
    isArchived: boolean;
    isStale: boolean;
}

/** Compares the references of two commits; moved lines are neither added nor removed. */
export async function diffReferences(options: DiffOptions, context: CliContext): Promise<Result> {
    const folder = path.resolve(options.dir ?? '.');
    const top = await repositoryAround(folder);
    const [tip, head] = [await commitOf(top, options.base), await commitOf(top, options.head ?? 'HEAD')];
    // Commits on the base since the branch began are not changes of the branch.
    const base = (await gitText(top, ['merge-base', tip, head])) || tip;
    const settings = await settingsOf(top);
    const projects = options.project.length > 0 ? options.project : settings.projects;
    const { flags, others } = await flagsToFind({ flags: options.flags, projects }, context);
    const flagsFile = options.flags && pathWithin(top, options.flags);
    const isScanned = (file: string) => reasonToSkip(file) === undefined && file !== flagsFile;
    const changed = await gitList(top, ['diff', '--name-only', '--no-renames', '-z', base, head]);
    const scanPaths = (commit: string, paths: string[]) =>
        scanAt(top, commit, paths.filter(isScanned), { flags, others, settings });
    const [before, after] = [await scanPaths(base, changed), await scanPaths(head, changed)];
    const diffs: FlagDiff[] = [];
    for (const flag of flags) {
        const removed = without(of(before, flag), of(after, flag));
        const added = without(of(after, flag), of(before, flag));
        if (removed.length === 0 && added.length === 0) continue;
        const isGone =
            removed.length > 0 && of(after, flag).length === 0 && !(await isUsedAt(top, head, flag, scanPaths));
        diffs.push({ flag: flag.name, added, removed, isGone, isArchived: flag.isArchived, isStale: flag.isStale });
    }
    const known = new Set(before.unknown.map(({ flag }) => flag));
    const unknown = after.unknown.filter(({ flag }) => !known.has(flag));
    const isDifferent = diffs.length > 0 || unknown.length > 0;
    return {
        json: { base, head, flags: diffs, unknown },
        text: options.markdown ? toMarkdown(diffs, unknown) : toText(diffs, unknown, context),
        exitCode: isDifferent ? 2 : 0,
        isText: options.markdown,
    };
}

const of = ({ references }: Scan, { name }: KnownFlag) => references.filter(({ flag }) => flag === name);

/** Returns the references that the other list does not contain equally often with the same text. */
function without(references: readonly Reference[], others: readonly Reference[]): Reference[] {
    const remaining = new Map<string, number>();
    for (const each of others) remaining.set(each.hash!, (remaining.get(each.hash!) ?? 0) + 1);
    return references.filter(({ hash }) => {
        const count = remaining.get(hash!) ?? 0;
        remaining.set(hash!, count - 1);
        return count <= 0;
    });
}

interface ScanInput {
    flags: readonly KnownFlag[];
    others: readonly string[];
    settings: RefsSettings;
}

/** Scans files of a commit. The hashes are compared only within this command, so their key is constant. */
function scanAt(top: string, commit: string, paths: string[], { flags, others, settings }: ScanInput): Promise<Scan> {
    const source: ScannedFile = {
        paths,
        skipped: { ignored: 0, vendored: 0, generated: 0, binary: 0, 'too large': 0, unreadable: 0 },
        tooLarge: [],
        read: async (file) => {
            const content = await git(top, ['cat-file', 'blob', `${commit}:${file}`], { maxBytes: LARGEST_FILE });
            return content ? readable(content) : { skipped: 'unreadable' };
        },
    };
    return scan(source, { flags: flags.map(({ name }) => name), others, settings, hashKey: 'diff' });
}

/** git quickly lists the files that contain the name; the scan decides whether they use the flag. */
async function isUsedAt(
    top: string,
    commit: string,
    { name }: KnownFlag,
    scanPaths: (commit: string, paths: string[]) => Promise<Scan>,
): Promise<boolean> {
    const files = await gitList(top, ['grep', '-l', '-z', '-I', '-F', '-e', name, commit, '--']);
    const paths = files.map((file) => file.slice(commit.length + 1)).filter((file) => reasonToSkip(file) === undefined);
    return (await scanPaths(commit, paths)).references.some(({ flag }) => flag === name);
}

const remark = ({ isGone, isArchived, isStale, added }: FlagDiff) =>
    [
        isGone && 'no longer used: it can be archived',
        isArchived && added.length > 0 && 'is archived: SDKs return the default',
        isStale && !isArchived && added.length > 0 && 'is stale',
    ]
        .filter(Boolean)
        .join('; ');

const locationsOf = (references: readonly Pick<Reference, 'path' | 'line'>[]) =>
    references.map(({ path: file, line }) => `${file}:${line}`);

function toText(diffs: readonly FlagDiff[], unknown: Scan['unknown'], { output }: CliContext): string {
    const rows = diffs.map((diff) => [diff.flag, `+${diff.added.length}`, `-${diff.removed.length}`, remark(diff)]);
    return [
        table(['Flag', 'Added', 'Removed', ''], rows, {
            paint: (text) => output.paint('bold', text),
            empty: 'The use of flags does not change.',
        }),
        ...unknown.map(({ flag, path: file, line }) => plain(`${file}:${line} uses ${flag}, which is not a flag.`)),
    ].join('\n');
}

/** Names and paths are untrusted: they must not break the Markdown table. */
const cell = (text: string) => `\`${plain(text).replace(/[`|]/g, ' ')}\``;
const MAX_SHOWN = 5;

function some(references: readonly Pick<Reference, 'path' | 'line'>[]): string {
    const locations = locationsOf(references);
    const rest = locations.length > MAX_SHOWN ? ` and ${locations.length - MAX_SHOWN} more` : '';
    return locations.slice(0, MAX_SHOWN).map(cell).join('<br>') + rest;
}

function toMarkdown(diffs: readonly FlagDiff[], unknown: Scan['unknown']): string {
    if (diffs.length === 0 && unknown.length === 0) return 'The use of flags does not change.';
    return [
        '| Flag | Added | Removed | |',
        '|---|---|---|---|',
        ...diffs.map(
            (diff) => `| ${cell(diff.flag)} | ${some(diff.added)} | ${some(diff.removed)} | ${remark(diff)} |`,
        ),
        ...unknown.map((each) => `| ${cell(each.flag)} | ${some([each])} | | is not a flag |`),
    ].join('\n');
}
