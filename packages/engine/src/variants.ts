import { text } from './context.ts';
import type { ContextLookup } from './context-lookup.ts';
import type { Context, VariantDefinition } from './definitions.ts';
import { quoteValue } from './operators/operator.ts';
import { FIRST_VARIANT } from './outcomes.ts';
import {
    bucketIn,
    encodePlacement,
    explainPlacement,
    type Placement,
    type PlacementTrace,
    variantPlacement,
    variantSticky,
} from './placement.ts';
import type { PropertyIndex } from './property-index.ts';

/** How a variant was chosen: by an override, or by the context's bucket. */
export interface VariantTrace extends PlacementTrace {
    /** The index of the variant in its list. */
    readonly choice: number;
    readonly reason: string;
    /** The context field of the override; nothing is hashed then. */
    readonly override: string | null;
    /** The number of buckets: the sum of all weights. */
    readonly total: number;
    /** The first and the last bucket of the chosen variant. */
    readonly interval: readonly [number, number] | null;
}

export interface VariantSource {
    readonly group: string;
    /** For variants without their own stickiness. */
    readonly stickiness: string;
    /** The number of variants of the same flag before these. */
    readonly offset: number;
    readonly propertyIndex: PropertyIndex;
}

interface Override {
    readonly variant: number;
    readonly field: string;
    readonly lookup: ContextLookup<string>;
    readonly values: ReadonlySet<string>;
}

/** A list of variants of which every context gets one. */
export class VariantTable {
    readonly definitions: readonly VariantDefinition[];
    readonly offset: number;
    /** Returns the index, in the outcomes of the flag, of the variant for a context. */
    readonly choose: (context: Context) => number;
    readonly #placement: Placement;
    readonly #overrides: readonly Override[];
    /** The last bucket of each variant. A variant of weight 0 ends with the previous one and is never chosen. */
    readonly #ends: readonly number[];
    readonly #total: number;

    constructor(
        definitions: readonly VariantDefinition[],
        { group, stickiness, offset, propertyIndex }: VariantSource,
    ) {
        this.definitions = definitions;
        this.offset = offset;
        this.#ends = runningTotals(definitions);
        this.#total = this.#ends.at(-1) ?? 0;
        // The first variant defines the stickiness of all, as in the SDKs.
        const sticky = variantSticky(definitions[0]?.stickiness || stickiness, propertyIndex);
        this.#placement = variantPlacement(sticky, group, this.#total);
        this.#overrides = compileOverrides(definitions, propertyIndex);
        this.choose = this.#chooser();
    }

    /** Whether there are no variants. */
    get isEmpty(): boolean {
        return this.#total === 0;
    }

    explain(context: Context): VariantTrace {
        const total = this.#total;
        const override = this.#findOverride(context);
        if (override !== undefined) {
            const { variant: choice, field } = override;
            const reason = `variant ${quoteValue(this.#name(choice))} claims this ${field}`;
            const stickiness = this.#placement.sticky.name;
            return {
                choice,
                reason,
                override: field,
                stickiness,
                hashInput: null,
                bucket: null,
                total,
                interval: null,
            };
        }
        const placement = explainPlacement(this.#placement, context);
        const choice = variantAt(this.#ends, placement.bucket ?? 0);
        const interval = [(this.#ends[choice - 1] ?? 0) + 1, this.#ends[choice] ?? total] as const;
        const reason = `bucket ${placement.bucket} of ${total} belongs to variant ${quoteValue(this.#name(choice))}`;
        return { ...placement, choice, reason, override: null, total, interval };
    }

    /** The encoding of the choice in a program, which does not support overrides; see `program.ts`. */
    encode(): number[] | undefined {
        if (this.#overrides.length > 0) return undefined;
        return [this.#ends.length, FIRST_VARIANT + this.offset, ...encodePlacement(this.#placement), ...this.#ends];
    }

    #chooser(): (context: Context) => number {
        const ends = this.#ends;
        const placement = this.#placement;
        const first = FIRST_VARIANT + this.offset;
        const byBucket = placement.sticky.lookup.into((value) => first + variantAt(ends, bucketIn(placement, value)));
        if (this.#overrides.length === 0) return byBucket;
        return (context) => {
            const override = this.#findOverride(context);
            return override === undefined ? byBucket(context) : first + override.variant;
        };
    }

    #findOverride(context: Context): Override | undefined {
        for (const override of this.#overrides) {
            const { lookup, values } = override;
            const value = lookup.read(context);
            if (value !== undefined && values.has(value)) return override;
        }
        return undefined;
    }

    #name(variant: number): string {
        return this.definitions[variant]?.name ?? '';
    }
}

/** Counts the variants that end before a bucket by their signs: the end of a loop would be unpredictable for the processor. */
function variantAt(ends: readonly number[], bucket: number): number {
    let variant = 0;
    for (let i = 0; i < ends.length; i++) variant += (ends[i]! - bucket) >>> 31;
    return variant;
}

function runningTotals(definitions: readonly VariantDefinition[]): number[] {
    let total = 0;
    return definitions.map(({ weight }) => {
        total += weight;
        return total;
    });
}

function compileOverrides(definitions: readonly VariantDefinition[], propertyIndex: PropertyIndex): Override[] {
    return definitions.flatMap((definition, variant) =>
        (definition.overrides ?? []).map(({ contextName: field, values }) => ({
            variant,
            field,
            lookup: propertyIndex.lookupOf(text, field),
            values: new Set(values),
        })),
    );
}
