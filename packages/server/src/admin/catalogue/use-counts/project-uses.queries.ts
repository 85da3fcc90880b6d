import type { Db } from '../../../storage/database.ts';

/*
 * The number of flags of a project that use an object. Archived flags do not count, nor strategies in an environment that was removed
 * from the project. The flags are counted here, because rows are read in turns: the embedded database would block all requests while
 * it groups the strategies of a large project.
 */

/** Counts the flags whose strategies use each context field, in a constraint or by a segment. */
export async function countContextFieldUses(db: Db, project: string): Promise<Map<string, number>> {
    const [own, bySegment] = await Promise.all([
        selectStrategies(db, project)
            .innerJoin('strategy_context_fields', 'strategy_context_fields.strategy_id', 'strategies.id')
            .select(['strategies.flag', 'strategy_context_fields.field as used'])
            .execute(),
        selectStrategies(db, project)
            .innerJoin('strategy_segments', 'strategy_segments.strategy_id', 'strategies.id')
            .innerJoin('segment_context_fields', 'segment_context_fields.segment_id', 'strategy_segments.segment_id')
            .select(['strategies.flag', 'segment_context_fields.field as used'])
            .execute(),
    ]);
    return countFlags([...own, ...bySegment]);
}

/** Counts the flags whose strategies use each segment. */
export async function countSegmentUses(db: Db, project: string): Promise<Map<number, number>> {
    const rows = await selectStrategies(db, project)
        .innerJoin('strategy_segments', 'strategy_segments.strategy_id', 'strategies.id')
        .select(['strategies.flag', 'strategy_segments.segment_id as used'])
        .execute();
    return countFlags(rows);
}

/** Counts the flags that are on in each environment. */
export async function countEnabledFlags(db: Db, project: string): Promise<Map<string, number>> {
    const rows = await selectEnvironments(db, project)
        .select(['flag_environments.flag', 'flag_environments.environment as used'])
        .where('flag_environments.enabled', '=', true)
        .execute();
    return countFlags(rows);
}

const selectEnvironments = (db: Db, project: string) =>
    db
        .selectFrom('flags')
        .innerJoin('flag_environments', 'flag_environments.flag', 'flags.name')
        .where('flags.project', '=', project)
        .where('flags.archived_at', 'is', null);

const selectStrategies = (db: Db, project: string) =>
    selectEnvironments(db, project).innerJoin('strategies', (join) =>
        join
            .onRef('strategies.flag', '=', 'flag_environments.flag')
            .onRef('strategies.environment', '=', 'flag_environments.environment'),
    );

function countFlags<K>(uses: readonly { flag: string; used: K }[]): Map<K, number> {
    const flags = new Map<K, Set<string>>();
    for (const { flag, used } of uses) {
        const counted = flags.get(used);
        if (counted) counted.add(flag);
        else flags.set(used, new Set([flag]));
    }
    return new Map([...flags].map(([used, { size }]) => [used, size]));
}
