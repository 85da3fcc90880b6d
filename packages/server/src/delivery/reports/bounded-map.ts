/**
 * A map with a limit of keys in total and for each group: values invented by clients must neither fill the memory nor displace
 * the values of other clients. Existing keys can always be updated.
 */
export class BoundedMap<K, V> {
    readonly #limit: number;
    #entries = new Map<K, V>();
    #groups = new Map<string, number>();

    constructor(limit: number) {
        this.#limit = limit;
    }

    get size(): number {
        return this.#entries.size;
    }

    get(key: K): V | undefined {
        return this.#entries.get(key);
    }

    /** Returns whether the value is in the map now. */
    set(key: K, value: V, { group, limit }: { group: string; limit: number }): boolean {
        if (!this.#entries.has(key)) {
            const inGroup = this.#groups.get(group) ?? 0;
            if (this.#entries.size >= this.#limit || inGroup >= limit) return false;
            this.#groups.set(group, inGroup + 1);
        }
        this.#entries.set(key, value);
        return true;
    }

    /** Removes and returns everything. */
    take(): V[] {
        const values = [...this.#entries.values()];
        this.#entries = new Map();
        this.#groups = new Map();
        return values;
    }
}
