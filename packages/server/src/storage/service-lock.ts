import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { StartError } from '../core/errors/start-error.ts';
import type { Tables } from './tables.ts';

/**
 * A PostgreSQL advisory lock: services hold it shared while they listen, and commands that replace the content take it
 * exclusively. A database may contain several installations, each in its schema.
 */
const KEY = "hashtext('halyard service'), hashtext(current_schema())";

/** Nodes are notified of changes by this channel. */
export const CHANNEL = 'halyard_changes';
export const LISTEN = `listen ${CHANNEL}`;

/** Takes the shared lock on the connection that a service keeps open; the lock ends with the connection. */
export async function holdServiceLock(client: pg.Client): Promise<void> {
    const { rows } = await client.query(`select pg_try_advisory_lock_shared(${KEY}) as held`);
    if (!rows[0].held) {
        throw new StartError('A command is changing all of this database. Start the service once it is done.');
    }
}

/**
 * Takes the exclusive lock until the transaction ends, so it also works behind a connection pooler. Returns false if services are running.
 */
export async function lockOutServices(tx: Kysely<Tables>): Promise<boolean> {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${sql.raw(KEY)}) as held`.execute(
        tx,
    );
    return rows[0]!.held;
}

export interface ConnectedClient {
    application_name: string;
    client_addr: string | null;
}

export const nameConnections = (connections: readonly ConnectedClient[]) =>
    connections
        .map(({ application_name, client_addr }) => `${application_name} at ${client_addr ?? 'this machine'}`)
        .join(', ');

/**
 * Services that run on this schema, of any version: each keeps a connection that listens for changes. Versions before the lock do
 * not show which schema they use, and are counted.
 */
export async function runningServices(db: Kysely<Tables>): Promise<ConnectedClient[]> {
    const { rows } = await sql<ConnectedClient>`
        select distinct application_name, host(client_addr) as client_addr from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query = ${LISTEN}
            and not exists (
                select from pg_locks where pg_locks.pid = pg_stat_activity.pid and locktype = 'advisory'
                    and ${half('classid', "'halyard service'")} and not (${half('objid', 'current_schema()')}))`.execute(
        db,
    );
    return rows;
}

// PostgreSQL shows the halves of a key as unsigned numbers.
const half = (column: 'classid' | 'objid', text: string) =>
    sql.raw(`${column}::bigint = hashtext(${text})::bigint & 4294967295`);

export async function holdersOfLock(db: Kysely<Tables>): Promise<ConnectedClient[]> {
    const { rows } = await sql<ConnectedClient>`
        select application_name, host(client_addr) as client_addr from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and pid <> pg_backend_pid() and datname = current_database()
            and pg_locks.database = (select oid from pg_database where datname = current_database())
            and ${half('classid', "'halyard service'")} and ${half('objid', 'current_schema()')}`.execute(db);
    return rows;
}
