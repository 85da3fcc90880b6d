import type { IndexedFlag } from './indexed-flag.ts';

export type FlagComparator = (a: IndexedFlag, b: IndexedFlag) => number;

const textOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export const byName: FlagComparator = (a, b) => textOrder(a.name, b.name);

/** Compares flags by a text of each flag, ascending or descending, and equal ones by name. */
export function compareBy(textOf: (flag: IndexedFlag) => string, order: 'asc' | 'desc'): FlagComparator {
    const sign = order === 'desc' ? -1 : 1;
    return (a, b) => sign * textOrder(textOf(a), textOf(b)) || byName(a, b);
}

const MAX_WAITING = 1_000;

/** A sorted list of flags. Changes are applied on the next read, in one pass: sorting an almost sorted list is fast. */
export class FlagList {
    readonly #compare: FlagComparator;
    #list: readonly IndexedFlag[] = [];
    #added: IndexedFlag[] = [];
    readonly #removed = new Set<IndexedFlag>();

    constructor(compare: FlagComparator, flags: Iterable<IndexedFlag> = []) {
        this.#compare = compare;
        this.#added = [...flags];
    }

    add(flag: IndexedFlag): void {
        this.#added.push(flag);
        // Without any reader for a long time, repeated changes of the same flags would accumulate.
        if (this.#added.length > MAX_WAITING + this.#list.length) this.applyChanges();
    }

    remove(flag: IndexedFlag): void {
        this.#removed.add(flag);
    }

    /** The returned list is immutable: later changes create a new one. */
    get inOrder(): readonly IndexedFlag[] {
        this.applyChanges();
        return this.#list;
    }

    /** Applies the changes, and releases the removed flags. */
    applyChanges(): void {
        if (this.#added.length === 0 && this.#removed.size === 0) return;
        const list = this.#list.concat(this.#added).filter((flag) => !this.#removed.has(flag));
        this.#list = list.sort(this.#compare);
        this.#added = [];
        this.#removed.clear();
    }
}
