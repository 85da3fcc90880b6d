import type { Db, Tx } from './database.ts';
import type { Counter } from './tables.ts';

/** The tables whose ids each counter assigns. */
const TABLES = {
    segments: 'segments',
    'change-requests': 'change_requests',
    'change-request-changes': 'change_request_changes',
    'change-request-comments': 'change_request_comments',
    safeguards: 'safeguards',
} as const satisfies Record<Counter, string>;

/**
 * The highest id that was ever assigned. Rows count, too: a node of an old release, or a restored table, may have ids beyond the
 * counter, and the counter then continues after them.
 */
export async function lastNumber(db: Db, counter: Counter): Promise<number> {
    const { counted, stored } = await db
        .selectNoFrom(({ selectFrom }) => [
            selectFrom('counters').select('last').where('name', '=', counter).as('counted'),
            selectFrom(TABLES[counter])
                .select(({ fn }) => fn.max('id').as('highest'))
                .as('stored'),
        ])
        .executeTakeFirstOrThrow();
    return Math.max(Number(counted ?? 0), Number(stored ?? 0));
}

/** An id that was never used before; released if the change is rolled back. */
export async function nextNumber(tx: Tx, counter: Counter): Promise<number> {
    const next = (await lastNumber(tx, counter)) + 1;
    await setLastNumber(tx, counter, next);
    return next;
}

export async function setLastNumber(tx: Tx, name: Counter, last: number): Promise<void> {
    await tx
        .insertInto('counters')
        .values({ name, last })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ last }))
        .execute();
}
