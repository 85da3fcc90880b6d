import type { Db, Tx } from '../../storage/database.ts';

/** Whether the database answers. */
export async function isDatabaseThere(db: Db): Promise<boolean> {
    try {
        await db.selectFrom('event_head').select('revision').execute();
        return true;
    } catch {
        return false;
    }
}

/** Changes nothing, but not without the lock of the writer and room on the disk. */
export const tryToChange = (tx: Tx): Promise<unknown> =>
    tx
        .updateTable('event_head')
        .set(({ ref }) => ({ revision: ref('revision') }))
        .execute();
