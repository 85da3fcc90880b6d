import type pg from 'pg';
import type { DatabaseHealth } from './database-health.ts';
import type { PreparedStatements } from './postgres-prepared.ts';
import { type Field, type RowReader, rowReader, toWire, type Wire, type WireRow } from './postgres-wire.ts';

export interface BatchResult {
    rows: WireRow[];
    /** The command tag of the statement: `UPDATE 1`, `COMMIT`. */
    tag: string;
}

export interface Statement {
    text: string;
    values: readonly unknown[];
    resolve(result: BatchResult): void;
    reject(error: Error): void;
}

const NO_COLUMNS: RowReader = () => ({});

/** Applies the settings of this service to a transaction on a connection of a pooler. */
const settingsStatement = (text: string): Statement => ({
    text,
    values: [],
    resolve: () => undefined,
    reject: () => undefined,
});

interface BatchOptions {
    prepared: PreparedStatements;
    parserOf: (field: Field) => (text: string) => unknown;
    health: DatabaseHealth;
    /** Executed in every transaction; undefined: the session has these settings. */
    settings: string | undefined;
    isInTransaction: () => boolean;
    onError: (error: Error) => void;
    onEnd: () => void;
}

/**
 * Statements that are sent to PostgreSQL together: one round trip for any number. They run in order; when one fails, those after
 * it are not run and fail with the same error.
 */
export class Batch implements pg.Submittable {
    readonly #statements: Statement[];
    readonly #options: BatchOptions;
    readonly #results: BatchResult[] = [];
    /** The readers of statements whose rows PostgreSQL does not describe again. */
    readonly #known: (RowReader | undefined)[] = [];
    #toRow: RowReader = NO_COLUMNS;
    #rows: WireRow[] = [];
    /** Rows that could not be read, by the index of their statement. */
    readonly #unreadable = new Map<number, Error>();
    #isOver = false;

    constructor(statements: Statement[], options: BatchOptions) {
        this.#statements = statements;
        this.#options = options;
    }

    get texts(): string[] {
        return this.#statements.map(({ text }) => text);
    }

    submit(connection: pg.Connection): void {
        const wire = connection as unknown as Wire;
        const { settings, isInTransaction, prepared } = this.#options;
        if (settings !== undefined && !isInTransaction()) {
            // Without `begin`, the statements up to `sync` are a transaction.
            const isBegun = this.#statements[0]!.text.startsWith('begin');
            this.#statements.splice(isBegun ? 1 : 0, 0, settingsStatement(settings));
        }
        wire.stream.cork();
        try {
            for (const { text, values } of this.#statements) {
                const { name, isKnown, toRow } = prepared.take(text, wire);
                if (!isKnown) wire.parse({ name, text });
                wire.bind({ statement: name, values, valueMapper: toWire });
                this.#known.push(toRow);
                if (toRow === undefined) wire.describe({ type: 'P', name: '' });
                wire.execute(null);
            }
        } finally {
            wire.sync();
            wire.stream.uncork();
        }
        this.#begin();
    }

    handleRowDescription({ fields }: { fields: Field[] }): void {
        this.#reading(() => {
            this.#toRow = rowReader(fields, this.#options.parserOf);
        });
    }

    handleDataRow({ fields }: { fields: (string | null)[] }): void {
        this.#reading(() => this.#rows.push(this.#toRow(fields)));
    }

    /** An exception here would end the process: node-postgres calls the handlers from its socket. */
    #reading(read: () => void): void {
        try {
            read();
        } catch (cause) {
            const error = new Error(`PostgreSQL returned an unreadable row: ${(cause as Error).message}`, { cause });
            this.#unreadable.set(this.#results.length, error);
        }
    }

    handleCommandComplete({ text: tag }: { text: string }): void {
        this.#options.prepared.described(this.#statements[this.#results.length]!.text, this.#toRow);
        this.#results.push({ rows: this.#rows, tag });
        this.#begin();
    }

    handleReadyForQuery(): void {
        if (!this.#isOver) this.#options.health.responded();
        this.#end();
    }

    /** An error of a statement or of the connection. */
    handleError(error: Error): void {
        if (this.#isOver) return;
        const { health, onError, prepared } = this.#options;
        health.failed(error);
        onError(error);
        const notDone = this.#statements.slice(this.#results.length);
        prepared.failed(
            error,
            notDone.map(({ text }) => text),
        );
        this.#end(error);
    }

    /** Starts the next statement: its rows are read with the cached reader, unless PostgreSQL describes them. */
    #begin(): void {
        this.#toRow = this.#known[this.#results.length] ?? NO_COLUMNS;
        this.#rows = [];
    }

    #end(error?: Error): void {
        if (this.#isOver) return;
        this.#isOver = true;
        for (const [index, { resolve, reject }] of this.#statements.entries()) {
            const result = this.#results[index];
            const unreadable = this.#unreadable.get(index);
            if (unreadable) reject(unreadable);
            else if (result) resolve(result);
            // Created only when needed: capturing the stack takes longer than everything above.
            else reject(error ?? new Error('PostgreSQL did not answer.'));
        }
        this.#options.onEnd();
    }
}
