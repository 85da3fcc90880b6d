import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
    CompiledQuery,
    type DatabaseConnection,
    type Dialect,
    type DialectAdapter,
    type Driver,
    type Kysely,
    type QueryResult,
    SqliteAdapter,
    SqliteIntrospector,
} from 'kysely';
import { shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import { SQLITE_TYPES } from './column-types.ts';
import type { DatabaseHealth } from './database-health.ts';
import { Rows } from './insert-rows.ts';
import { SqliteCompiler } from './query-compilers.ts';
import { OWN_LOG } from './write-ahead-log.ts';

type Row = Record<string, unknown>;
type Values = readonly SQLOutputValue[];

/** Statements that never returned more rows are read at once. */
const SHORT = 500;

/** A prepared statement, with booleans and JSON converted. */
class Statement {
    readonly #isReader: boolean;
    readonly #statement: StatementSync;
    readonly #toRow: (values: Values) => Row;
    /** Undefined until its first execution. */
    #isShort: boolean | undefined;

    constructor(statement: StatementSync) {
        this.#statement = statement;
        const columns = statement.columns();
        this.#isReader = columns.length > 0;
        this.#toRow = rowMaker(columns);
        // Node's row objects have no stable shape for V8: creating and reading them takes longer.
        statement.setReturnArrays(true);
    }

    async execute(parameters: readonly unknown[]): Promise<QueryResult<Row>> {
        if (parameters[0] instanceof Rows) return this.#insert(parameters[0]);
        const bound = bind(parameters);
        if (!this.#isReader) {
            const { changes, lastInsertRowid } = this.#statement.run(...bound);
            return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
        }
        const rows = this.#isShort ? this.#readAtOnce(bound) : await this.#readYielding(bound);
        this.#isShort = this.#isShort !== false && rows.length <= SHORT;
        return { rows };
    }

    #readAtOnce(bound: Bindable[]): Row[] {
        return (this.#statement.all(...bound) as unknown as Values[]).map(this.#toRow);
    }

    /** Reading row by row takes longer, and lets other requests run in between. */
    async #readYielding(bound: Bindable[]): Promise<Row[]> {
        const rows: Row[] = [];
        for (const values of this.#statement.iterate(...bound)) {
            rows.push(this.#toRow(values as unknown as Values));
            if (shouldYield()) await yieldToEventLoop();
        }
        return rows;
    }

    async #insert({ list }: Rows): Promise<QueryResult<Row>> {
        for (const values of list) {
            this.#statement.run(...bind(values));
            if (shouldYield()) await yieldToEventLoop();
        }
        return { rows: [] };
    }
}

/** Generated for each statement, because one function for all of them would have to look up the position of each column. */
function rowMaker(columns: readonly { name: string; type: string | null }[]): (values: Values) => Row {
    const members = columns.map(
        ({ name, type }, i) => `${JSON.stringify(name)}: ${conversionOf(type, `values[${i}]`)}`,
    );
    return new Function('values', `return { ${members.join(', ')} };`) as (values: Values) => Row;
}

function conversionOf(type: string | null, value: string): string {
    if (type === SQLITE_TYPES.boolean) return `${value} === null ? null : ${value} === 1`;
    if (type === SQLITE_TYPES.json) return `${value} === null ? null : JSON.parse(String(${value}))`;
    return value;
}

type Bindable = string | number | bigint | null | Uint8Array;

function bind(parameters: readonly unknown[]): Bindable[] {
    return parameters.map((value) => {
        if (typeof value === 'boolean') return Number(value);
        return Array.isArray(value) ? JSON.stringify(value) : (value as Bindable);
    });
}

/** Preparing costs more than running; Kysely renders the same text for the same query. */
const PREPARED_STATEMENTS = 500;

const BUSY = 5;
const BETWEEN_TRIES_MS = 10;

const isBusy = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256 === BUSY;

class SqliteConnection implements DatabaseConnection {
    readonly #database: DatabaseSync;
    readonly #prepared = new Map<string, Statement>();
    readonly #waiting: (() => void)[] = [];
    #isBusy = false;
    readonly #health: DatabaseHealth;

    constructor(file: string, { cacheKb, health, lockMs }: EmbeddedOptions) {
        this.#health = health;
        this.#database = new DatabaseSync(file);
        this.#database.exec(`${OWN_LOG} PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;`);
        this.#database.exec(`PRAGMA cache_size = -${cacheKb}`);
        if (lockMs !== undefined) this.#database.exec('PRAGMA busy_timeout = 0');
    }

    // A statement runs to its end on this thread; other work runs between statements. Concurrent statements of a transaction run
    // in order.
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
        this.#isBusy = true;
        try {
            if (shouldYield()) await yieldToEventLoop();
            // The caller defines the row type: Kysely's types follow from the query.
            return (await this.#prepare(sql).execute(parameters)) as QueryResult<R>;
        } catch (error) {
            // A statement that failed while its rows were read fails once more before it works again.
            this.#prepared.delete(sql);
            this.#health.failed(error);
            throw error;
        } finally {
            const next = this.#waiting.shift();
            if (next) next();
            else this.#isBusy = false;
        }
    }

    /** While another process writes, SQLite would block this thread and all SDK requests; so the attempt is repeated instead. */
    async begin(lockMs: number): Promise<void> {
        const start = performance.now();
        for (;;) {
            try {
                // A transaction that begins with a read could not become a writer after another process has written.
                return this.#database.exec('begin immediate');
            } catch (error) {
                const isForEver = lockMs === 0;
                if (!isBusy(error) || (!isForEver && performance.now() - start > lockMs)) {
                    this.#health.failed(error);
                    throw error;
                }
                await delay(BETWEEN_TRIES_MS);
            }
        }
    }

    streamQuery(): never {
        throw new Error('Queries are not streamed: read pages instead.');
    }

    close(): void {
        this.#prepared.clear();
        this.#database.close();
    }

    #prepare(text: string): Statement {
        const known = this.#prepared.get(text);
        if (known) return known;
        const statement = new Statement(this.#database.prepare(text));
        if (this.#prepared.size >= PREPARED_STATEMENTS) this.#prepared.clear();
        this.#prepared.set(text, statement);
        return statement;
    }
}

/** Each connection has one user at a time: others could change the rows that a statement is about to read. */
class EmbeddedDriver implements Driver {
    readonly #connections: SqliteConnection[] = [];
    readonly #idle: SqliteConnection[] = [];
    readonly #waiting: ((connection: SqliteConnection) => void)[] = [];
    readonly #file: string;
    readonly #options: EmbeddedOptions;

    constructor(file: string, options: EmbeddedOptions) {
        this.#file = file;
        this.#options = options;
    }

    async init(): Promise<void> {}

    async acquireConnection(): Promise<SqliteConnection> {
        const idle = this.#idle.pop();
        if (idle) return idle;
        if (this.#connections.length === this.#options.connections)
            return new Promise((resolve) => this.#waiting.push(resolve));
        const connection = this.#open();
        this.#connections.push(connection);
        return connection;
    }

    #open(): SqliteConnection {
        try {
            return new SqliteConnection(this.#file, this.#options);
        } catch (error) {
            this.#options.health.failed(error);
            throw error;
        }
    }

    async releaseConnection(connection: SqliteConnection): Promise<void> {
        const next = this.#waiting.shift();
        if (next) next(connection);
        else this.#idle.push(connection);
    }

    beginTransaction(connection: SqliteConnection): Promise<void> {
        return connection.begin(this.#options.lockMs ?? 0);
    }

    async commitTransaction(connection: DatabaseConnection): Promise<void> {
        await connection.executeQuery(CompiledQuery.raw('commit'));
    }

    async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
        await connection.executeQuery(CompiledQuery.raw('rollback'));
    }

    async destroy(): Promise<void> {
        for (const connection of this.#connections) connection.close();
    }
}

class EmbeddedAdapter extends SqliteAdapter {
    // Otherwise all reads would wait for each other.
    override get supportsMultipleConnections(): boolean {
        return true;
    }
}

/** A single instance: compiled queries are cached by it, see `prepared()`. */
const ADAPTER = new EmbeddedAdapter();

export interface EmbeddedOptions {
    connections: number;
    /** Page cache of each connection. */
    cacheKb: number;
    health: DatabaseHealth;
    /** For writers: how long to wait for another process; 0: no limit. */
    lockMs?: number;
}

/** SQLite in this process, through Node's own module. */
export class EmbeddedDialect implements Dialect {
    readonly #file: string;
    readonly #options: EmbeddedOptions;

    constructor(file: string, options: EmbeddedOptions) {
        this.#file = file;
        this.#options = options;
    }

    createDriver = (): Driver => new EmbeddedDriver(this.#file, this.#options);
    createAdapter = (): DialectAdapter => ADAPTER;
    createQueryCompiler = () => new SqliteCompiler();
    createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db);
}
