import { createHash } from 'node:crypto';
import type { CopiedRow } from './rows.ts';

/** A hash of the rows of a table, in their order. */
export class Fingerprint {
    readonly #hash = createHash('sha256');
    rows = 0;

    add(rows: readonly CopiedRow[]): void {
        for (const row of rows) this.#hash.update(`${JSON.stringify(row)}\n`);
        this.rows += rows.length;
    }

    /** Finishes the hash. */
    toString(): string {
        return `${this.rows}:${this.#hash.digest('hex')}`;
    }
}
