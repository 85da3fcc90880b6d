import type { Selectable } from 'kysely';
import { chunked } from '../../storage/chunked.ts';
import type { Db } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Dependency } from './dependency.schemas.ts';

export type DependencyRow = Selectable<Tables['flag_dependencies']>;

/** On which parents these flags depend. */
export async function listDependenciesOf(db: Db, children: readonly string[]): Promise<DependencyRow[]> {
    const rows: DependencyRow[] = [];
    for (const names of chunked(children)) {
        rows.push(
            ...(await db
                .selectFrom('flag_dependencies')
                .selectAll()
                .where('child', 'in', names)
                .orderBy('child')
                .orderBy('parent')
                .execute()),
        );
    }
    return rows;
}

/** Which flags depend on these parents. */
export async function listChildrenOf(db: Db, parents: readonly string[]): Promise<DependencyRow[]> {
    const rows: DependencyRow[] = [];
    for (const names of chunked(parents)) {
        rows.push(
            ...(await db
                .selectFrom('flag_dependencies')
                .selectAll()
                .where('parent', 'in', names)
                .orderBy('parent')
                .orderBy('child')
                .execute()),
        );
    }
    return rows;
}

/** Those of the flags on which others depend that are not among them: they cannot be archived. */
export async function listParentsInUse(db: Db, flags: readonly string[]): Promise<string[]> {
    const leaving = new Set(flags);
    const staying = (await listChildrenOf(db, flags)).filter(({ child }) => !leaving.has(child));
    return [...new Set(staying.map(({ parent }) => parent))];
}

export function toDependency({ parent, enabled, variants }: DependencyRow): Dependency {
    return { feature: parent, enabled, ...(variants.length > 0 && { variants }) };
}
