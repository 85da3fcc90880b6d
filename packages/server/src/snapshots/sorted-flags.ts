import type { PublishedFlag } from './published-flag.ts';

/** Flags in the order of their names, sorted on first use. */
export class SortedFlags {
    readonly #flags: PublishedFlag[];
    #isSorted = false;

    constructor(flags: PublishedFlag[] = []) {
        this.#flags = flags;
    }

    get size(): number {
        return this.#flags.length;
    }

    get list(): readonly PublishedFlag[] {
        if (!this.#isSorted) this.#flags.sort((a, b) => (a.name < b.name ? -1 : 1));
        this.#isSorted = true;
        return this.#flags;
    }

    replace(before: PublishedFlag | undefined, after: PublishedFlag | undefined): void {
        if (before === undefined && after !== undefined && !this.#isSorted) {
            this.#flags.push(after);
            return;
        }
        const name = (before ?? after)?.name;
        if (name === undefined) return;
        const index = this.#indexOf(name);
        this.#flags.splice(index, before ? 1 : 0, ...(after ? [after] : []));
    }

    /** The index of this name, or the index to insert it at. */
    #indexOf(name: string): number {
        const { list } = this;
        let [low, high] = [0, list.length];
        while (low < high) {
            const middle = (low + high) >>> 1;
            if (list[middle]!.name < name) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
