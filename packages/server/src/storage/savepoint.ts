import { sql } from 'kysely';
import { HalyardError } from '../core/errors/errors.ts';
import type { Tx } from './database.ts';

/**
 * Runs the work in a savepoint. A `HalyardError` and a result that is not kept roll back the statements of the work only. After
 * other errors the transaction cannot be continued. Savepoints may be nested; each is released, because open ones make every later
 * statement slower.
 */
export async function inSavepoint<T>(
    tx: Tx,
    work: () => Promise<T>,
    isKept: (result: T) => boolean = () => true,
): Promise<T> {
    await sql`savepoint nested`.execute(tx);
    const rollBack = async () => {
        await sql`rollback to savepoint nested`.execute(tx);
        await sql`release savepoint nested`.execute(tx);
    };
    try {
        const result = await work();
        await (isKept(result) ? sql`release savepoint nested`.execute(tx) : rollBack());
        return result;
    } catch (error) {
        if (error instanceof HalyardError) await rollBack();
        throw error;
    }
}

/** Runs the work and rolls its statements back. */
export const rolledBack = <T>(tx: Tx, work: () => Promise<T>): Promise<T> => inSavepoint(tx, work, () => false);
