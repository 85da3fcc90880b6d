import { createHash } from 'node:crypto';
import type { CopiedRow } from './rows.ts';

/** What tells the rows of a table from any others, in the order they come in. */
export class Fingerprint {
    readonly #hash = createHash('sha256');
    rows = 0;

    add(rows: readonly CopiedRow[]): void {
        for (const row of rows) this.#hash.update(`${JSON.stringify(row)}\n`);
        this.rows += rows.length;
    }

    /** Ends it. */
    toString(): string {
        return `${this.rows}:${this.#hash.digest('hex')}`;
    }
}
