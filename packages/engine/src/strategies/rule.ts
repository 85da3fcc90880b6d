import type { ContextTest } from '../constraint.ts';
import type { Context } from '../definitions.ts';
import type { PlacementTrace } from '../placement.ts';
import type { PropertyIndex } from '../property-index.ts';

/** A strategy's own test, which runs after its constraints and segments. */
export interface CompiledStrategy {
    readonly passes: ContextTest;
    /** The same test, with a trace. */
    explain(context: Context): RuleTrace;
    /** The encoding of the test in a program, for strategies that have one; see `program.ts`. */
    encode?(): number[];
}

export interface RuleTrace {
    readonly passes: boolean;
    readonly reason: string;
    readonly rollout?: RolloutTrace;
}

/** How a context was included in or excluded from a percentage. */
export interface RolloutTrace extends PlacementTrace {
    /** The last included bucket of 100. */
    readonly threshold: number;
}

/** The input for compiling the parameters of one strategy. */
export interface RuleSource {
    /** The text of a parameter; undefined when it is absent or empty. */
    parameter(name: string): string | undefined;
    readonly flag: string;
    readonly propertyIndex: PropertyIndex;
    warn(problem: string): void;
}

export interface StrategyEvaluator {
    readonly parameters: readonly string[];
    /** Undefined when this engine cannot evaluate the strategy. */
    compile(source: RuleSource): CompiledStrategy | undefined;
}

/** The entries of a comma-separated list, trimmed. */
export function commaSeparated(list: string | undefined): string[] {
    return (list ?? '')
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
}
