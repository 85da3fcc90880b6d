/** The time for which a transaction that stores reports may hold the writer: changes and other reports wait for it. */
const TARGET_MS = 6;
const MAX_PARTS = 20;

/** How many parts one transaction stores, adapted to the time that earlier transactions took. */
export class TransactionSize {
    // The first transaction prepares the statements, and so takes several times as long.
    #parts = 1;

    get parts(): number {
        return Math.floor(this.#parts);
    }

    measured(parts: number, milliseconds: number): void {
        const fitting = (parts * TARGET_MS) / milliseconds;
        this.#parts = Math.min(Math.max(Math.min(fitting, 2 * this.#parts), 1), MAX_PARTS);
    }
}
