/** The number of entries by token. */
export type EntriesByToken = ReadonlyMap<number, number>;

/** The rows that this node has appended to the journal and that are not stored yet, and how many entries each token has in them. */
export class ReportBacklog {
    /** In the order of arrival. */
    readonly #rows = new Map<string, EntriesByToken>();
    readonly #entries = new Map<number, number>();
    #size = 0;

    /** All entries, including those being appended. */
    get size(): number {
        return this.#size;
    }

    of(tokenId: number): number {
        return this.#entries.get(tokenId) ?? 0;
    }

    /** Counts entries that are being appended. */
    reserve(entries: EntriesByToken): void {
        this.#change(entries, 1);
    }

    /** The entries were not appended. */
    release(entries: EntriesByToken): void {
        this.#change(entries, -1);
    }

    /** The row with these reserved entries was appended. */
    add(id: string, entries: EntriesByToken): void {
        this.#rows.set(id, entries);
    }

    /** The rows were stored, by this node or another one. Rows of other nodes are ignored. */
    remove(ids: Iterable<string>): void {
        for (const id of ids) {
            const entries = this.#rows.get(id);
            if (entries !== undefined) this.#change(entries, -1);
            this.#rows.delete(id);
        }
    }

    /** The ids of the oldest rows. */
    oldest(count: number): string[] {
        const ids: string[] = [];
        for (const id of this.#rows.keys()) {
            if (ids.length === count) break;
            ids.push(id);
        }
        return ids;
    }

    #change(entries: EntriesByToken, factor: 1 | -1): void {
        for (const [tokenId, count] of entries) {
            this.#size += factor * count;
            const left = this.of(tokenId) + factor * count;
            if (left === 0) this.#entries.delete(tokenId);
            else this.#entries.set(tokenId, left);
        }
    }
}
