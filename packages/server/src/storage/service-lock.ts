import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The key of an advisory lock: commands that replace the content take it exclusively, and services take it shared when they report
 * that they run. A database may contain several installations, each in its schema. `schema` is an expression.
 */
export const serviceLockOf = (schema: string) => `hashtext('halyard service'), hashtext(${schema})`;

/** Nodes are notified of changes by this channel. */
export const CHANNEL = 'halyard_changes';
export const LISTEN = `listen ${CHANNEL}`;

/** Takes the exclusive lock until the transaction ends. Returns false if a service or another command holds it. */
export async function lockOutServices(tx: Kysely<Tables>): Promise<boolean> {
    const { rows } = await sql<{ held: boolean }>`
        select pg_try_advisory_xact_lock(${sql.raw(serviceLockOf('current_schema()'))}) as held`.execute(tx);
    return rows[0]!.held;
}

interface ConnectedClient {
    application_name: string;
    client_addr: string | null;
}

export const nameConnections = (connections: readonly ConnectedClient[]) =>
    connections.map(({ application_name, client_addr }) => `${application_name} at ${client_addr ?? 'this machine'}`);

/**
 * Services of versions that did not report that they run: each keeps a connection that listens for changes and executes nothing
 * else. Versions before the lock do not show which schema they use, and are counted.
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
