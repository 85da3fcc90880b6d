import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Bounds } from './bounds.ts';

/** What every statement of this service relies on. */
export interface SessionOptions {
    schema: string;
    bounds: Bounds;
}

/**
 * Settings are set by a statement, because poolers refuse or drop those in a connection request. PostgreSQL itself ends the
 * transaction of a node that stopped responding, so a node that wakes up later finds neither transaction nor connection to
 * finish. A node that does not acknowledge data is disconnected as well (`tcp_user_timeout`).
 */
const settingsOf = ({ schema, bounds: { statementMs, lockMs, idleMs } }: SessionOptions) =>
    Object.entries({
        search_path: `"${schema}"`,
        statement_timeout: statementMs,
        lock_timeout: lockMs,
        idle_in_transaction_session_timeout: idleMs,
        tcp_user_timeout: statementMs,
    });

const setConfig = ([name, value]: [string, string | number], scope: 'session' | 'transaction') =>
    `set_config('${name}', '${value}', ${scope === 'transaction'})`;

/** Applies the settings to one transaction. */
export const transactionSettings = (options: SessionOptions): string =>
    `select ${settingsOf(options)
        .map((setting) => setConfig(setting, 'transaction'))
        .join(', ')}`;

/** The known state of the session of a client. */
export interface ServerSession {
    socket: Socket;
    /** The server process. */
    processID: number;
    /** Whether a pooler is in between, which may use another server connection for every transaction. */
    isPooled: boolean;
    /** The number of statements without a response. */
    pending: number;
}

const sessions = new WeakMap<pg.ClientBase, ServerSession>();

export function sessionOf(client: pg.ClientBase): ServerSession {
    const session = sessions.get(client);
    if (!session) throw new Error('The client was not created by this service.');
    return session;
}

export function createSession(client: pg.ClientBase, socket: Socket): void {
    sessions.set(client, { socket, processID: 0, isPooled: false, pending: 0 });
}

/** A pooler without a free server connection does not answer. */
const PATIENCE_MS = 10_000;

/**
 * Applies the settings to the session of a new connection, in one round trip. A pooler announces another process than the one that
 * executes the statement. Its server connections are shared, so the session is left as it is, and every transaction has its own
 * settings.
 */
export async function beginSession(client: pg.Client, options: SessionOptions): Promise<void> {
    const session = sessionOf(client);
    // Missing in the published types of node-postgres.
    const announced = (client as { processID?: number }).processID ?? 0;
    const settings = settingsOf(options).map(
        (setting) => `case when pg_backend_pid() = ${announced} then ${setConfig(setting, 'session')} end`,
    );
    const query = { text: `select pg_backend_pid() as pid, ${settings.join(', ')}`, query_timeout: PATIENCE_MS };
    const { rows } = await client.query<{ pid: number }>(query);
    session.processID = rows[0]!.pid;
    session.isPooled = session.processID !== announced;
}
