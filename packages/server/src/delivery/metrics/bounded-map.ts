/**
 * A map that takes no more than so many keys: what callers make up must not fill the memory. What is already known is always
 * found; what finds no room is counted.
 */
export class BoundedMap<K, V> {
    readonly #limit: number;
    #entries = new Map<K, V>();
    #refused = 0;

    constructor(limit: number) {
        this.#limit = limit;
    }

    get refused(): number {
        return this.#refused;
    }

    get(key: K): V | undefined {
        return this.#entries.get(key);
    }

    set(key: K, value: V): void {
        if (this.#entries.size < this.#limit || this.#entries.has(key)) this.#entries.set(key, value);
        else this.#refused++;
    }

    /** Takes out everything. */
    take(): V[] {
        const values = [...this.#entries.values()];
        this.#entries = new Map();
        return values;
    }
}
