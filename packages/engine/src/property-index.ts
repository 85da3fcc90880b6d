import { type CompiledConstraint, compileCondition, testOf } from './constraint.ts';
import type { ContextAccessor } from './context.ts';
import { type ContextLookup, createLookup } from './context-lookup.ts';
import type { ConstraintDefinition, Runtime } from './definitions.ts';

/** In a memo of constraints: not yet tested. 0 and 1 are results. */
export const UNTESTED = 2;

/**
 * All distinct lookups and constraints of a family of flag sets, each compiled once and numbered. It only grows: a set derived from
 * another by changing one flag shares its property index, and older sets are not affected. Unused entries are dropped by a complete
 * recompilation once they could outnumber the used ones (see `flag-set.ts`).
 */
export class PropertyIndex {
    readonly baseRuntime: Runtime;
    /** The runtime, with a counter for values that vary between calls. */
    readonly runtime: Runtime;
    /** The number of uses of the clock and of the random generator. */
    draws = 0;
    /** By index. */
    readonly lookups: ContextLookup[] = [];
    readonly constraints: CompiledConstraint[] = [];
    readonly #lookupsByKey = new Map<string, ContextLookup>();
    readonly #constraintsByKey = new Map<string, CompiledConstraint>();
    /** For each lookup of list constraints: the constraints that contain a value. */
    readonly #lists = new Map<ContextLookup, Map<unknown, number[]>>();
    #initialResults = new Uint8Array(64);
    #usedSize = 0;

    constructor(runtime: Runtime) {
        this.baseRuntime = runtime;
        const counted = (draw: () => number) => () => {
            this.draws++;
            return draw();
        };
        const [now, random] = [counted(() => runtime.now()), counted(() => runtime.random())];
        this.runtime = { ...runtime, now, random };
    }

    /** Stores the current size, when everything is in use. */
    markAsUsed(): void {
        this.#usedSize = this.#size;
    }

    /** Whether more entries may be unused than used. */
    get isMostlyUnused(): boolean {
        return this.#size > 2 * this.#usedSize + 256;
    }

    get #size(): number {
        return this.lookups.length + this.constraints.length;
    }

    lookupOf<Value>(accessor: ContextAccessor<Value>, contextName: string): ContextLookup<Value> {
        const field = accessor.field ?? contextName;
        const key = `${accessor.name}:${field}`;
        let lookup = this.#lookupsByKey.get(key);
        if (lookup === undefined) {
            const created = createLookup(accessor, { index: this.lookups.length, field, runtime: this.runtime });
            // The name of the accessor is part of the key, so the stored lookup reads the same type.
            lookup = created as ContextLookup;
            this.lookups.push(lookup);
            this.#lookupsByKey.set(key, lookup);
        }
        return lookup as ContextLookup<Value>;
    }

    constraint(definition: ConstraintDefinition): CompiledConstraint {
        const { contextName, operator, value, values, inverted, caseInsensitive } = definition;
        const key = JSON.stringify([contextName, operator, value, values, inverted, caseInsensitive]);
        let constraint = this.#constraintsByKey.get(key);
        if (constraint === undefined) {
            const { condition, negated } = compileCondition(definition);
            const lookup = this.lookupOf(condition.reads, contextName);
            const matches = testOf(lookup, condition, negated);
            constraint = { index: this.constraints.length, definition, lookup, condition, negated, matches };
            this.constraints.push(constraint);
            this.#constraintsByKey.set(key, constraint);
            this.#prepareMemo(constraint);
        }
        return constraint;
    }

    /** A memo with one entry per constraint, in which the lists that contain the context's values are already marked. */
    memo(read: (lookup: ContextLookup) => unknown): Uint8Array {
        const memo = this.#initialResults.slice(0, this.constraints.length);
        for (const [lookup, constraintsByValue] of this.#lists) {
            const matching = constraintsByValue.get(read(lookup));
            if (matching === undefined) continue;
            for (const index of matching) memo[index]! ^= 1;
        }
        return memo;
    }

    #prepareMemo({ index, lookup, condition: { members }, negated }: CompiledConstraint): void {
        if (index >= this.#initialResults.length) {
            const grown = new Uint8Array(index * 2);
            grown.set(this.#initialResults);
            this.#initialResults = grown;
        }
        this.#initialResults[index] = members === undefined ? UNTESTED : Number(negated);
        if (members === undefined) return;
        let constraintsByValue = this.#lists.get(lookup);
        if (constraintsByValue === undefined) {
            constraintsByValue = new Map();
            this.#lists.set(lookup, constraintsByValue);
        }
        for (const value of members) {
            const indexes = constraintsByValue.get(value);
            if (indexes === undefined) constraintsByValue.set(value, [index]);
            else indexes.push(index);
        }
    }
}
