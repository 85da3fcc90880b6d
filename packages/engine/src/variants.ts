import type { Catalogue, Question } from './catalogue.ts';
import { text } from './context.ts';
import type { Context, VariantDefinition } from './definitions.ts';
import { shown } from './operators/operator.ts';
import { FIRST_VARIANT } from './outcomes.ts';
import { type Placement, type PlacementTrace, placeForVariants, variantSticky } from './placement.ts';

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
    readonly catalogue: Catalogue;
}

interface Override {
    readonly variant: number;
    readonly field: string;
    readonly question: Question<string>;
    readonly values: ReadonlySet<string>;
}

/** A list of variants of which every context gets one. */
export class VariantTable {
    readonly definitions: readonly VariantDefinition[];
    readonly offset: number;
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
    }

    /** Whether there is anything to choose from. */
    get empty(): boolean {
        return this.#total === 0;
    }

    /** The number of the chosen variant in this list. */
    choose(context: Context): number {
        const override = this.#overrides.length === 0 ? undefined : this.#findOverride(context);
        return override === undefined ? this.#at(this.#placement.bucket(context)) : override.variant;
    }

    explain(context: Context): VariantTrace {
        const total = this.#total;
        const override = this.#findOverride(context);
        if (override !== undefined) {
            const { variant: choice, field } = override;
            const reason = `variant ${shown(this.#name(choice))} claims this ${field}`;
            const { stickiness } = this.#placement;
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
        const placed = this.#placement.explain(context);
        const choice = this.#at(placed.bucket ?? 0);
        const interval = [(this.#ends[choice - 1] ?? 0) + 1, this.#ends[choice] ?? total] as const;
        const reason = `bucket ${placed.bucket} of ${total} belongs to variant ${shown(this.#name(choice))}`;
        return { ...placed, choice, reason, override: null, total, interval };
    }

    /** The choice as it stands in a program, which knows no overrides; see `program.ts`. */
    encode(): number[] | undefined {
        if (this.#overrides.length > 0) return undefined;
        return [this.#ends.length, FIRST_VARIANT + this.offset, ...this.#placement.encode(), ...this.#ends];
    }

    #findOverride(context: Context): Override | undefined {
        for (const override of this.#overrides) {
            const { question, values } = override;
            const value = question.read(context);
            if (value !== undefined && values.has(value)) return override;
        }
        return undefined;
    }

    #at(bucket: number): number {
        const ends = this.#ends;
        for (let i = 0; i < ends.length; i++) if (ends[i]! >= bucket) return i;
        return ends.length - 1;
    }

    #name(variant: number): string {
        return this.definitions[variant]?.name ?? '';
    }
}

function runningTotals(definitions: readonly VariantDefinition[]): number[] {
    let total = 0;
    return definitions.map(({ weight }) => {
        total += weight;
        return total;
    });
}

function compileOverrides(definitions: readonly VariantDefinition[], catalogue: Catalogue): Override[] {
    return definitions.flatMap((definition, variant) =>
        (definition.overrides ?? []).map(({ contextName: field, values }) => ({
            variant,
            field,
            question: catalogue.question(text, field),
            values: new Set(values),
        })),
    );
}
