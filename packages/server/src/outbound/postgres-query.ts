import { isIP, Socket } from 'node:net';
import pg from 'pg';
import type { Outbound } from './outbound.ts';

export interface PostgresTarget {
    host: string;
    port: number;
    database: string;
    user: string;
    password: string;
    tls: boolean;
    /** PEM; null: the well-known authorities. */
    certificateAuthority: string | null;
}

/** How often the length of a response is checked. */
const WATCH_MS = 20;

interface QueryLimits {
    timeoutMs: number;
    maxBytes: number;
}

/**
 * Runs one query in a read-only transaction at a configured address, and returns its rows as texts. The connection is made to an address
 * that was checked, so a name that resolves to another one a moment later gains nothing.
 */
export async function queryPostgres(
    outbound: Outbound,
    { host, certificateAuthority, tls, password, ...target }: PostgresTarget,
    { text, timeoutMs, maxBytes }: QueryLimits & { text: string },
): Promise<(string | null)[][]> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const [address] = await outbound.addressesOf(host, timeout);
    // With TLS, node-postgres encrypts what this connection transports.
    const socket = new Socket();
    const client = new pg.Client({
        ...{ ...target, host: address!, application_name: 'halyard', stream: () => socket },
        // Instead of an empty password, node-postgres would send the one in the environment of this service.
        password: () => password,
        ssl: tls && {
            ...(isIP(host) ? { host } : { servername: host }),
            ...(certificateAuthority !== null && { ca: certificateAuthority }),
        },
    });
    // A lost connection also rejects the query.
    client.on('error', () => undefined);
    const end = () => socket.destroy(new Error('The connection was closed.'));
    timeout.addEventListener('abort', end, { once: true });
    const watch = setInterval(() => socket.bytesRead > maxBytes && end(), WATCH_MS);
    try {
        await client.connect();
        await client.query('begin transaction read only');
        await client.query("set local time zone 'UTC'");
        await client.query(`set local statement_timeout = ${timeoutMs}`);
        const { rows } = await client.query<(string | null)[]>(singleStatement(text));
        await client.query('rollback');
        await client.end();
        return rows;
    } catch (error) {
        if (socket.bytesRead > maxBytes) throw new Error(`The response is longer than ${maxBytes} bytes.`);
        if (timeout.aborted) throw new Error(`There was no response within ${timeoutMs / 1000} seconds.`);
        throw error;
    } finally {
        clearInterval(watch);
        timeout.removeEventListener('abort', end);
        end();
    }
}

/** The extended protocol accepts a single statement. `queryMode` is missing in the published types of node-postgres. */
const singleStatement = (text: string): pg.QueryArrayConfig & { queryMode: 'extended' } => ({
    ...{ text, rowMode: 'array', queryMode: 'extended' },
    types: { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig,
});
