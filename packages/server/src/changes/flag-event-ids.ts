import type { Db } from '../storage/database.ts';

/** The ids of the events that describe a flag as it was at a revision. */
export interface FlagEventIds {
    flag: string;
    /** The event that created the flag. */
    created: number | null;
    /** The last event that contains the complete flag. */
    described: number | null;
    /** The last event of the flag, which contains its tags. */
    newest: number;
}

export async function flagEventIdsOf(db: Db, flags: string[], revision: number): Promise<FlagEventIds[]> {
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
