import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { type ConnectedClient, holdersOfLock, lockOutServices, nameConnections } from '../service-lock.ts';
import type { Tables } from '../tables.ts';
import type { Opened } from './source.ts';

/** The application name of CLI commands in PostgreSQL, different from that of services. */
export const COMMAND_NAME = 'halyard-command';

const BUSY = 5;

/** Whether another process has the file open. Leaves the file without a write-ahead log. */
export function isOpenInAnotherProcess(file: string): boolean {
    if (!existsSync(file)) return false;
    const database = new DatabaseSync(file);
    try {
        // Leaving WAL mode requires exclusive access.
        database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
        return false;
    } catch (error) {
        const { errcode = 0 } = error as { errcode?: number };
        // An unreadable file is not in use.
        return (errcode & 0xff) === BUSY;
    } finally {
        database.close();
    }
}

/** Another process uses the database and would not notice that its content is replaced. */
export class InUse extends Error {
    readonly by: string;

    constructor(by: readonly ConnectedClient[]) {
        super('The database is in use.');
        this.by = nameConnections(by);
    }
}

/** Blocks services from a PostgreSQL database during the work; throws `InUse` when one is running. */
export async function withoutServices<T>(
    { migrator, kind }: Opened,
    applicationName: string,
    work: () => Promise<T>,
): Promise<T> {
    if (kind === 'sqlite') return work();
    return migrator.connection().execute(async (own) => {
        await sql`begin`.execute(own);
        try {
            if (!(await lockOutServices(own))) throw new InUse(await holdersOfLock(own));
            const connections = await connectedAs(own, applicationName);
            if (connections.length > 0) throw new InUse(connections);
            return await work();
        } finally {
            await sql`rollback`.execute(own);
        }
    });
}

/** Services of the previous release have no lock, and a service that has just lost its lock has other connections. */
async function connectedAs(db: Kysely<Tables>, applicationName: string): Promise<ConnectedClient[]> {
    const { rows } = await sql<ConnectedClient>`
        select distinct application_name, host(client_addr) as client_addr from pg_stat_activity
        where datname = current_database() and application_name = ${applicationName} and pid <> pg_backend_pid()`.execute(
        db,
    );
    return rows;
}
