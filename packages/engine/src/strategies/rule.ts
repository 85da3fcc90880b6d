import type { ContextTest } from '../constraint.ts';
import type { Context } from '../definitions.ts';
import type { PlacementTrace } from '../placement.ts';
import type { PropertyIndex } from '../property-index.ts';

/** A strategy's own test, which comes after its constraints and segments. */
export interface CompiledStrategy {
    readonly passes: ContextTest;
    /** The same test, telling what it saw. */
    explain(context: Context): RuleTrace;
    /** The encoding of the test in a program, for strategies that have one; see `program.ts`. */
    encode?(): number[];
}

export interface RuleTrace {
    readonly passes: boolean;
    readonly reason: string;
    readonly rollout?: RolloutTrace;
}

/** How a context was placed inside or outside of a percentage. */
export interface RolloutTrace extends PlacementTrace {
    /** The last of the 100 buckets that is inside. */
    readonly threshold: number;
}

/** The input for compiling the parameters of one strategy. */
export interface RuleSource {
    /** A parameter's text; undefined when it is absent or empty. */
    parameter(name: string): string | undefined;
    readonly flag: string;
    readonly catalogue: PropertyIndex;
    warn(problem: string): void;
}

export interface StrategyEvaluator {
    readonly parameters: readonly string[];
    /** Undefined when this engine has no way to tell. */
    compile(source: RuleSource): CompiledStrategy | undefined;
}

/** The entries of a list that is written as one text: separated by commas, surrounding blanks ignored. */
export function commaSeparated(list: string | undefined): string[] {
    return (list ?? '')
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
}
