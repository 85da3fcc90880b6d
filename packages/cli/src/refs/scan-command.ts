import path from 'node:path';
import type { CliContext } from '../program/command.ts';
import type { Result } from '../program/result.ts';
import { table } from '../program/table.ts';
import { flagsToFind, type KnownFlag } from './flags.ts';
import { pathWithin, repositoryAround } from './git.ts';
import { SHORTEST_NAME } from './matcher.ts';
import { hashKeyOf, type Scan, scan, workingFiles } from './scan.ts';
import { type RefsSettings, settingsOf } from './settings.ts';

interface ScanOptions {
    dir: string | undefined;
    flags?: string | undefined;
    project: string[];
}

interface Scanned {
    top: string;
    flags: KnownFlag[];
    settings: RefsSettings;
    found: Scan;
}

/** What all commands begin with: the flags, and where the files of the folder use them. */
export async function scanned({ dir = '.', flags: file, project }: ScanOptions, context: CliContext): Promise<Scanned> {
    const folder = path.resolve(dir);
    const top = await repositoryAround(folder);
    const settings = await settingsOf(top);
    const { flags, others } = await flagsToFind(
        { flags: file, projects: project.length > 0 ? project : settings.projects },
        context,
    );
    const progress = context.output.progress('Looking for flags');
    const found = await scan(await workingFiles(top, folder, file && pathWithin(top, file)), {
        flags: flags.map(({ name }) => name),
        others,
        settings,
        hashKey: await hashKeyOf(top),
        progress,
    });
    progress.end();
    tellOfWhatIsMissing(found, flags, context);
    return { top, flags, settings, found };
}

function tellOfWhatIsMissing({ skipped, tooLarge }: Scan, flags: readonly KnownFlag[], { output }: CliContext): void {
    const short = flags.filter(({ name }) => name.length < SHORTEST_NAME).map(({ name }) => name);
    if (short.length > 0) output.note(`Too short to be told from other text: ${short.join(', ')}.`);
    const others = Object.entries(skipped).flatMap(([why, count]) => (count > 0 ? `${count} ${why}` : []));
    if (others.length > 0) output.note(`Files that were not looked at: ${others.join(', ')}.`);
    if (tooLarge.length > 0) output.note(`Too large: ${tooLarge.join(', ')}.`);
}

export async function scanRepository(asked: ScanOptions, context: CliContext): Promise<Result> {
    const { found } = await scanned(asked, context);
    const { references, unknown, files } = found;
    const flags = new Set(references.map(({ flag }) => flag));
    const rows = [
        ...references.map(({ flag, path: file, line, kind, symbol }) => [flag, `${file}:${line}`, kind, symbol]),
        ...unknown.map(({ flag, path: file, line, symbol }) => [flag, `${file}:${line}`, 'no flag', symbol]),
    ];
    const heading = ['Flag', 'Where', 'As', 'By'];
    const { output } = context;
    return {
        json: { ...found, flags: flags.size },
        text: [
            table(heading, rows, { paint: (text) => output.paint('bold', text), empty: 'No file uses a flag.' }),
            `${references.length} lines of ${files} files use ${flags.size} flags.`,
        ].join('\n'),
    };
}
