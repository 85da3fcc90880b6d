import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database, Tx } from './database.ts';
import { EmbeddedDialect } from './embedded-driver.ts';
import { PipeliningDialect } from './postgres-driver.ts';
import { isOutdatedPlan } from './postgres-prepared.ts';
import { prepared } from './prepared.ts';
import { sharedTransactions } from './shared-transactions.ts';
import type { Tables } from './tables.ts';
import { transactionsOn } from './transaction.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

const CHANNEL = 'halyard_changes';

/** A change touches a page of each of a dozen indexes: with SQLite's own 2 MB it would read most of them again. */
const WRITING = { connections: 1, cacheKb: 8_192 };
/** Statements that read much and give way to other requests meanwhile; the next has to wait. */
const READING = { connections: 8, cacheKb: 2_000 };

/** The embedded database: one file, one writer, readers that never wait for it. */
export function openSqlite(file: string): Database & { migrator: Kysely<Tables> } {
    // Hashes of passwords and, without a key of the operator, secrets of other services are in it.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    keepToOwner(file);
    const { kysely: writer, transaction: transactionOfWriter } = transactionsOn(new EmbeddedDialect(file, WRITING));
    const reader = new Kysely<Tables>({ dialect: new EmbeddedDialect(file, READING) });
    const log = new WriteAheadLog(file);
    let lastTransaction: Promise<unknown> = Promise.resolve();

    function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
        const next = lastTransaction.then(() => transactionOfWriter(work));
        lastTransaction = next
            .then(async () => {
                if (log.isOverfull) await sql`PRAGMA wal_checkpoint(PASSIVE)`.execute(writer);
                log.checkpointWhenFull();
            })
            .catch(() => undefined);
        // The next transaction need not wait for the disk; whoever asked for this one does.
        return next.then((result) => log.flush().then(() => result));
    }

    return {
        kind: 'sqlite',
        db: reader,
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
            await lastTransaction;
            await log.close();
            await reader.destroy();
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
    /** How long an answer may take. */
    silenceMs?: number;
}

const SILENCE_MS = 120_000;

export function openPostgres(options: PostgresOptions): Database & { migrator: Kysely<Tables> } {
    const connection: pg.ClientConfig = {
        connectionString: options.url,
        application_name: options.applicationName,
        options: `-c search_path=${options.schema}`,
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
        ...(options.ssl === undefined ? {} : { ssl: options.ssl }),
    };
    const pool = new pg.Pool({ ...connection, max: options.poolSize });
    // An idle connection that breaks is replaced by the pool; without a listener the process would end.
    pool.on('error', options.onError);
    // A connection whose other end is gone without a word would be waited for until the system gives up, after a quarter
    // of an hour; idle ones are closed long before.
    const ownProcesses = new Set<number | undefined>();
    pool.on('remove', (client) => void ownProcesses.delete(processOf(client)));
    pool.on('connect', (client) => {
        ownProcesses.add(processOf(client));
        // Whoever waits for an answer learns of it; without a listener, the process would end as well.
        client.on('error', () => undefined);
        const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
        stream.setTimeout(options.silenceMs ?? SILENCE_MS, () =>
            stream.destroy(new Error('PostgreSQL did not answer for too long.')),
        );
    });
    const { kysely, transaction: transactionOnce } = transactionsOn(new PipeliningDialect(pool));
    let lastExclusive: Promise<unknown> = Promise.resolve();
    const notified = new WeakSet<Tx>();

    /** Nothing was committed then, and the next time everything is planned anew. */
    const transaction: Database['transaction'] = (work) =>
        transactionOnce(work).catch((error: unknown) => {
            if (!isOutdatedPlan(error)) throw error;
            return transactionOnce(work);
        });

    /** Those of this node wait here for each other: a connection that only waits would be missing for reading. */
    const oneAtATime: Database['transaction'] = (work) => {
        const next = lastExclusive.then(() => transaction(work));
        lastExclusive = next.catch(() => undefined);
        return next;
    };

    return {
        kind: 'postgres',
        db: kysely,
        migrator: kysely,
        transaction,
        exclusive: sharedTransactions({
            transaction: oneAtATime,
            // PostgreSQL does what is asked together in order: what is read with the head is read once it is locked.
            headOf: (tx) => first(lockedHead(tx, {})),
            wasRefused: (error) => error instanceof pg.DatabaseError && error.severity === 'ERROR',
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
        close: () => kysely.destroy(),
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
        onChange();
    }

    async function reconnect(): Promise<void> {
        for (let wait = 50; !stopped; wait = Math.min(wait * 2, 5_000)) {
            await delay(wait, undefined, { ref: false });
            if (stopped) return;
            try {
                return await connect();
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
