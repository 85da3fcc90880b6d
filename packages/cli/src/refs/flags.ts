import { readFile } from 'node:fs/promises';
import { type CliContext, CommandError } from '../program/command.ts';
import { serviceOf } from '../remote/service.ts';

export interface KnownFlag {
    name: string;
    /** Files may leave it out. */
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
    /** Those to look for, archived ones too. */
    flags: KnownFlag[];
    /** Names of flags of other projects: nobody looks for them, and they are no mistakes. */
    others: string[];
}

export async function flagsToFind({ flags: file, projects }: FlagSource, context: CliContext): Promise<FlagsToFind> {
    const flags = file === undefined ? await flagsOfService(context) : await flagsIn(file);
    const isWanted = ({ project }: KnownFlag) =>
        projects.length === 0 || project === undefined || projects.includes(project);
    const wanted = flags.filter(isWanted);
    if (wanted.length === 0) {
        throw new CommandError(
            `There are no flags${projects.length > 0 ? ` in ${projects.join(', ')}` : ''} that you may see, so none can be found in code.`,
        );
    }
    return { flags: wanted, others: flags.flatMap((flag) => (isWanted(flag) ? [] : flag.name)) };
}

async function flagsOfService(context: CliContext): Promise<KnownFlag[]> {
    const service = await serviceOf(context);
    const flags: KnownFlag[] = [];
    for (const archived of ['IS:false', 'IS:true']) {
        for (let offset = 0, total = 1; offset < total; offset += PAGE) {
            const words = new URLSearchParams({ archived, sortBy: 'name', limit: `${PAGE}`, offset: `${offset}` });
            const page = await service.get<FlagPage>(`/api/admin/search/features?${words}`);
            total = page.total;
            for (const { name, project, stale, archivedAt } of page.features) {
                flags.push({ name, project, isStale: stale, isArchived: archivedAt !== null });
            }
        }
    }
    return flags;
}

/** A list of names, one a line; or JSON: a list of names or flags, or the manifest of OpenFeature. */
async function flagsIn(file: string): Promise<KnownFlag[]> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`${file} cannot be read (${error.code}).`);
    });
    if (!/^\s*[[{]/.test(text)) return text.split(/\r?\n/).flatMap((line) => toFlag(line.trim()));
    let content: unknown;
    try {
        content = JSON.parse(text);
    } catch {
        throw new CommandError(`What is in ${file} is no JSON.`);
    }
    if (Array.isArray(content)) return content.flatMap(toFlag);
    const manifest = (content as { flags?: object; features?: unknown[] }) ?? {};
    if (Array.isArray(manifest.features)) return manifest.features.flatMap(toFlag);
    if (manifest.flags && typeof manifest.flags === 'object') return Object.keys(manifest.flags).flatMap(toFlag);
    throw new CommandError(
        `${file} names no flags: give a list of names, or what \`halyard types --manifest\` writes.`,
    );
}

function toFlag(said: unknown): KnownFlag[] {
    const { name, project, archived, stale } = (
        typeof said === 'object' && said !== null ? said : { name: said }
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
