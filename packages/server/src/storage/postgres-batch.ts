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

/**
 * Statements that are sent to PostgreSQL together: one round trip for any number. They run in order; when one fails, those after
 * it are not run and fail with the same error.
 */
export class Batch implements pg.Submittable {
    readonly #statements: readonly Statement[];
    readonly #prepared: PreparedStatements;
    readonly #parserOf: (field: Field) => (text: string) => unknown;
    readonly #health: DatabaseHealth;
    readonly #onError: (error: Error) => void;
    readonly #onEnd: () => void;
    readonly #results: BatchResult[] = [];
    /** The readers of statements whose rows PostgreSQL does not describe again. */
    readonly #known: (RowReader | undefined)[] = [];
    #toRow: RowReader = NO_COLUMNS;
    #rows: WireRow[] = [];
    #isOver = false;

    constructor(
        statements: readonly Statement[],
        {
            prepared,
            parserOf,
            health,
            onError,
            onEnd,
        }: {
            prepared: PreparedStatements;
            parserOf: (field: Field) => (text: string) => unknown;
            health: DatabaseHealth;
            onError: (error: Error) => void;
            onEnd: () => void;
        },
    ) {
        this.#onError = onError;
        this.#onEnd = onEnd;
        this.#statements = statements;
        this.#prepared = prepared;
        this.#parserOf = parserOf;
        this.#health = health;
    }

    get texts(): string[] {
        return this.#statements.map(({ text }) => text);
    }

    submit(connection: pg.Connection): void {
        const wire = connection as unknown as Wire;
        wire.stream.cork();
        try {
            for (const { text, values } of this.#statements) {
                const { name, isKnown, toRow } = this.#prepared.take(text, wire);
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
        this.#toRow = rowReader(fields, this.#parserOf);
    }

    handleDataRow({ fields }: { fields: (string | null)[] }): void {
        this.#rows.push(this.#toRow(fields));
    }

    handleCommandComplete({ text: tag }: { text: string }): void {
        this.#prepared.described(this.#statements[this.#results.length]!.text, this.#toRow);
        this.#results.push({ rows: this.#rows, tag });
        this.#begin();
    }

    handleReadyForQuery(): void {
        if (!this.#isOver) this.#health.responded();
        this.#end();
    }

    /** An error of a statement or of the connection. */
    handleError(error: Error): void {
        if (this.#isOver) return;
        this.#health.failed(error);
        this.#onError(error);
        const notDone = this.#statements.slice(this.#results.length);
        this.#prepared.failed(
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
            if (result) resolve(result);
            // Created only when needed: capturing the stack takes longer than everything above.
            else reject(error ?? new Error('PostgreSQL did not answer.'));
        }
        this.#onEnd();
    }
}
