import type { Context } from './definitions.ts';
import { textOf } from './field.ts';

/** The number of contexts with a value of a field, and how many of their results differ. */
export interface Split {
    /** `other`: all values that are not listed; `missing`: the contexts without the field. */
    readonly kind: 'value' | 'other' | 'missing';
    readonly value: string | null;
    /** The number of contexts. */
    readonly evaluated: number;
    readonly changed: number;
}

/** The number of listed values of a field, most frequent first; the rest is counted together. */
const MAX_LISTED = 8;

const MISSING = 0;
const OTHER = 1;
const FIRST_VALUE = 2;

interface SplitOptions {
    flags: number;
    /** The minimum number of contexts, or users, that share a listed value; default 1. */
    smallestCell?: number;
    /** The user of each context. */
    identities?: readonly string[];
}

/** Counts contexts by the values of one field, for each flag. */
export class FieldSplit {
    readonly field: string;
    /** The listed values, then the number of contexts in each cell; see the constants for the first two. */
    readonly #values: readonly string[];
    readonly #contextCounts: Int32Array;
    /** For each context its cell; for each flag and cell the number of differences. */
    readonly #cells: Uint8Array;
    readonly #changed: Int32Array;

    constructor(field: string, values: readonly string[], cells: Uint8Array, flags: number) {
        this.field = field;
        this.#values = values;
        this.#cells = cells;
        this.#contextCounts = new Int32Array(FIRST_VALUE + values.length);
        for (const cell of cells) this.#contextCounts[cell]!++;
        this.#changed = new Int32Array(flags * this.#contextCounts.length);
    }

    count(flag: number, context: number): void {
        this.#changed[flag * this.#contextCounts.length + this.#cells[context]!]!++;
    }

    /** The most frequent value first. */
    of(flag: number): Split[] {
        const cell = (kind: Split['kind'], value: string | null, at: number): Split => ({
            kind,
            value,
            evaluated: this.#contextCounts[at]!,
            changed: this.#changed[flag * this.#contextCounts.length + at]!,
        });
        return [
            ...this.#values.map((value, i) => cell('value', value, FIRST_VALUE + i)),
            cell('other', null, OTHER),
            cell('missing', null, MISSING),
        ].filter(({ evaluated }) => evaluated > 0);
    }
}

function valueIn(context: unknown, name: string): string | undefined {
    if (typeof context !== 'object' || context === null) return undefined;
    const { [name]: own, properties } = context as Context;
    return textOf(own) ?? textOf(properties?.[name]);
}

/** Reads the field of all contexts, context by context. */
export function* splitInSteps(
    contexts: readonly Context[],
    field: string,
    options: SplitOptions,
): Generator<void, FieldSplit> {
    const { identities, flags } = options;
    const counts = new Map<string, number>();
    const usersByValue = new Map<string, Set<string>>();
    const values: (string | undefined)[] = [];
    for (const context of contexts) {
        const value = valueIn(context, field);
        if (value !== undefined) {
            counts.set(value, (counts.get(value) ?? 0) + 1);
            if (identities !== undefined) {
                usersByValue.set(value, (usersByValue.get(value) ?? new Set()).add(identities[values.length]!));
            }
        }
        values.push(value);
        if (values.length % CONTEXTS_PER_STEP === 0) yield;
    }
    const listedValues = mostFrequentValues(counts, usersByValue, options);
    yield;
    const cellOf = new Map(listedValues.map((value, i) => [value, FIRST_VALUE + i]));
    const cells = Uint8Array.from(values, (value) => (value === undefined ? MISSING : (cellOf.get(value) ?? OTHER)));
    yield;
    return new FieldSplit(field, listedValues, cells, flags);
}

/** The number of contexts whose field is read in one step. */
const CONTEXTS_PER_STEP = 64;

function mostFrequentValues(
    counts: ReadonlyMap<string, number>,
    usersByValue: ReadonlyMap<string, ReadonlySet<string>>,
    { smallestCell = 1 }: SplitOptions,
): string[] {
    return [...counts]
        .filter(([value, count]) => (usersByValue.get(value)?.size ?? count) >= smallestCell)
        .sort(([a, aCount], [b, bCount]) => bCount - aCount || (a < b ? -1 : 1))
        .slice(0, MAX_LISTED)
        .map(([value]) => value);
}
