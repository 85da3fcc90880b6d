import { randomUUID } from 'node:crypto';
import { Kysely } from 'kysely';
import pg from 'pg';
import { StartError } from '../core/errors/start-error.ts';
import { readPostgresUrl } from '../core/settings/postgres-url.ts';
import { type Bounds, DEFAULT_BOUNDS } from './bounds.ts';
import type { OpenDatabase, Pooler, Tx } from './database.ts';
import { DatabaseHealth } from './database-health.ts';
import { lockedHeadOf } from './event-head.ts';
import { wasRefused } from './postgres-connection.ts';
import { PipeliningDialect } from './postgres-driver.ts';
import { clientFor } from './postgres-hosts.ts';
import { listenForever, notifyNodes } from './postgres-listening.ts';
import { PostgresLiveness } from './postgres-liveness.ts';
import { beginSession, type SessionOptions, transactionSettings } from './postgres-session.ts';
import { type TlsSettings, tlsOf } from './postgres-tls.ts';
import { NodeReports } from './running-nodes.ts';
import { SerialQueue } from './serial-queue.ts';
import { sharedTransactions, type TransactionOptions } from './shared-transactions.ts';
import { isLostPlan } from './statement-names.ts';
import type { Tables } from './tables.ts';
import { transactionsOn } from './transaction.ts';

export interface PostgresOptions {
    url: string;
    poolSize: number;
    schema: string;
    applicationName: string;
    tls?: TlsSettings;
    onError: (error: Error) => void;
    onWarning?: (message: string) => void;
    health?: DatabaseHealth;
    bounds?: Bounds;
    /** How long PostgreSQL may take to respond. */
    silenceMs?: number;
}

const TRANSACTION_MODE =
    'PostgreSQL is reached through a pooler in transaction mode, which does not deliver notifications: changes of other nodes arrive up to two seconds later. Use session mode or a direct connection.';

const SILENCE_MS = 120_000;
/** Added to the limits of PostgreSQL for the transmission of the response. */
const ON_ITS_WAY_MS = 5_000;

export function openPostgres(options: PostgresOptions): OpenDatabase {
    const { health = new DatabaseHealth(), bounds = DEFAULT_BOUNDS } = options;
    const silenceMs = options.silenceMs ?? (bounds.statementMs === 0 ? SILENCE_MS : bounds.statementMs + ON_ITS_WAY_MS);
    const address = readPostgresUrl(options.url);
    if (!address) throw new StartError('DATABASE_URL is not the URL of a PostgreSQL database. Correct it.');
    const session: SessionOptions = { schema: options.schema, bounds };
    const { url, ssl } = tlsOf(address.url, options.tls ?? { mode: '', rootCertificate: '', options: undefined });
    const connection: pg.ClientConfig = {
        connectionString: url,
        ssl,
        application_name: options.applicationName,
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
    };
    const Client = clientFor(address, connection, (client) => beginSession(client, session));
    const newClient = () => new Client(connection);
    const liveness = new PostgresLiveness({ newClient, silenceMs });
    const nodeId = randomUUID();
    const openPool = (max: number) => {
        const pool = new pg.Pool({ ...connection, Client, max, pipeline: true });
        // An idle connection that breaks is replaced by the pool; without a listener the process would end.
        pool.on('error', (error) => {
            // The pool adds the client, whose members include the key that cancels its statements.
            delete (error as { client?: unknown }).client;
            options.onError(error);
        });
        pool.on('connect', (client) => {
            // Waiting queries receive the error; without a listener the process would crash.
            client.on('error', () => undefined);
            liveness.watch(client);
        });
        return pool;
    };
    const pool = openPool(options.poolSize);
    const driver = { health, liveness, settings: transactionSettings(session) };
    const priorityDb = new Kysely<Tables>({ dialect: new PipeliningDialect({ ...driver, pool: openPool(1) }) });
    const { kysely, transaction: transactionOnce, close } = transactionsOn(new PipeliningDialect({ ...driver, pool }));
    const queue = new SerialQueue(bounds.lockMs, health);
    let pooler: Pooler = 'none';
    const onPoolerFound = (found: Pooler) => {
        if (found === 'transaction' && pooler !== found) options.onWarning?.(TRANSACTION_MODE);
        pooler = found;
    };
    const notified = new WeakSet<Tx>();

    /**
     * Repeats a transaction that failed because of its prepared statements: nothing was committed, and the second attempt plans all statements
     * again, or uses none.
     */
    const transaction: typeof transactionOnce = (work, isPreempted) =>
        transactionOnce(work, isPreempted).catch((error: unknown) => {
            if (!isLostPlan(error)) throw error;
            return transactionOnce(work, isPreempted);
        });

    /** Changes of this node queue here: a connection that only waits would not be available for reads. */
    const oneAtATime = <T>(
        work: (tx: Tx) => Promise<T>,
        { givesWayAfterMs, onCommitted }: TransactionOptions = {},
    ): Promise<T> =>
        queue.take(
            async () => {
                const result = await transaction(work, queue.interruption(givesWayAfterMs));
                onCommitted?.();
                return result;
            },
            { isBackground: givesWayAfterMs !== undefined },
        );

    return {
        kind: 'postgres',
        health,
        db: kysely,
        priorityDb,
        migrator: kysely,
        transaction: (work) => transaction(work),
        exclusive: sharedTransactions({
            transaction: oneAtATime,
            // PostgreSQL runs the statements of a batch in order: reads sent with the head run after it is locked.
            headOf: lockedHeadOf,
            wasRefused,
        }),
        notify(tx) {
            // Once is enough: other nodes are notified at the commit, and read everything.
            if (notified.has(tx)) return;
            notified.add(tx);
            // The statement returns no rows; if it fails, the commit in the same batch fails too.
            notifyNodes(tx, nodeId).catch(() => undefined);
        },
        listen: (onChange) =>
            listenForever(newClient, {
                onChange,
                nodeId,
                onError: options.onError,
                onPoolerFound,
                notify: (payload) => notifyNodes(kysely, payload),
                reports: new NodeReports(options),
            }),
        pooler: () => pooler,
        connections: () => ({
            max: options.poolSize,
            used: pool.totalCount - pool.idleCount,
            free: pool.idleCount,
            waiting: pool.waitingCount,
        }),
        close: async () => {
            liveness.close();
            await priorityDb.destroy();
            await close();
        },
    };
}
