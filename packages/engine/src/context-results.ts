import { testValue } from './constraint.ts';
import type { ContextLookup } from './context-lookup.ts';
import type { Context } from './definitions.ts';
import { type PackedId, pack } from './hashing.ts';
import { type PropertyIndex, UNTESTED } from './property-index.ts';

const NOT_READ = Symbol('not read');

/** Caches the results for one context: the same lookups and constraints recur in many flags. */
export class ContextResults {
    readonly #propertyIndex: PropertyIndex;
    readonly #context: Context;
    readonly #values: unknown[];
    readonly #packed: (PackedId | undefined)[];
    readonly #testResults: Uint8Array;

    constructor(propertyIndex: PropertyIndex, context: Context) {
        this.#propertyIndex = propertyIndex;
        this.#context = context;
        this.#values = new Array(propertyIndex.lookups.length).fill(NOT_READ);
        this.#packed = new Array(propertyIndex.lookups.length).fill(undefined);
        this.#testResults = propertyIndex.memo((lookup) => this.lookUp(lookup));
    }

    lookUp<Value>(lookup: ContextLookup<Value>): Value | undefined {
        const cached = this.#values[lookup.index];
        // Only the value of this lookup is ever stored under its index.
        if (cached !== NOT_READ) return cached as Value | undefined;
        const value = lookup.read(this.#context);
        this.#values[lookup.index] = value;
        return value;
    }

    /** Returns the value of the lookup with this index, which must be text, packed for hashing. */
    packed(index: number): PackedId | undefined {
        const cached = this.#packed[index];
        if (cached !== undefined) return cached;
        const text = this.lookUp(this.#propertyIndex.lookups[index]!);
        if (typeof text !== 'string') return undefined;
        const packed = pack(text);
        this.#packed[index] = packed;
        return packed;
    }

    /** Returns whether the constraint with this index matches. */
    isTrue(index: number): boolean {
        const cached = this.#testResults[index];
        if (cached !== UNTESTED) return cached === 1;
        const constraint = this.#propertyIndex.constraints[index]!;
        const result = testValue(constraint, this.lookUp(constraint.lookup));
        this.#testResults[index] = result ? 1 : 0;
        return result;
    }
}
