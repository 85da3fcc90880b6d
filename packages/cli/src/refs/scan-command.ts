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

interface ScannedRepository {
    top: string;
    flags: KnownFlag[];
    settings: RefsSettings;
    result: Scan;
}

/** Runs the common part of all commands: loads the flags and scans the files of the folder. */
export async function scanFlags(
    { dir = '.', flags: file, project }: ScanOptions,
    context: CliContext,
): Promise<ScannedRepository> {
    const folder = path.resolve(dir);
    const top = await repositoryAround(folder);
    const settings = await settingsOf(top);
    const { flags, others } = await flagsToFind(
        { flags: file, projects: project.length > 0 ? project : settings.projects },
        context,
    );
    const progress = context.output.progress('Searching for flags');
    const result = await scan(await workingFiles(top, folder, file && pathWithin(top, file)), {
        flags: flags.map(({ name }) => name),
        others,
        settings,
        hashKey: await hashKeyOf(top),
        progress,
    });
    progress.end();
    reportSkipped(result, flags, context);
    return { top, flags, settings, result };
}

function reportSkipped({ skipped, tooLarge }: Scan, flags: readonly KnownFlag[], { output }: CliContext): void {
    const short = flags.filter(({ name }) => name.length < SHORTEST_NAME).map(({ name }) => name);
    if (short.length > 0) output.note(`Names too short to search for: ${short.join(', ')}.`);
    const others = Object.entries(skipped).flatMap(([reason, count]) => (count > 0 ? `${count} ${reason}` : []));
    if (others.length > 0) output.note(`Skipped files: ${others.join(', ')}.`);
    if (tooLarge.length > 0) output.note(`Too large: ${tooLarge.join(', ')}.`);
}

export async function scanRepository(options: ScanOptions, context: CliContext): Promise<Result> {
    const { result } = await scanFlags(options, context);
    const { references, unknown, files } = result;
    const flags = new Set(references.map(({ flag }) => flag));
    const rows = [
        ...references.map(({ flag, path: file, line, kind, symbol }) => [flag, `${file}:${line}`, kind, symbol]),
        ...unknown.map(({ flag, path: file, line, symbol }) => [flag, `${file}:${line}`, 'not a flag', symbol]),
    ];
    const heading = ['Flag', 'Location', 'Kind', 'Symbol'];
    const { output } = context;
    return {
        json: { ...result, flags: flags.size },
        text: [
            table(heading, rows, { paint: (text) => output.paint('bold', text), empty: 'No file uses a flag.' }),
            `${references.length} lines of ${files} files use ${flags.size} flags.`,
        ].join('\n'),
    };
}
