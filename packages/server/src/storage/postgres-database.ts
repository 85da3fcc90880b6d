import { Kysely } from 'kysely';
import pg from 'pg';
import { readPostgresUrl } from '../core/settings/postgres-url.ts';
import { type Bounds, DEFAULT_BOUNDS } from './bounds.ts';
import type { ExclusiveOptions, OpenDatabase, Tx } from './database.ts';
import { DatabaseHealth } from './database-health.ts';
import { lockedHeadOf } from './event-head.ts';
import { PipeliningDialect, wasRefused } from './postgres-driver.ts';
import { clientFor } from './postgres-hosts.ts';
import { listenForever, notifyOthers } from './postgres-listening.ts';
import { PostgresLiveness } from './postgres-liveness.ts';
import { isOutdatedPlan } from './postgres-prepared.ts';
import { SerialQueue } from './serial-queue.ts';
import { sharedTransactions } from './shared-transactions.ts';
import type { Tables } from './tables.ts';
import { transactionsOn } from './transaction.ts';

export interface PostgresOptions {
    url: string;
    poolSize: number;
    schema: string;
    applicationName: string;
    ssl?: pg.ClientConfig['ssl'];
    onError: (error: Error) => void;
    health?: DatabaseHealth;
    bounds?: Bounds;
    /** How long PostgreSQL may take to respond. */
    silenceMs?: number;
}

const SILENCE_MS = 120_000;
/** Added to the limits of PostgreSQL for the transmission of the response. */
const ON_ITS_WAY_MS = 5_000;

/**
 * Sent with the connection request, so they cost no round trip. PostgreSQL itself ends the transaction of a node that stopped
 * responding, so a node that wakes up later finds neither transaction nor connection to finish. A node that does not acknowledge
 * data is disconnected as well (`tcp_user_timeout`).
 */
const startOptions = (schema: string, { statementMs, lockMs, idleMs }: Bounds) =>
    Object.entries({
        search_path: schema,
        statement_timeout: statementMs,
        lock_timeout: lockMs,
        idle_in_transaction_session_timeout: idleMs,
        tcp_user_timeout: statementMs,
    })
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' ');

export function openPostgres(options: PostgresOptions): OpenDatabase {
    const { health = new DatabaseHealth(), bounds = DEFAULT_BOUNDS } = options;
    const silenceMs = options.silenceMs ?? (bounds.statementMs === 0 ? SILENCE_MS : bounds.statementMs + ON_ITS_WAY_MS);
    const address = readPostgresUrl(options.url);
    const connection: pg.ClientConfig = {
        connectionString: address?.url ?? options.url,
        application_name: options.applicationName,
        options: startOptions(options.schema, bounds),
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
        ...(options.ssl === undefined ? {} : { ssl: options.ssl }),
    };
    const Client = address ? clientFor(address, connection) : pg.Client;
    const newClient = () => new Client(connection);
    const liveness = new PostgresLiveness({ newClient, silenceMs });
    const ownProcesses = new Set<number | undefined>();
    const openPool = (max: number) => {
        const pool = new pg.Pool({ ...connection, Client, max });
        // An idle connection that breaks is replaced by the pool; without a listener the process would end.
        pool.on('error', options.onError);
        pool.on('remove', (client) => void ownProcesses.delete(processOf(client)));
        pool.on('connect', (client) => {
            ownProcesses.add(processOf(client));
            // Waiting queries receive the error; without a listener the process would crash.
            client.on('error', () => undefined);
            liveness.watch(client);
        });
        return pool;
    };
    const pool = openPool(options.poolSize);
    const priorityDb = new Kysely<Tables>({ dialect: new PipeliningDialect(openPool(1), health, liveness) });
    const {
        kysely,
        transaction: transactionOnce,
        close,
    } = transactionsOn(new PipeliningDialect(pool, health, liveness));
    const queue = new SerialQueue(bounds.lockMs, health);
    const notified = new WeakSet<Tx>();

    /**
     * Repeats a transaction that failed because of an outdated plan: nothing was committed, and the second attempt plans all statements
     * again.
     */
    const transaction: typeof transactionOnce = (work, isPreempted) =>
        transactionOnce(work, isPreempted).catch((error: unknown) => {
            if (!isOutdatedPlan(error)) throw error;
            return transactionOnce(work, isPreempted);
        });

    /** Changes of this node queue here: a connection that only waits would not be available for reads. */
    const oneAtATime = <T>(work: (tx: Tx) => Promise<T>, { givesWayAfterMs }: ExclusiveOptions = {}): Promise<T> =>
        queue.take(() => transaction(work, queue.interruption(givesWayAfterMs)), {
            isBackground: givesWayAfterMs !== undefined,
        });

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
            notifyOthers(tx).catch(() => undefined);
        },
        listen: (onChange) =>
            listenForever(newClient, {
                onChange,
                isOwn: (process) => ownProcesses.has(process),
                onError: options.onError,
            }),
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

/** The backend process id of a connection; missing in the published types of node-postgres. */
const processOf = (client: pg.PoolClient) => (client as { processID?: number }).processID;
