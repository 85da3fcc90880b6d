import type { Db } from '../../../storage/database.ts';
import type { FlagRow } from './flag.queries.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Flags created before this time have outlived their type. Types without a lifetime are never outlived. */
function bornTooEarly(lifetimeDays: number | null, now: string): string | undefined {
    return lifetimeDays === null ? undefined : new Date(Date.parse(now) - lifetimeDays * DAY).toISOString();
}

/** For how many days flags of each type are meant to live; null: for ever. */
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
    const limit = bornTooEarly(lifetimes.get(type) ?? null, now);
    return limit !== undefined && created_at < limit;
}

/** Flags whose age says something else than `potentially_stale` does, among those whose age decides. */
export async function listFlagsToReconsider(db: Db, now: string): Promise<FlagRow[]> {
    const types = await db.selectFrom('flag_types').select(['id', 'lifetime_days']).orderBy('id').execute();
    const flags: FlagRow[] = [];
    for (const { id, lifetime_days } of types) {
        const limit = bornTooEarly(lifetime_days, now);
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
