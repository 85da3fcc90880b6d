import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** How commands introduce themselves to PostgreSQL, unlike services. */
export const COMMAND_NAME = 'halyard-command';

const BUSY = 5;

/** Whether some process has the file open. Leaves it without a log of its own beside it. */
export function isOpenElsewhere(file: string): boolean {
    if (!existsSync(file)) return false;
    const database = new DatabaseSync(file);
    try {
        // To give up the log, one has to be the only one.
        database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
        return false;
    } catch (error) {
        const { errcode = 0 } = error as { errcode?: number };
        // What cannot be read is nobody's.
        return (errcode & 0xff) === BUSY;
    } finally {
        database.close();
    }
}

/** Services that are connected to this PostgreSQL database. */
export async function servicesConnected(db: Kysely<Tables>, applicationName: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and application_name = ${applicationName} and pid <> pg_backend_pid()`.execute(
        db,
    );
    return Number(rows[0]!.count);
}
