import type { Db } from '../../../storage/database.ts';

interface ExposureQuery {
    flag: string;
    environment: string;
    /** Counts the evaluations of this day and of later ones. */
    since?: string;
}

/** Returns the start of the day. */
export const dayOf = (instant: string): string => `${instant.slice(0, 10)}T00:00:00.000Z`;

/** Counts the evaluations for which the flag was on. Usage is counted by day, for as long as days are kept. */
export async function countExposures(db: Db, { flag, environment, since }: ExposureQuery): Promise<number> {
    const { yes } = await db
        .selectFrom('usage')
        .select(({ fn }) => fn.sum<number | null>('yes').as('yes'))
        .where('flag', '=', flag)
        .where('environment', '=', environment)
        .where('period', '=', 'day')
        .$if(since !== undefined, (query) => query.where('since', '>=', since!))
        .executeTakeFirstOrThrow();
    return yes ?? 0;
}
