import type { Selectable } from 'kysely';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { notAllowed, notFound } from '../../../core/errors/errors.ts';
import { settingsOf } from '../../../core/flags/flag-settings.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { readInPages } from '../../../storage/pages.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { FlagMetadata } from './flag.schemas.ts';

export type FlagRow = Selectable<Tables['flags']>;
export type FlagEnvironmentRow = Selectable<Tables['flag_environments']>;

export interface FlagAddress {
    project: string;
    name: string;
}

/** Finds a flag by its name, which is unique in the instance, including archived flags. */
export async function findFlag(db: Db, name: string): Promise<FlagRow | undefined> {
    const [flag] = await flagsNamed(db, { names: [name] });
    return flag;
}

/** Returns the flag of a project. Throws for archived flags and for flags of other projects, regardless of access. */
export async function getFlag(db: Db, address: FlagAddress): Promise<FlagRow> {
    const flag = await getFlagOrArchived(db, address);
    if (flag.archived_at !== null) throw noSuchFlag(address);
    return flag;
}

/** Like `getFlag`, but also returns archived flags. */
export async function getFlagOrArchived(db: Db, address: FlagAddress): Promise<FlagRow> {
    const flag = await findFlag(db, address.name);
    if (flag?.project !== address.project) throw noSuchFlag(address);
    return flag;
}

/** Returns the flags with these names in any project, including archived ones. Unknown names are omitted. */
export async function findFlags(db: Db, names: readonly string[]): Promise<Map<string, FlagRow>> {
    const flags = new Map<string, FlagRow>();
    for (const chunk of chunked(names)) {
        for (const row of await flagsNamed(db, { names: chunk })) flags.set(row.name, row);
    }
    return flags;
}

/** Like `getFlagOrArchived` for several flags, in the order of the names. Throws if one does not exist. */
export async function getFlagsOrArchived(db: Db, project: string, names: readonly string[]): Promise<FlagRow[]> {
    const flags = await findFlags(db, names);
    return names.map((name) => {
        const flag = flags.get(name);
        if (flag?.project !== project) throw noSuchFlag({ project, name });
        return flag;
    });
}

/** Returns the names of the flags of a project that are not archived, in alphabetical order. */
export async function listFlagNames(db: Db, project: string): Promise<string[]> {
    const rows = await readInPages((after, limit) =>
        db
            .selectFrom('flags')
            .select('name')
            .where('project', '=', project)
            .where('archived_at', 'is', null)
            .where('name', '>', after)
            .orderBy('name')
            .limit(limit)
            .execute(),
    );
    return rows.map(({ name }) => name);
}

const flagsNamed = prepared((db: Db, { names }: { names: readonly string[] }) =>
    db.selectFrom('flags').selectAll().where('name', 'in', names),
);

export const noSuchFlag = ({ project, name }: FlagAddress) => notFound(`flag ${name} in project ${project}`);

/**
 * Returns the flags with these names, including archived ones, sorted by name. Throws if one is in another project, unless that project
 * is hidden from the actor: then the flag does not exist for them.
 */
export async function listFlagsOf(
    db: Db,
    actor: AdminActor,
    { project, names }: { project: string; names: readonly string[] },
): Promise<FlagRow[]> {
    const found: FlagRow[] = [];
    for (const chunk of chunked([...new Set(names)].sort())) {
        found.push(...(await db.selectFrom('flags').selectAll().where('name', 'in', chunk).orderBy('name').execute()));
    }
    const flags = found.filter((flag) => mayKnowOf(actor, flag.project));
    const foreign = flags.find((flag) => flag.project !== project);
    if (foreign) throw notAllowed(`Flag ${foreign.name} is not in project ${project}. Use only flags of this project.`);
    return flags;
}

/** Returns the configuration of a flag in an environment; undefined if the project does not use the environment. */
export async function findFlagEnvironment(
    db: Db,
    flag: string,
    environment: string,
): Promise<FlagEnvironmentRow | undefined> {
    const [row] = await environmentsOfFlag(db, { flag, environment });
    return row;
}

const environmentsOfFlag = prepared((db: Db, { flag, environment }: { flag: string; environment: string }) =>
    db.selectFrom('flag_environments').selectAll().where('flag', '=', flag).where('environment', '=', environment),
);

/** The decision of a user, or otherwise the age of the flag (docs/decisions/0020-stale.md). */
export const isStale = ({ stale, potentially_stale }: Pick<FlagRow, 'stale' | 'potentially_stale'>) =>
    stale ?? potentially_stale;

export function toMetadata(flag: FlagRow): FlagMetadata {
    return {
        name: flag.name,
        ...settingsOf(flag),
        project: flag.project,
        stale: isStale(flag),
        createdAt: flag.created_at,
        archived: flag.archived_at !== null,
        ...(flag.archived_at !== null && { archivedAt: flag.archived_at }),
    };
}
