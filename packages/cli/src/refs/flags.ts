import { readFile } from 'node:fs/promises';
import { type CliContext, CommandError } from '../program/command.ts';
import { serviceOf } from '../remote/service.ts';

export interface KnownFlag {
    name: string;
    /** Undefined if the file of flags does not contain it. */
    project?: string | undefined;
    isArchived: boolean;
    isStale: boolean;
}

interface FlagPage {
    features: { name: string; project: string; stale: boolean; archivedAt: string | null }[];
    total: number;
}

const PAGE = 1_000;

interface FlagSource {
    /** A file of flags instead of the service. */
    flags: string | undefined;
    projects: readonly string[];
}

export interface FlagsToFind {
    /** Flags to search for, including archived ones. */
    flags: KnownFlag[];
    /** Names of flags in other projects: they are not searched for, and are not reported as unknown. */
    others: string[];
}

export async function flagsToFind({ flags: file, projects }: FlagSource, context: CliContext): Promise<FlagsToFind> {
    const flags = file === undefined ? await flagsOfService(context) : await flagsIn(file);
    const isSelected = ({ project }: KnownFlag) =>
        projects.length === 0 || project === undefined || projects.includes(project);
    const selected = flags.filter(isSelected);
    if (selected.length === 0) {
        throw new CommandError(
            `There are no flags${projects.length > 0 ? ` in ${projects.join(', ')}` : ''} that you have access to, so there is nothing to find in code.`,
        );
    }
    return { flags: selected, others: flags.flatMap((flag) => (isSelected(flag) ? [] : flag.name)) };
}

async function flagsOfService(context: CliContext): Promise<KnownFlag[]> {
    const service = await serviceOf(context);
    const flags: KnownFlag[] = [];
    for (const archived of ['IS:false', 'IS:true']) {
        for (let offset = 0, total = 1; offset < total; offset += PAGE) {
            const query = new URLSearchParams({ archived, sortBy: 'name', limit: `${PAGE}`, offset: `${offset}` });
            const page = await service.get<FlagPage>(`/api/admin/search/features?${query}`);
            total = page.total;
            for (const { name, project, stale, archivedAt } of page.features) {
                flags.push({ name, project, isStale: stale, isArchived: archivedAt !== null });
            }
        }
    }
    return flags;
}

/** Reads a list of names, one per line; or JSON: a list of names or flags, or an OpenFeature manifest. */
async function flagsIn(file: string): Promise<KnownFlag[]> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${file} cannot be read (${error.code}).`);
    });
    if (!/^\s*[[{]/.test(text)) return text.split(/\r?\n/).flatMap((line) => toFlag(line.trim()));
    let content: unknown;
    try {
        content = JSON.parse(text);
    } catch {
        throw new CommandError(`${file} is not valid JSON.`);
    }
    if (Array.isArray(content)) return content.flatMap(toFlag);
    const manifest = (content as { flags?: object; features?: unknown[] }) ?? {};
    if (Array.isArray(manifest.features)) return manifest.features.flatMap(toFlag);
    if (manifest.flags && typeof manifest.flags === 'object') return Object.keys(manifest.flags).flatMap(toFlag);
    throw new CommandError(
        `${file} contains no flags: pass a list of names, or the output of \`halyard types --manifest\`.`,
    );
}

function toFlag(entry: unknown): KnownFlag[] {
    const { name, project, archived, stale } = (
        typeof entry === 'object' && entry !== null ? entry : { name: entry }
    ) as Record<string, unknown>;
    if (typeof name !== 'string' || name === '') return [];
    return [
        {
            name,
            project: typeof project === 'string' ? project : undefined,
            isArchived: archived === true,
            isStale: stale === true,
        },
    ];
}
