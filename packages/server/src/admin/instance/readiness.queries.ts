import type { Db } from '../../storage/database.ts';

/** Whether the database answers. */
export async function isDatabaseThere(db: Db): Promise<boolean> {
    try {
        await db.selectFrom('event_head').select('revision').execute();
        return true;
    } catch {
        return false;
    }
}
