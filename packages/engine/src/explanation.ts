import type { ConstraintDefinition, EvaluatedVariant, VariantDefinition } from './definitions.ts';
import type { RolloutTrace } from './strategies/rule.ts';
import type { VariantTrace } from './variants.ts';

export type { RolloutTrace, VariantTrace };

/** `unknown` when a strategy is disabled, or of a type that the engine cannot evaluate. */
export type ExplainedResult = boolean | 'unknown';

/** The explanation of a result: every test with its result, none skipped. */
export interface Explanation {
    readonly name: string;
    /** Null when the flag does not exist. */
    readonly project: string | null;
    /** The result, as returned by `evaluate`. */
    readonly enabled: boolean;
    readonly variant: EvaluatedVariant;
    readonly impressionData: boolean;
    /** The reason for the result, in words. */
    readonly reason: string;
    /** Whether the flag itself is enabled, which is checked first. */
    readonly switchedOn: boolean;
    readonly dependenciesSatisfied: boolean;
    readonly dependencies: readonly DependencyTrace[];
    /** The combined result of the strategies, whether or not the flag is enabled. */
    readonly strategyResult: ExplainedResult;
    readonly strategies: readonly StrategyTrace[];
    /** The relevant variants: those of the first matching strategy, otherwise those of the flag. */
    readonly variants: readonly VariantDefinition[];
    /** How the variant was chosen; null without variants. */
    readonly variantChoice: VariantTrace | null;
    readonly warnings: readonly string[];
}

export interface DependencyTrace {
    readonly feature: string;
    /** The required state of the parent; an empty list of variants accepts any. */
    readonly wanted: { readonly enabled: boolean; readonly variants: readonly string[] };
    /** The result of the parent; null when it cannot be a parent. */
    readonly parent: { readonly enabled: boolean; readonly variant: string } | null;
    readonly satisfied: boolean;
    readonly reason: string;
}

export interface StrategyTrace {
    readonly name: string;
    readonly id: string | null;
    readonly title: string | null;
    readonly disabled: boolean;
    readonly parameters: Readonly<Record<string, string>>;
    readonly result: {
        readonly enabled: ExplainedResult;
        /** `incomplete`: of a type that the engine cannot evaluate. `unevaluated`: disabled. */
        readonly evaluationStatus: 'complete' | 'incomplete' | 'unevaluated';
    };
    readonly reason: string;
    readonly constraints: readonly ConstraintTrace[];
    readonly segments: readonly SegmentTrace[];
    /** The bucket of the context, for strategies with a percentage. */
    readonly rollout: RolloutTrace | null;
    readonly variants: readonly VariantDefinition[];
    /** The variant from the strategy's own variants, even if the strategy does not match; null when it has none. */
    readonly variant: Omit<EvaluatedVariant, 'feature_enabled'> | null;
    readonly variantChoice: VariantTrace | null;
}

export interface ConstraintTrace extends ConstraintDefinition {
    readonly result: boolean;
    /** The context's value as text; null when it has none. */
    readonly seen: string | null;
    readonly reason: string;
}

export interface SegmentTrace {
    readonly id: number;
    /** Null when the segment does not exist. */
    readonly name: string | null;
    readonly result: boolean;
    readonly constraints: readonly ConstraintTrace[];
    readonly reason: string;
}
