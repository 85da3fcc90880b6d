import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import pg from 'pg';
import { OutcomeUnknown } from '../core/errors/database-trouble.ts';
import type { DatabaseHealth } from './database-health.ts';
import { type ServerSession, sessionOf } from './postgres-session.ts';
import { isLostPlan, type StatementNames } from './statement-names.ts';

/** Large enough for the bulk inserts of a few hundred flags, so that short changes keep their round trips. */
const EARLY_BYTES = 512 * 1024;

const INT8 = 20;
const NUMERIC = 1700;

type Parser = (text: string) => unknown;

const TEXT = 25;
const asText: Parser = (text) => text;
const parsers = new Map<number, Parser>([[TEXT, asText]]);

function parserOf(type: number): Parser {
    const known = parsers.get(type);
    if (known) return known;
    const parse: Parser = type === INT8 || type === NUMERIC ? Number : pg.types.getTypeParser(type, 'text');
    const safe: Parser = (text) => {
        try {
            return parse(text);
        } catch (cause) {
            throw new Error(`PostgreSQL returned an unreadable row: ${(cause as Error).message}`, { cause });
        }
    };
    parsers.set(type, safe);
    return safe;
}

const TYPES = { getTypeParser: parserOf } as pg.CustomTypesConfig;

interface Statement {
    text: string;
    values: readonly unknown[];
    resolve(result: pg.QueryResult): void;
    reject(error: Error): void;
}

/**
 * A connection to PostgreSQL. Round trips dominate the cost of a change. So in a transaction, statements without a result wait
 * for the next statement with one, or for the end, and are sent together with it and with concurrent ones (`pipeline` of
 * node-postgres). Large inserts are sent early: PostgreSQL inserts while the next rows are prepared.
 */
export class PostgresConnection implements DatabaseConnection {
    readonly #client: pg.PoolClient;
    readonly #session: ServerSession;
    readonly #names: StatementNames;
    readonly #generation: number;
    #waiting: Statement[] = [];
    /** The size of the bulk inserts that wait. */
    #waitingBytes = 0;
    /** Bulk inserts that were sent before a result was requested. */
    #sentEarly: Promise<unknown> | undefined;
    #isAboutToSend = false;
    #isInTransaction = false;
    /** The error of a statement that no caller awaited: the transaction cannot continue. */
    #failure: Error | undefined;
    /** The first error of the transaction: PostgreSQL answers all later statements with a meaningless one. */
    #firstError: Error | undefined;
    #isBroken = false;
    readonly #health: DatabaseHealth;
    /** Executed in every transaction; undefined: the session has these settings. */
    readonly #settings: CompiledQuery | undefined;

    constructor(client: pg.PoolClient, names: StatementNames, { health, settings }: ConnectionOptions) {
        this.#client = client;
        this.#session = sessionOf(client);
        this.#names = names;
        this.#generation = names.generation;
        this.#health = health;
        this.#settings = this.#session.isPooled ? CompiledQuery.raw(settings) : undefined;
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
        const { rows, command, rowCount } = await this.#request(query).catch((error: unknown) => {
            // The next attempt uses no plan of this connection. A transaction has failed and is repeated as a whole.
            if (this.#isInTransaction || !isLostPlan(error)) throw error;
            return this.#request(query);
        });
        const isChange = rowCount !== null && CHANGES.has(command);
        // The caller defines the row type: Kysely's types follow from the query.
        return { rows: rows as R[], ...(isChange && { numAffectedRows: BigInt(rowCount) }) };
    }

    streamQuery(): never {
        throw new Error('Queries are not streamed: read pages instead.');
    }

    begin(): void {
        this.#isInTransaction = true;
        this.#failure = undefined;
        this.#firstError = undefined;
        this.#sentEarly = undefined;
        this.#later(BEGIN);
        if (this.#settings) this.#later(this.#settings);
    }

    async commit(): Promise<void> {
        if (this.#failure) throw this.#failure;
        const { command } = await this.#request(COMMIT).catch((error: unknown) => {
            throw wasRefused(error) ? error : new OutcomeUnknown(error, { canBeLookedUp: true });
        });
        // PostgreSQL does not commit a failed transaction.
        if (command !== 'COMMIT') throw this.#firstError ?? new Error('The transaction was rolled back.');
        this.#isInTransaction = false;
    }

    async rollback(): Promise<void> {
        // Statements that were not sent yet are dropped.
        for (const { reject } of this.#waiting.splice(0)) reject(new Error('The transaction was rolled back.'));
        this.#isInTransaction = false;
        this.#failure = undefined;
        this.#firstError = undefined;
        // The caller reports why the transaction failed. If this fails too, the connection is closed, and PostgreSQL rolls back.
        await this.#execute(ROLLBACK).catch(() => {
            this.#isBroken = true;
        });
    }

    /** Lets the pool replace the connection if it is unusable. */
    release(): void {
        this.#client.release(this.#isBroken || this.#generation !== this.#names.generation);
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

    #request(query: CompiledQuery): Promise<pg.QueryResult> {
        if (!this.#isInTransaction) return this.#settings ? this.#alone(query, this.#settings) : this.#execute(query);
        return new Promise((resolve, reject) => {
            this.#waiting.push({ text: query.sql, values: query.parameters, resolve, reject });
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

    /** A statement outside of a transaction, through a pooler: its settings hold for one transaction, which is its own. */
    async #alone(query: CompiledQuery, settings: CompiledQuery): Promise<pg.QueryResult> {
        // Copies of a database begin transactions by statements.
        const isBegin = query.sql.startsWith('begin');
        if (!isBegin && this.#client.getTransactionStatus() !== 'I') return this.#execute(query);
        const statements = isBegin ? [query, settings] : [BEGIN, settings, query, COMMIT];
        const outcomes = await Promise.allSettled(statements.map((each) => this.#execute(each)));
        const failed = outcomes.find((outcome) => outcome.status === 'rejected');
        if (failed) throw failed.reason;
        return (outcomes[statements.indexOf(query)] as PromiseFulfilledResult<pg.QueryResult>).value;
    }

    #sendUnlessFailed(): void {
        const failure = this.#failure;
        if (failure === undefined) void this.#send();
        else for (const { reject } of this.#waiting.splice(0)) reject(failure);
    }

    /** Sends the waiting statements; resolves when PostgreSQL has answered, with or without errors. */
    #send(): Promise<unknown> {
        const statements = this.#waiting;
        this.#waiting = [];
        this.#waitingBytes = 0;
        // One packet instead of one for each statement.
        this.#session.socket.cork();
        const sent = statements.map(({ text, values, resolve, reject }) =>
            this.#execute({ sql: text, parameters: values }).then(resolve, reject),
        );
        this.#session.socket.uncork();
        return Promise.all(sent);
    }

    async #execute({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<pg.QueryResult> {
        const name = this.#hasOwnPlans ? this.#names.nameOf(sql) : undefined;
        this.#session.pending++;
        try {
            const result = await this.#client.query({ name, text: sql, values: parameters as unknown[], types: TYPES });
            this.#health.responded();
            return result;
        } catch (error) {
            if (this.#firstError) throw this.#firstError;
            if (this.#isInTransaction) this.#firstError = error as Error;
            this.#onError(error as Error);
            throw error;
        } finally {
            this.#session.pending--;
        }
    }

    /** A pooler may execute the next statement on another server connection, where names are unknown. */
    get #hasOwnPlans(): boolean {
        return !this.#session.isPooled && this.#generation === this.#names.generation;
    }

    #onError(error: Error): void {
        this.#health.failed(error);
        this.#names.failed(error);
        // A server that no longer accepts writes has been replaced: the next connection goes to the new primary.
        if ((error as { code?: string }).code === READ_ONLY) this.#isBroken = true;
    }
}

/** The commands whose number of rows is reported. */
const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

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

export interface ConnectionOptions {
    health: DatabaseHealth;
    /** The statement that applies the settings of this service to a transaction. */
    settings: string;
}
