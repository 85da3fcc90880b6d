import { Answers } from './answers.ts';
import { holds } from './constraint.ts';
import { contextFrom } from './context.ts';
import type { Context, Evaluation } from './definitions.ts';
import { findParent, isSatisfied } from './dependencies.ts';
import type { Flag, Parent, Strategy } from './flag.ts';
import type { FlagSet } from './flag-set.ts';
import { FIRST_VARIANT, OFF, ON, unknownFlag } from './outcomes.ts';
import type { VariantTable } from './variants.ts';

/** Whether a flag is on for a context, and with which variant. A flag that does not exist is off. */
export function evaluate(set: FlagSet, name: string, context: Context): Evaluation {
    const flag = set.visible.get(name);
    return flag === undefined ? unknownFlag(name) : flag.outcomes[decide(flag, set, contextFrom(context), undefined)]!;
}

/** The answers for all flags of a set, in the order of `set.flags`. */
export function evaluateAll(set: FlagSet, context: Context): Evaluation[] {
    const outcomes = decideAll(set, context);
    return set.flags.map((flag, i) => flag.outcomes[outcomes[i]!]!);
}

/**
 * `evaluateAll` for those who count allocations: for each flag of `set.flags` the place of its answer in `flag.outcomes`.
 * Pass `into` to use the same array again.
 */
export function decideAll(set: FlagSet, context: Context, into = new Int32Array(set.flags.length)): Int32Array {
    const { flags } = set;
    const seen = contextFrom(context);
    const answers = new Answers(set.catalogue, seen);
    for (let i = 0; i < flags.length; i++) into[i] = decide(flags[i]!, set, seen, answers);
    return into;
}

/** The place of the answer in `flag.outcomes`. With `answers`, what the context answered before is not asked again. */
export function decide({ plan }: Flag, set: FlagSet, context: Context, answers: Answers | undefined): number {
    if (!plan.enabled) return OFF;
    for (const parent of plan.parents) if (!satisfied(parent, set, context, answers)) return OFF;
    if (plan.strategies.length === 0) return withVariant(plan.variants, context, answers);
    for (const strategy of plan.strategies) {
        if (passes(strategy, context, answers))
            return withVariant(strategy.variants ?? plan.variants, context, answers);
    }
    return OFF;
}

function passes(strategy: Strategy, context: Context, answers: Answers | undefined): boolean {
    const { conditions, rule } = strategy;
    if (strategy.definition.disabled || conditions === undefined || rule === undefined) return false;
    for (let i = 0; i < conditions.length; i++) if (!holds(conditions[i]!, context, answers)) return false;
    return rule.passes(context, answers);
}

function withVariant(variants: VariantTable | undefined, context: Context, answers: Answers | undefined): number {
    return variants === undefined ? ON : FIRST_VARIANT + variants.offset + variants.choose(context, answers);
}

function satisfied(wanted: Parent, set: FlagSet, context: Context, answers: Answers | undefined): boolean {
    const parent = findParent(wanted, set);
    return parent !== undefined && isSatisfied(wanted, parent.outcomes[decide(parent, set, context, answers)]!);
}
