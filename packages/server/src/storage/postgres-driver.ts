import {
    CompiledQuery,
    type DatabaseConnection,
    type Dialect,
    type Driver,
    type Kysely,
    PostgresAdapter,
    PostgresIntrospector,
    type QueryResult,
} from 'kysely';
import pg from 'pg';
import { OutcomeUnknown } from '../core/errors/database-trouble.ts';
import type { DatabaseHealth } from './database-health.ts';
import { Batch, type BatchResult, type Statement } from './postgres-batch.ts';
import type { PostgresLiveness } from './postgres-liveness.ts';
import { isLostPlan, type Plans, PreparedStatements } from './postgres-prepared.ts';
import { sessionOf } from './postgres-session.ts';
import type { Field } from './postgres-wire.ts';
import { PostgresCompiler } from './query-compilers.ts';

/** Large enough for the bulk inserts of a few hundred flags, so that short changes keep their round trips. */
const EARLY_BYTES = 512 * 1024;

const INT8 = 20;
const NUMERIC = 1700;

const parserOf = ({ dataTypeID }: Field) =>
    dataTypeID === INT8 || dataTypeID === NUMERIC ? Number : pg.types.getTypeParser(dataTypeID, 'text');

/**
 * A connection to PostgreSQL. Round trips dominate the cost of a change. So in a transaction, statements without a result wait
 * for the next statement with one, or for the end, and concurrent statements are sent together. Large inserts are sent early:
 * PostgreSQL inserts while the next rows are prepared.
 */
export class PostgresConnection implements DatabaseConnection {
    readonly #client: pg.PoolClient;
    readonly #prepared: PreparedStatements;
    #waiting: Statement[] = [];
    /** The size of the bulk inserts that wait. */
    #waitingBytes = 0;
    /** Bulk inserts that were sent before a result was requested. */
    #sentEarly: Promise<void> | undefined;
    #isAboutToSend = false;
    #isInTransaction = false;
    /** The error of a statement that no caller awaited: the transaction cannot continue. */
    #failure: Error | undefined;
    #isBroken = false;
    readonly #health: DatabaseHealth;
    /** Executed in every transaction; undefined: the session has these settings. */
    readonly #settings: string | undefined;

    constructor(client: pg.PoolClient, plans: Plans, { health, settings }: Pick<DriverOptions, 'health' | 'settings'>) {
        const isPooled = sessionOf(client).isPooled === true;
        this.#client = client;
        this.#health = health;
        this.#settings = isPooled ? settings : undefined;
        this.#prepared = new PreparedStatements(plans, { isPooled });
    }

    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        if (this.#failure) throw this.#failure;
        if (this.#isInTransaction && returnsNothing(query)) {
            this.#later(query);
            if (this.#waitingBytes > EARLY_BYTES) {
                await this.#sentEarly;
                this.#sentEarly = this.#send();
            }
            return { rows: [] };
        }
        const { rows, tag } = await this.#request(query).catch((error: unknown) => {
            // The statement is planned again in the next attempt. A transaction has failed and is repeated as a whole.
            if (this.#isInTransaction || !isLostPlan(error)) throw error;
            return this.#request(query);
        });
        const [, affected] = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)/.exec(tag) ?? [];
        // The caller defines the row type: Kysely's types follow from the query.
        return { rows: rows as R[], ...(affected !== undefined && { numAffectedRows: BigInt(affected) }) };
    }

    streamQuery(): never {
        throw new Error('Queries are not streamed: read pages instead.');
    }

    begin(): void {
        this.#isInTransaction = true;
        this.#failure = undefined;
        this.#sentEarly = undefined;
        this.#later(BEGIN);
    }

    async commit(): Promise<void> {
        if (this.#failure) throw this.#failure;
        const { tag } = await this.#request(COMMIT).catch((error: unknown) => {
            throw wasRefused(error) ? error : new OutcomeUnknown(error, { canBeLookedUp: true });
        });
        // PostgreSQL does not commit a failed transaction.
        if (tag !== 'COMMIT') throw this.#failure ?? new Error('The transaction was rolled back.');
        this.#isInTransaction = false;
    }

    async rollback(): Promise<void> {
        // Statements that were not sent yet are dropped.
        for (const { reject } of this.#waiting.splice(0)) reject(new Error('The transaction was rolled back.'));
        this.#isInTransaction = false;
        this.#failure = undefined;
        // The caller reports why the transaction failed. If this fails too, the connection is closed, and PostgreSQL rolls back.
        await this.#request(ROLLBACK).catch(() => {
            this.#isBroken = true;
        });
    }

    /** Lets the pool replace the connection if it is unusable. */
    release(): void {
        this.#client.release(this.#isBroken);
    }

    #later({ sql, parameters }: CompiledQuery): void {
        for (const value of parameters) if (value instanceof Buffer) this.#waitingBytes += value.length;
        this.#waiting.push({
            text: sql,
            values: parameters,
            resolve: () => undefined,
            reject: (error) => {
                this.#failure ??= error;
            },
        });
    }

    #request({ sql, parameters }: CompiledQuery): Promise<BatchResult> {
        return new Promise((resolve, reject) => {
            this.#waiting.push({ text: sql, values: parameters, resolve, reject });
            if (!this.#isInTransaction) return void this.#send();
            if (this.#isAboutToSend) return;
            this.#isAboutToSend = true;
            // After all statements of the same batch.
            process.nextTick(() => {
                this.#isAboutToSend = false;
                if (this.#sentEarly === undefined) void this.#send();
                else void this.#sentEarly.then(() => this.#sendUnlessFailed());
            });
        });
    }

    /** After a failed statement, PostgreSQL would answer the following ones with a meaningless error. */
    #sendUnlessFailed(): void {
        const failure = this.#failure;
        if (failure === undefined) void this.#send();
        else for (const { reject } of this.#waiting.splice(0)) reject(failure);
    }

    /** Sends the waiting statements; resolves when PostgreSQL has answered, with or without errors. */
    #send(): Promise<void> {
        const statements = this.#waiting;
        if (statements.length === 0) return Promise.resolve();
        this.#waiting = [];
        this.#waitingBytes = 0;
        return new Promise((onEnd) => {
            this.#client.query(
                new Batch(statements, {
                    prepared: this.#prepared,
                    parserOf,
                    health: this.#health,
                    settings: this.#settings,
                    isInTransaction: () => this.#client.getTransactionStatus() !== 'I',
                    onError: this.onError,
                    onEnd,
                }),
            );
        });
    }

    /** A server that no longer accepts writes has been replaced: the next connection goes to the new primary. */
    private readonly onError = (error: Error): void => {
        if ((error as { code?: string }).code === READ_ONLY) this.#isBroken = true;
    };
}

/** The error code of a standby. */
const READ_ONLY = '25006';

/** PostgreSQL ended the transaction before it received the commit. */
const IDLE_IN_TRANSACTION = '25P03';

/** Whether PostgreSQL reported that nothing was committed. Without a response the outcome is unknown. */
export const wasRefused = (error: unknown) =>
    error instanceof pg.DatabaseError && (error.severity === 'ERROR' || error.code === IDLE_IN_TRANSACTION);

/** Whatever the default of the server is: the writer lock orders changes, and stricter levels would refuse some of them. */
const BEGIN = CompiledQuery.raw('begin isolation level read committed');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

function returnsNothing({ query, sql }: CompiledQuery): boolean {
    if (query.kind === 'RawNode') return /^(release )?savepoint /.test(sql);
    if (query.kind !== 'InsertQueryNode' && query.kind !== 'UpdateQueryNode' && query.kind !== 'DeleteQueryNode') {
        return false;
    }
    return query.returning === undefined;
}

export interface DriverOptions {
    pool: pg.Pool;
    health: DatabaseHealth;
    liveness: PostgresLiveness;
    /** The statement that applies the settings of this service to a transaction. */
    settings: string;
}

class PostgresDriver implements Driver {
    readonly #options: DriverOptions;
    readonly #connections = new WeakMap<pg.PoolClient, PostgresConnection>();
    readonly #plans: Plans = { generation: 0, areNamed: true };

    constructor(options: DriverOptions) {
        this.#options = options;
    }

    async init(): Promise<void> {}

    async acquireConnection(): Promise<PostgresConnection> {
        const { pool, liveness, health } = this.#options;
        const client = await liveness
            .acquire(
                () => pool.connect(),
                (late) => late.release(),
            )
            .catch((error: unknown) => {
                health.failed(error);
                throw error;
            });
        const known = this.#connections.get(client);
        if (known) return known;
        const connection = new PostgresConnection(client, this.#plans, this.#options);
        this.#connections.set(client, connection);
        return connection;
    }

    async releaseConnection(connection: PostgresConnection): Promise<void> {
        connection.release();
    }

    async beginTransaction(connection: PostgresConnection): Promise<void> {
        connection.begin();
    }

    commitTransaction(connection: PostgresConnection): Promise<void> {
        return connection.commit();
    }

    rollbackTransaction(connection: PostgresConnection): Promise<void> {
        return connection.rollback();
    }

    async destroy(): Promise<void> {
        await this.#options.pool.end();
    }
}

/** PostgreSQL through node-postgres, with as few round trips as possible. */
export class PipeliningDialect implements Dialect {
    readonly #options: DriverOptions;

    constructor(options: DriverOptions) {
        this.#options = options;
    }

    createDriver = (): Driver => new PostgresDriver(this.#options);
    createAdapter = () => new PostgresAdapter();
    createQueryCompiler = () => new PostgresCompiler();
    createIntrospector = (db: Kysely<unknown>) => new PostgresIntrospector(db);
}
