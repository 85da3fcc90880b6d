import type { Flag } from './flag.ts';

/**
 * Flags by name. A `Map` does that, but finding the flag would then cost more than evaluating most of them. So the names
 * are spread over a table by their last letters, where they differ most, and only those whose place is taken go through the
 * map.
 */
export class FlagNames {
    readonly #byName: ReadonlyMap<string, Flag>;
    readonly #table: readonly (Flag | undefined)[];

    constructor(byName: ReadonlyMap<string, Flag>) {
        const size = 2 ** Math.ceil(Math.log2(byName.size + 1) + 1);
        const table = new Array<Flag | undefined>(size).fill(undefined);
        for (const flag of byName.values()) table[placeOf(flag.name) & (size - 1)] ??= flag;
        this.#byName = byName;
        this.#table = table;
    }

    get(name: string): Flag | undefined {
        const table = this.#table;
        const flag = table[placeOf(name) & (table.length - 1)];
        return flag !== undefined && flag.name === name ? flag : this.#byName.get(name);
    }
}

function placeOf(name: string): number {
    const { length } = name;
    if (length < 3) return length;
    return name.charCodeAt(length - 1) ^ (name.charCodeAt(length - 2) << 4) ^ (name.charCodeAt(length - 3) << 8);
}

/** The same text as the very string that engines use for property names, which is also what they make of literals. */
export function interned(text: string): string {
    return Object.keys({ [text]: 0 })[0]!;
}
