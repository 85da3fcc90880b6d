import type { Db } from '../../../storage/database.ts';
import type { FlagRow } from './flag.queries.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Returns the time before which flags were created that have outlived their type; undefined for types without a lifetime. */
function creationLimit(lifetimeDays: number | null, now: string): string | undefined {
    return lifetimeDays === null ? undefined : new Date(Date.parse(now) - lifetimeDays * DAY).toISOString();
}

/** The expected lifetime in days by flag type; null if it is unlimited. */
export type Lifetimes = ReadonlyMap<string, number | null>;

export async function loadLifetimes(db: Db): Promise<Lifetimes> {
    const types = await db.selectFrom('flag_types').select(['id', 'lifetime_days']).execute();
    return new Map(types.map(({ id, lifetime_days }) => [id, lifetime_days]));
}

export function hasOutlivedItsType(
    { type, created_at }: Pick<FlagRow, 'type' | 'created_at'>,
    lifetimes: Lifetimes,
    now: string,
): boolean {
    const limit = creationLimit(lifetimes.get(type) ?? null, now);
    return limit !== undefined && created_at < limit;
}

/** Returns the flags without a decision of a user whose `potentially_stale` does not match their age. */
export async function listFlagsToReconsider(db: Db, now: string): Promise<FlagRow[]> {
    const types = await db.selectFrom('flag_types').select(['id', 'lifetime_days']).orderBy('id').execute();
    const flags: FlagRow[] = [];
    for (const { id, lifetime_days } of types) {
        const limit = creationLimit(lifetime_days, now);
        flags.push(
            ...(await db
                .selectFrom('flags')
                .selectAll()
                .where('type', '=', id)
                .where('archived_at', 'is', null)
                .where('stale', 'is', null)
                .where((flag) =>
                    limit === undefined
                        ? flag('potentially_stale', '=', true)
                        : flag.or([
                              flag.and([flag('potentially_stale', '=', false), flag('created_at', '<', limit)]),
                              flag.and([flag('potentially_stale', '=', true), flag('created_at', '>=', limit)]),
                          ]),
                )
                .orderBy('name')
                .execute()),
        );
    }
    return flags;
}
