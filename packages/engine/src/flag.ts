import type { CompiledConstraint } from './constraint.ts';
import type { Evaluation } from './definitions.ts';
import type { LookupPath } from './lookup-path.ts';
import type { FlagCode } from './program.ts';
import type { Parent, StrategyShape } from './read.ts';
import type { CompiledStrategy } from './strategies/rule.ts';
import type { VariantTable } from './variants.ts';

export interface CompiledFlag {
    readonly name: string;
    readonly project: string;
    readonly impressionData: boolean;
    /**
     * All possible results of this flag: off, on, then on with each of its variants. `decideAll` returns indexes of this list, so that a
     * server can prepare data for each.
     */
    readonly outcomes: readonly Evaluation[];
    /** The result, if it is the same for every context. */
    readonly always: Evaluation | undefined;
    /** The defects of the definition. A malformed flag is off. */
    readonly warnings: readonly string[];
    /** The original definition that it was compiled from. */
    readonly definition: unknown;
    /** @internal */
    readonly plan: EvaluationPlan;
}

/** The data for choosing between a flag's outcomes. */
export interface EvaluationPlan {
    readonly enabled: boolean;
    readonly parents: readonly Parent[];
    readonly strategies: readonly CompiledFlagStrategy[];
    readonly variants: VariantTable | undefined;
    readonly paths: readonly LookupPath[];
    /** The outcome, when it is the same for every context. */
    readonly constant: number | undefined;
    /** The same decision encoded as numbers, for evaluating all flags. */
    readonly code: FlagCode;
}

export interface CompiledFlagStrategy {
    readonly definition: StrategyShape;
    readonly constraints: readonly CompiledConstraint[];
    readonly segments: readonly SegmentTests[];
    /** Undefined when the engine cannot evaluate this type of strategy. */
    readonly rule: CompiledStrategy | undefined;
    readonly variants: VariantTable | undefined;
}

export interface SegmentTests {
    readonly id: number;
    /** Undefined when the segment is unknown. */
    readonly name: string | undefined;
    /** Undefined when the segment is unknown or malformed. */
    readonly constraints: readonly CompiledConstraint[] | undefined;
}
