import type { Answers } from '../answers.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Context } from '../definitions.ts';

/** A strategy's own test, which comes after its constraints and segments. */
export interface Rule {
    passes(context: Context, answers: Answers | undefined): boolean;
    /** The same test, telling what it saw. */
    explain(context: Context, answers: Answers): RuleTrace;
}

export interface RuleTrace {
    readonly passes: boolean;
    readonly reason: string;
    readonly rollout?: RolloutTrace;
}

/** How a user was placed in or out of a percentage. Without a value to stick to there is neither hash nor bucket. */
export interface RolloutTrace {
    readonly stickiness: string;
    /** The text that is hashed. */
    readonly hashInput: string | null;
    /** From 1 to 100. */
    readonly bucket: number | null;
    /** The highest bucket that is inside. */
    readonly threshold: number;
}

/** What a strategy type is given to compile the parameters of one strategy. */
export interface RuleSource {
    /** A parameter's text; undefined when it is absent or empty. */
    parameter(name: string): string | undefined;
    readonly flag: string;
    readonly catalogue: Catalogue;
    warn(problem: string): void;
}

export interface StrategyType {
    readonly parameters: readonly string[];
    /** Undefined when this engine has no way to tell. */
    compile(source: RuleSource): Rule | undefined;
}

/** The entries of a list that is written as one text: separated by commas, surrounding blanks ignored. */
export function commaSeparated(list: string | undefined): string[] {
    return (list ?? '')
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
}
