import type { Db } from '../storage/database.ts';

/** The ids of the events that tell of a flag as it was at a revision. */
export interface FlagEventIds {
    flag: string;
    /** The one that made it. */
    created: number | null;
    /** The last that described it whole. */
    described: number | null;
    /** The last of all, which has its tags. */
    newest: number;
}

export async function tellingEventsOf(db: Db, flags: string[], revision: number): Promise<FlagEventIds[]> {
    const rows = await db
        .selectFrom('events')
        .select(({ fn, eb }) => [
            'feature_name as flag',
            fn.max(eb.case().when('type', '=', 'feature-created').then(eb.ref('id')).end()).as('created'),
            fn
                .max(
                    eb
                        .case()
                        .when('type', 'in', ['feature-created', 'feature-metadata-updated'])
                        .then(eb.ref('id'))
                        .end(),
                )
                .as('described'),
            fn.max('id').as('newest'),
        ])
        .where('feature_name', 'in', flags)
        .where('id', '<=', revision)
        .groupBy('feature_name')
        .execute();
    // The rows are those of the requested names.
    return rows.map(({ flag, ...ids }) => ({ flag: flag!, ...ids }));
}
