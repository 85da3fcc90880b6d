import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { type Connected, holdersOfLock, keepServicesOut, nameConnections } from '../service-lock.ts';
import type { Tables } from '../tables.ts';
import type { Opened } from './source.ts';

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

/** Somebody works with the database, and would not notice that all of it is another. */
export class InUse extends Error {
    readonly by: string;

    constructor(by: readonly Connected[]) {
        super('The database is in use.');
        this.by = nameConnections(by);
    }
}

/** Keeps services from a PostgreSQL database while the work is done; throws `InUse` when one is there. */
export async function withoutServices<T>(
    { migrator, kind }: Opened,
    applicationName: string,
    work: () => Promise<T>,
): Promise<T> {
    if (kind === 'sqlite') return work();
    return migrator.connection().execute(async (own) => {
        await sql`begin`.execute(own);
        try {
            if (!(await keepServicesOut(own))) throw new InUse(await holdersOfLock(own));
            const named = await connectedAs(own, applicationName);
            if (named.length > 0) throw new InUse(named);
            return await work();
        } finally {
            await sql`rollback`.execute(own);
        }
    });
}

/** Services of the release before have no lock, and a service that has just lost its own has other connections. */
async function connectedAs(db: Kysely<Tables>, applicationName: string): Promise<Connected[]> {
    const { rows } = await sql<Connected>`
        select distinct application_name, host(client_addr) as client_addr from pg_stat_activity
        where datname = current_database() and application_name = ${applicationName} and pid <> pg_backend_pid()`.execute(
        db,
    );
    return rows;
}
