import type { Selectable } from 'kysely';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import { listStrategyVariants } from '../../../storage/strategies/strategy-rows.ts';
import type { Tables } from '../../../storage/tables.ts';
import { type FlagAddress, getFlag } from '../flags/flag.queries.ts';
import type { Dependency } from './dependency.schemas.ts';

export type DependencyRow = Selectable<Tables['flag_dependencies']>;

/** Returns the dependencies of these flags on their parents. */
export async function listDependenciesOf(db: Db, children: readonly string[]): Promise<DependencyRow[]> {
    const rows: DependencyRow[] = [];
    for (const names of chunked(children)) rows.push(...(await rowsOfChildren(db, { names })));
    return rows;
}

type FlagNames = { names: readonly string[] };

const rowsOfChildren = prepared((db: Db, { names }: FlagNames) =>
    db.selectFrom('flag_dependencies').selectAll().where('child', 'in', names).orderBy('child').orderBy('parent'),
);

/** Returns the dependencies of other flags on these parents. */
export async function listChildrenOf(db: Db, parents: readonly string[]): Promise<DependencyRow[]> {
    const rows: DependencyRow[] = [];
    for (const names of chunked(parents)) rows.push(...(await rowsOfParents(db, { names })));
    return rows;
}

const rowsOfParents = prepared((db: Db, { names }: FlagNames) =>
    db.selectFrom('flag_dependencies').selectAll().where('parent', 'in', names).orderBy('parent').orderBy('child'),
);

/** Returns the flags that other flags, outside of this list, depend on. These flags cannot be archived. */
export async function listParentsInUse(db: Db, flags: readonly string[]): Promise<string[]> {
    const leaving = new Set(flags);
    const staying = (await listChildrenOf(db, flags)).filter(({ child }) => !leaving.has(child));
    return [...new Set(staying.map(({ parent }) => parent))];
}

export function toDependency({ parent, enabled, variants }: DependencyRow): Dependency {
    return { feature: parent, enabled, ...(variants.length > 0 && { variants }) };
}

/** Returns the possible parents of a flag: the active flags of its project that have no parents themselves. */
export async function listPossibleParents(db: Db, address: FlagAddress): Promise<string[]> {
    const child = await getFlag(db, address);
    const rows = await db
        .selectFrom('flags')
        .select('name')
        .where('project', '=', child.project)
        .where('name', '!=', child.name)
        .where('archived_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
            not(
                exists(
                    selectFrom('flag_dependencies')
                        .select('flag_dependencies.child')
                        .whereRef('flag_dependencies.child', '=', 'flags.name'),
                ),
            ),
        )
        .orderBy('name')
        .execute();
    return rows.map(({ name }) => name);
}

/** Returns the names of all variants of a flag, from its environments and its strategies. */
export async function listVariantNames(db: Db, address: FlagAddress): Promise<string[]> {
    const { name } = await getFlag(db, address);
    const environments = await db.selectFrom('flag_environments').select('variants').where('flag', '=', name).execute();
    const strategies = await listStrategyVariants(db, name);
    const names = [...environments, ...strategies].flatMap(({ variants }) => variants.map((variant) => variant.name));
    return [...new Set(names)].sort();
}

/** Whether any flag of the project depends on another. */
export async function usesDependencies(db: Db, project: string): Promise<boolean> {
    const row = await db
        .selectFrom('flag_dependencies')
        .innerJoin('flags', 'flags.name', 'flag_dependencies.child')
        .select('child')
        .where('flags.project', '=', project)
        .limit(1)
        .executeTakeFirst();
    return row !== undefined;
}
