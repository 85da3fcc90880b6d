import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { OutcomeUnknown } from '../core/database-trouble.ts';
import type { Database, Tx } from './database.ts';
import { DatabaseHealth } from './database-health.ts';
import { EmbeddedDialect } from './embedded-driver.ts';
import { PipeliningDialect, wasRefused } from './postgres-driver.ts';
import { isOutdatedPlan } from './postgres-prepared.ts';
import { prepared } from './prepared.ts';
import { sharedTransactions } from './shared-transactions.ts';
import type { Tables } from './tables.ts';
import { transactionsOn } from './transaction.ts';
import { Turns } from './turns.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

const CHANNEL = 'halyard_changes';

/** With a way to change its tables, which nobody needs once it has started. */
export type OpenDatabase = Database & { migrator: Kysely<Tables> };

/** A change touches a page of each of a dozen indexes: with SQLite's own 2 MB it would read most of them again. */
const WRITING = { connections: 1, cacheKb: 8_192 };
/** Statements that read much and give way to other requests meanwhile; the next has to wait. */
const READING = { connections: 8, cacheKb: 2_000 };

/** What is new is read right after it was written, and mostly never, because whoever wrote it tells of it. */
const FOLLOWING = { connections: 1, cacheKb: 500 };

/** The embedded database: one file, one writer, readers that never wait for it. */
export function openSqlite(
    file: string,
    {
        health = new DatabaseHealth(),
        lockMs = DEFAULT_BOUNDS.lockMs,
    }: { health?: DatabaseHealth; lockMs?: number } = {},
): OpenDatabase {
    // Hashes of passwords and, without a key of the operator, secrets of other services are in it.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    keepToOwner(file);
    const { kysely: writer, transaction: transactionOfWriter } = transactionsOn(
        new EmbeddedDialect(file, { ...WRITING, health, lockMs }),
    );
    const reader = new Kysely<Tables>({ dialect: new EmbeddedDialect(file, { ...READING, health }) });
    const ahead = new Kysely<Tables>({ dialect: new EmbeddedDialect(file, { ...FOLLOWING, health }) });
    const log = new WriteAheadLog(file);
    const turns = new Turns(lockMs, health);

    function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
        const next = turns.take(
            () => transactionOfWriter(work),
            async () => {
                if (log.isOverfull) await sql`PRAGMA wal_checkpoint(PASSIVE)`.execute(writer);
                log.checkpointWhenFull();
            },
        );
        // The next transaction need not wait for the disk; whoever asked for this one does.
        return next.then((result) =>
            log.flush().then(
                () => result,
                (error: unknown) => {
                    health.failed(error);
                    throw new OutcomeUnknown(error, { canBeLookedUp: false });
                },
            ),
        );
    }

    return {
        kind: 'sqlite',
        health,
        db: reader,
        ahead,
        migrator: writer,
        transaction,
        exclusive: sharedTransactions({
            transaction,
            headOf: (tx) => first(head(tx, {})),
            // While one waits for the disk, those who come can still share the next.
            readyToCommit: () => log.idle(),
        }),
        notify: () => undefined,
        listen: async () => async () => undefined,
        async close() {
            await turns.idle();
            await log.close();
            await reader.destroy();
            await ahead.destroy();
            await writer.destroy();
        },
    };
}

/** What SQLite creates beside the file later gets the permissions of the file. */
function keepToOwner(file: string): void {
    closeSync(openSync(file, 'a', 0o600));
    for (const each of [file, `${file}-wal`, `${file}-shm`]) {
        try {
            chmodSync(each, 0o600);
        } catch {
            // Not there, or of another owner, who decides.
        }
    }
}

const selectHead = (tx: Tx) => tx.selectFrom('event_head').select(['revision', 'hash']);
const head = prepared((tx: Tx, _: object) => selectHead(tx));
const lockedHead = prepared((tx: Tx, _: object) => selectHead(tx).forUpdate());

const notification = prepared((tx: Tx, { channel }: { channel: string }) =>
    tx.selectNoFrom(sql`pg_notify(${channel}, '')`.as('notified')),
);

/** Whoever waits for it learns of a failure, and so does the transaction; it need not be waited for. */
function first<T>(rows: Promise<T[]>): Promise<T> {
    const row = rows.then(([found]) => found!);
    row.catch(() => undefined);
    return row;
}

export interface PostgresOptions {
    url: string;
    poolSize: number;
    schema: string;
    applicationName: string;
    ssl?: pg.ClientConfig['ssl'];
    onError: (error: Error) => void;
    health?: DatabaseHealth;
    bounds?: Bounds;
    /** How long an answer may take. */
    silenceMs?: number;
}

/** How long a node may keep others waiting, and how long it waits for them; 0: for ever. */
export interface Bounds {
    statementMs: number;
    lockMs: number;
    /** Between two statements of a transaction: longer only if the node is frozen, gone, or cut off. */
    idleMs: number;
}

const DEFAULT_BOUNDS: Bounds = { statementMs: 30_000, lockMs: 20_000, idleMs: 5_000 };

const SILENCE_MS = 120_000;
/** An answer may be as late as PostgreSQL allows it to be, and on its way. */
const ON_ITS_WAY_MS = 5_000;

/**
 * They travel with the connection, so they cost no round trip. PostgreSQL itself ends a transaction whose node says nothing any
 * more; what the node sends when it wakes up finds no transaction, and no connection, that it could still finish.
 * A node that does not even take what it asked for is given up as well (`tcp_user_timeout`).
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
    const connection: pg.ClientConfig = {
        connectionString: options.url,
        application_name: options.applicationName,
        options: startOptions(options.schema, bounds),
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
        ...(options.ssl === undefined ? {} : { ssl: options.ssl }),
    };
    const ownProcesses = new Set<number | undefined>();
    const openPool = (max: number) => {
        const pool = new pg.Pool({ ...connection, max });
        // An idle connection that breaks is replaced by the pool; without a listener the process would end.
        pool.on('error', options.onError);
        pool.on('remove', (client) => void ownProcesses.delete(processOf(client)));
        pool.on('connect', (client) => {
            ownProcesses.add(processOf(client));
            // Whoever waits for an answer learns of it; without a listener, the process would end as well.
            client.on('error', () => undefined);
            // A connection whose other end is gone without a word would be waited for until the system gives up, after a
            // quarter of an hour; idle ones are closed long before.
            const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
            stream.setTimeout(silenceMs, () => stream.destroy(new Error('PostgreSQL did not answer for too long.')));
        });
        return pool;
    };
    const pool = openPool(options.poolSize);
    const ahead = new Kysely<Tables>({ dialect: new PipeliningDialect(openPool(1), health) });
    const { kysely, transaction: transactionOnce } = transactionsOn(new PipeliningDialect(pool, health));
    const turns = new Turns(bounds.lockMs, health);
    const notified = new WeakSet<Tx>();

    /** Nothing was committed then, and the next time everything is planned anew. */
    const transaction: Database['transaction'] = (work) =>
        transactionOnce(work).catch((error: unknown) => {
            if (!isOutdatedPlan(error)) throw error;
            return transactionOnce(work);
        });

    /** Those of this node wait here for each other: a connection that only waits would be missing for reading. */
    const oneAtATime: Database['transaction'] = (work) => turns.take(() => transaction(work));

    return {
        kind: 'postgres',
        health,
        db: kysely,
        ahead,
        migrator: kysely,
        transaction,
        exclusive: sharedTransactions({
            transaction: oneAtATime,
            // PostgreSQL does what is asked together in order: what is read with the head is read once it is locked.
            headOf: (tx) => first(lockedHead(tx, {})),
            wasRefused,
        }),
        notify(tx) {
            // Once is enough: others hear of it when the transaction is committed, and read all of it.
            if (notified.has(tx)) return;
            notified.add(tx);
            // It answers nothing: should it fail, so does the commit that it travels with.
            notification(tx, { channel: CHANNEL }).catch(() => undefined);
        },
        listen: (onChange) =>
            listenForever(connection, {
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
            await ahead.destroy();
            await kysely.destroy();
        },
    };
}

/** What PostgreSQL calls the other end of a connection; node-postgres has it beyond its published types. */
const processOf = (client: pg.PoolClient) => (client as { processID?: number }).processID;

/** Keeps one connection listening, and a new one whenever it breaks; what was missed is caught up at once. */
async function listenForever(
    connection: pg.ClientConfig,
    {
        onChange,
        isOwn,
        onError,
    }: { onChange: () => void; isOwn: (process: number) => boolean; onError: (error: Error) => void },
): Promise<() => Promise<void>> {
    let stopped = false;
    let client: pg.Client | undefined;

    async function connect(): Promise<void> {
        const fresh = new pg.Client(connection);
        fresh.on('error', onError);
        // Whoever wrote it on this node tells of it.
        fresh.on('notification', ({ processId }) => {
            if (!isOwn(processId)) onChange();
        });
        try {
            await fresh.connect();
            await fresh.query(`listen ${CHANNEL}`);
        } catch (error) {
            await fresh.end().catch(() => undefined);
            throw error;
        }
        client = fresh;
        fresh.on('end', () => {
            if (!stopped) void reconnect();
        });
    }

    async function reconnect(): Promise<void> {
        for (let wait = 50; !stopped; wait = Math.min(wait * 2, 5_000)) {
            await delay(wait, undefined, { ref: false });
            if (stopped) return;
            try {
                await connect();
                return onChange();
            } catch (error) {
                onError(error as Error);
            }
        }
    }

    await connect();
    return async () => {
        stopped = true;
        await client?.end();
    };
}
