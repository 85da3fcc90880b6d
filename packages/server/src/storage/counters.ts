import type { Tx } from './database.ts';
import type { Counter } from './tables.ts';

/** A number that was never given out before; taken back if the change is undone. */
export async function nextNumber(tx: Tx, counter: Counter): Promise<number> {
    const { last } = await tx
        .updateTable('counters')
        .set(({ eb }) => ({ last: eb('last', '+', 1) }))
        .where('name', '=', counter)
        .returning('last')
        .executeTakeFirstOrThrow();
    return last;
}
