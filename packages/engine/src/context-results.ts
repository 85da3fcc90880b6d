import { verdict } from './constraint.ts';
import type { ContextLookup } from './context-lookup.ts';
import type { Context } from './definitions.ts';
import { type PackedId, pack } from './hashing.ts';
import { type PropertyIndex, UNTESTED } from './property-index.ts';

const UNASKED = Symbol('unasked');

/** Caches the results for one context: the same lookups and constraints recur in many flags. */
export class ContextResults {
    readonly #catalogue: PropertyIndex;
    readonly #context: Context;
    readonly #values: unknown[];
    readonly #packed: (PackedId | undefined)[];
    readonly #verdicts: Uint8Array;

    constructor(catalogue: PropertyIndex, context: Context) {
        this.#catalogue = catalogue;
        this.#context = context;
        this.#values = new Array(catalogue.questions.length).fill(UNASKED);
        this.#packed = new Array(catalogue.questions.length).fill(undefined);
        this.#verdicts = catalogue.memo((lookup) => this.lookUp(lookup));
    }

    lookUp<Value>(lookup: ContextLookup<Value>): Value | undefined {
        const known = this.#values[lookup.index];
        // Only the answer of this question is ever stored under its index.
        if (known !== UNASKED) return known as Value | undefined;
        const value = lookup.read(this.#context);
        this.#values[lookup.index] = value;
        return value;
    }

    /** Returns the answer of the question with this index, which must be text, packed for hashing. */
    packed(index: number): PackedId | undefined {
        const known = this.#packed[index];
        if (known !== undefined) return known;
        const text = this.lookUp(this.#catalogue.questions[index]!);
        if (typeof text !== 'string') return undefined;
        const packed = pack(text);
        this.#packed[index] = packed;
        return packed;
    }

    /** Returns whether the constraint with this index matches. */
    isTrue(index: number): boolean {
        const known = this.#verdicts[index];
        if (known !== UNTESTED) return known === 1;
        const constraint = this.#catalogue.constraints[index]!;
        const result = verdict(constraint, this.lookUp(constraint.lookup));
        this.#verdicts[index] = result ? 1 : 0;
        return result;
    }
}
