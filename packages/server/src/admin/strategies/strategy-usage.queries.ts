import type { Db } from '../../storage/database.ts';
import type { StoredDefaultStrategy } from '../../storage/tables.ts';

/** A strategy that uses something, and where it is. */
export interface StrategyUse {
    id: string;
    projectId: string;
    featureName: string;
    strategyName: string;
    environment: string;
}

/** The query every search for uses begins with. Archived flags count: they may be revived. */
export const selectUses = (db: Db) =>
    db
        .selectFrom('strategies')
        .innerJoin('flags', 'flags.name', 'strategies.flag')
        .select([
            'strategies.id',
            'flags.project as projectId',
            'flags.name as featureName',
            'strategies.name as strategyName',
            'strategies.environment',
        ])
        .orderBy('flags.name')
        .orderBy('strategies.environment')
        .orderBy('strategies.sort_order')
        .orderBy('strategies.id');

/** More names than these do not help whoever reads the message. */
const NAMED = 5;

/** The users of something in words, for a message: by kind, their names. Undefined when there are none. */
export function inWords(users: Record<string, readonly string[]>): string | undefined {
    const parts = Object.entries(users).flatMap(([kind, names]) => {
        const unique = [...new Set(names)];
        if (unique.length === 0) return [];
        const more = unique.length > NAMED ? ` and ${unique.length - NAMED} more` : '';
        return [`${kind} ${unique.slice(0, NAMED).join(', ')}${more}`];
    });
    return parts.join(' and ') || undefined;
}

/** Who has a strategy of this type, in words; undefined when nobody has. */
export async function usersOfStrategyType(db: Db, name: string): Promise<string | undefined> {
    const uses = await selectUses(db).where('strategies.name', '=', name).execute();
    return inWords({
        flag: uses.map(({ featureName }) => featureName),
        'the default strategy of project': await projectsWithDefault(db, (strategy) => strategy.name === name),
    });
}

/** The projects that have a default strategy like this in some environment. */
export async function projectsWithDefault(
    db: Db,
    matches: (strategy: StoredDefaultStrategy) => boolean,
): Promise<string[]> {
    const rows = await db
        .selectFrom('project_environments')
        .select(['project', 'default_strategy'])
        .where('default_strategy', 'is not', null)
        .orderBy('project')
        .execute();
    return rows.flatMap((row) => (row.default_strategy && matches(row.default_strategy) ? [row.project] : []));
}
