import type { PublishedFlag } from './published-flag.ts';

/** More changes than this are applied in one pass over the list, instead of one after the other. */
const FEW_CHANGES = 50;

/** Flags in the order of their names. Changes are applied on the next use, so that thousands of them cost one pass. */
export class SortedFlags {
    #flags: PublishedFlag[];
    #isSorted = false;
    #size: number;
    /** The flags that differ from the list, by name; undefined: removed. */
    readonly #changes = new Map<string, PublishedFlag | undefined>();

    constructor(flags: PublishedFlag[] = []) {
        this.#flags = flags;
        this.#size = flags.length;
    }

    get size(): number {
        return this.#size;
    }

    get list(): readonly PublishedFlag[] {
        if (this.#changes.size > FEW_CHANGES) this.#applyAll();
        if (!this.#isSorted) this.#flags.sort((a, b) => (a.name < b.name ? -1 : 1));
        this.#isSorted = true;
        for (const [name, flag] of this.#changes) this.#apply(name, flag);
        this.#changes.clear();
        return this.#flags;
    }

    replace(before: PublishedFlag | undefined, after: PublishedFlag | undefined): void {
        const name = (after ?? before)?.name;
        if (name === undefined) return;
        this.#size += Number(after !== undefined) - Number(before !== undefined);
        if (before === undefined && after !== undefined && !this.#isSorted && this.#changes.size === 0)
            this.#flags.push(after);
        else this.#changes.set(name, after);
    }

    #applyAll(): void {
        this.#flags = this.#flags.filter(({ name }) => !this.#changes.has(name));
        for (const flag of this.#changes.values()) if (flag) this.#flags.push(flag);
        this.#changes.clear();
        this.#isSorted = false;
    }

    #apply(name: string, flag: PublishedFlag | undefined): void {
        const index = this.#indexOf(name);
        const removed = this.#flags[index]?.name === name ? 1 : 0;
        this.#flags.splice(index, removed, ...(flag ? [flag] : []));
    }

    /** The index of this name, or the index to insert it at. */
    #indexOf(name: string): number {
        let [low, high] = [0, this.#flags.length];
        while (low < high) {
            const middle = (low + high) >>> 1;
            if (this.#flags[middle]!.name < name) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
