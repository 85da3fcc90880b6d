import { text } from './context.ts';
import type { ContextLookup } from './context-lookup.ts';
import type { Context, VariantDefinition } from './definitions.ts';
import { shown } from './operators/operator.ts';
import { FIRST_VARIANT } from './outcomes.ts';
import {
    bucketIn,
    encodePlacement,
    explainPlacement,
    type Placement,
    type PlacementTrace,
    placeForVariants,
    variantSticky,
} from './placement.ts';
import type { PropertyIndex } from './property-index.ts';

/** How a variant was chosen: by an override, or by the context's bucket. */
export interface VariantTrace extends PlacementTrace {
    /** The number of the variant in its list. */
    readonly choice: number;
    readonly reason: string;
    /** The context field that an override names; nothing is hashed then. */
    readonly override: string | null;
    /** How many buckets there are: the sum of all weights. */
    readonly total: number;
    /** The first and the last bucket of the chosen variant. */
    readonly interval: readonly [number, number] | null;
}

export interface VariantSource {
    readonly group: string;
    /** For variants that name no stickiness of their own. */
    readonly stickiness: string;
    /** How many variants of the same flag come before these. */
    readonly offset: number;
    readonly catalogue: PropertyIndex;
}

interface Override {
    readonly variant: number;
    readonly field: string;
    readonly question: ContextLookup<string>;
    readonly values: ReadonlySet<string>;
}

/** A list of variants of which every context gets one. */
export class VariantTable {
    readonly definitions: readonly VariantDefinition[];
    readonly offset: number;
    /** The place, among the outcomes of the flag, of the variant for a context. */
    readonly choose: (context: Context) => number;
    readonly #placement: Placement;
    readonly #overrides: readonly Override[];
    /** The last bucket of each variant. One of weight 0 ends where the one before it does and is never reached. */
    readonly #ends: readonly number[];
    readonly #total: number;

    constructor(definitions: readonly VariantDefinition[], { group, stickiness, offset, catalogue }: VariantSource) {
        this.definitions = definitions;
        this.offset = offset;
        this.#ends = runningTotals(definitions);
        this.#total = this.#ends.at(-1) ?? 0;
        // The first variant speaks for all of them, as in the SDKs.
        const sticky = variantSticky(definitions[0]?.stickiness || stickiness, catalogue);
        this.#placement = placeForVariants(sticky, group, this.#total);
        this.#overrides = compileOverrides(definitions, catalogue);
        this.choose = this.#chooser();
    }

    /** Whether there is anything to choose from. */
    get empty(): boolean {
        return this.#total === 0;
    }

    explain(context: Context): VariantTrace {
        const total = this.#total;
        const override = this.#findOverride(context);
        if (override !== undefined) {
            const { variant: choice, field } = override;
            const reason = `variant ${shown(this.#name(choice))} claims this ${field}`;
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
        const placed = explainPlacement(this.#placement, context);
        const choice = variantAt(this.#ends, placed.bucket ?? 0);
        const interval = [(this.#ends[choice - 1] ?? 0) + 1, this.#ends[choice] ?? total] as const;
        const reason = `bucket ${placed.bucket} of ${total} belongs to variant ${shown(this.#name(choice))}`;
        return { ...placed, choice, reason, override: null, total, interval };
    }

    /** The encoding of the choice in a program, which has no overrides; see `program.ts`. */
    encode(): number[] | undefined {
        if (this.#overrides.length > 0) return undefined;
        return [this.#ends.length, FIRST_VARIANT + this.offset, ...encodePlacement(this.#placement), ...this.#ends];
    }

    #chooser(): (context: Context) => number {
        const ends = this.#ends;
        const placement = this.#placement;
        const first = FIRST_VARIANT + this.offset;
        const byBucket = placement.sticky.question.into((value) => first + variantAt(ends, bucketIn(placement, value)));
        if (this.#overrides.length === 0) return byBucket;
        return (context) => {
            const override = this.#findOverride(context);
            return override === undefined ? byBucket(context) : first + override.variant;
        };
    }

    #findOverride(context: Context): Override | undefined {
        for (const override of this.#overrides) {
            const { question, values } = override;
            const value = question.read(context);
            if (value !== undefined && values.has(value)) return override;
        }
        return undefined;
    }

    #name(variant: number): string {
        return this.definitions[variant]?.name ?? '';
    }
}

/** The variants that end before a bucket are counted by their signs: where to stop a loop nobody could predict. */
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

function compileOverrides(definitions: readonly VariantDefinition[], catalogue: PropertyIndex): Override[] {
    return definitions.flatMap((definition, variant) =>
        (definition.overrides ?? []).map(({ contextName: field, values }) => ({
            variant,
            field,
            question: catalogue.question(text, field),
            values: new Set(values),
        })),
    );
}
