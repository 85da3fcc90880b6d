import type { Answers } from './answers.ts';
import type { Catalogue, Question } from './catalogue.ts';
import { text } from './context.ts';
import type { Context, VariantDefinition } from './definitions.ts';
import { bucketOf, type HashPrefix, variantPrefix } from './hashing.ts';
import { shown } from './operators/operator.ts';
import { type Sticky, stickyValue, variantSticky } from './sticky.ts';

/** How a variant was chosen: by an override, or by a bucket. */
export interface VariantTrace {
    /** The number of the variant in its list; -1 when there is none. */
    readonly choice: number;
    readonly reason: string;
    /** The context field that an override names. */
    readonly override: string | null;
    readonly stickiness: string;
    /** The text that is hashed. */
    readonly hashInput: string | null;
    /** From 1 to `total`. */
    readonly bucket: number | null;
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
    readonly #overrides: readonly Override[];
    readonly #sticky: Sticky;
    readonly #prefix: HashPrefix;
    /** The last bucket of each variant. One of weight 0 ends where the one before it does and is never reached. */
    readonly #ends: readonly number[];
    readonly #total: number;

    constructor(definitions: readonly VariantDefinition[], { group, stickiness, offset, catalogue }: VariantSource) {
        this.definitions = definitions;
        this.offset = offset;
        this.#overrides = definitions.flatMap(({ overrides = [] }, variant) =>
            overrides.map(({ contextName: field, values }) => ({
                variant,
                field,
                question: catalogue.question(text, field),
                values: new Set(values),
            })),
        );
        // The first variant speaks for all of them, as in the SDKs.
        this.#sticky = variantSticky(definitions[0]?.stickiness || stickiness, catalogue);
        this.#prefix = variantPrefix(group);
        let end = 0;
        this.#ends = definitions.map(({ weight }) => {
            end += weight;
            return end;
        });
        this.#total = end;
    }

    /** Whether there is anything to choose from. */
    get empty(): boolean {
        return this.#total <= 0;
    }

    /** The number of the chosen variant in this list. */
    choose(context: Context, answers: Answers | undefined): number {
        const override = this.#findOverride(context, answers);
        if (override !== undefined) return override.variant;
        return this.#at(bucketOf(this.#prefix, this.#id(context, answers), this.#total));
    }

    explain(context: Context, answers: Answers): VariantTrace {
        const given = { stickiness: this.#sticky.name, total: this.#total };
        const override = this.#findOverride(context, answers);
        if (override !== undefined) {
            const { variant: choice, field } = override;
            const reason = `variant ${shown(this.#name(choice))} claims this ${field}`;
            return { ...given, choice, reason, override: field, hashInput: null, bucket: null, interval: null };
        }
        const id = this.#id(context, answers);
        const bucket = bucketOf(this.#prefix, id, this.#total);
        const choice = this.#at(bucket);
        const interval = [(this.#ends[choice - 1] ?? 0) + 1, this.#ends[choice] ?? this.#total] as const;
        const reason = `bucket ${bucket} of ${this.#total} belongs to variant ${shown(this.#name(choice))}`;
        return { ...given, choice, reason, override: null, hashInput: this.#prefix.text + id, bucket, interval };
    }

    #findOverride(context: Context, answers: Answers | undefined): Override | undefined {
        for (const override of this.#overrides) {
            const { question, values } = override;
            const value = answers === undefined ? question.read(context) : answers.ask(question);
            if (value !== undefined && values.has(value)) return override;
        }
        return undefined;
    }

    #id(context: Context, answers: Answers | undefined): string {
        return stickyValue(this.#sticky, context, answers) ?? '';
    }

    #at(bucket: number): number {
        const ends = this.#ends;
        for (let i = 0; i < ends.length; i++) if (ends[i]! >= bucket) return i;
        // Only reached with fractional weights, whose last bucket may lie past the end.
        return ends.length - 1;
    }

    #name(variant: number): string {
        return this.definitions[variant]?.name ?? '';
    }
}
