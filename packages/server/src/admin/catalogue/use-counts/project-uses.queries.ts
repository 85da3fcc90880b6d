import type { Db } from '../../../storage/database.ts';
import {
    listFieldsOfFlags,
    listSegmentFieldsOfFlags,
    listSegmentsOfFlags,
} from '../../../storage/strategies/strategy-uses.ts';

/*
 * The number of flags of a project that use an object. Archived flags do not count, nor strategies in an environment that was removed
 * from the project. The flags are counted here, because rows are read in turns: the embedded database would block all requests while
 * it groups the strategies of a large project.
 */

/** Counts the flags whose strategies use each context field, in a constraint or by a segment. */
export async function countContextFieldUses(db: Db, project: string): Promise<Map<string, number>> {
    const [own, bySegment] = await Promise.all([listFieldsOfFlags(db, project), listSegmentFieldsOfFlags(db, project)]);
    return countFlags([...own, ...bySegment]);
}

/** Counts the flags whose strategies use each segment. */
export async function countSegmentUses(db: Db, project: string): Promise<Map<number, number>> {
    return countFlags(await listSegmentsOfFlags(db, project));
}

/** Counts the flags that are on in each environment. */
export async function countEnabledFlags(db: Db, project: string): Promise<Map<string, number>> {
    const rows = await db
        .selectFrom('flags')
        .innerJoin('flag_environments', 'flag_environments.flag', 'flags.name')
        .select(['flag_environments.flag', 'flag_environments.environment as used'])
        .where('flags.project', '=', project)
        .where('flags.archived_at', 'is', null)
        .where('flag_environments.enabled', '=', true)
        .execute();
    return countFlags(rows);
}

function countFlags<K>(uses: readonly { flag: string; used: K }[]): Map<K, number> {
    const flags = new Map<K, Set<string>>();
    for (const { flag, used } of uses) {
        const counted = flags.get(used);
        if (counted) counted.add(flag);
        else flags.set(used, new Set([flag]));
    }
    return new Map([...flags].map(([used, { size }]) => [used, size]));
}
