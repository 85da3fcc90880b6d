import { Answers } from './answers.ts';
import type { Test } from './constraint.ts';
import { contextFrom } from './context.ts';
import type { Context, Evaluation } from './definitions.ts';
import { findParent, isSatisfied } from './dependencies.ts';
import type { Flag, Parent } from './flag.ts';
import type { FlagSet } from './flag-set.ts';
import { FIRST_VARIANT, OFF, ON, unknownFlag } from './outcomes.ts';
import { run } from './program.ts';

/** Whether a flag is on for a context, and with which variant. A flag that does not exist is off. */
export function evaluate(set: FlagSet, name: string, context: Context): Evaluation {
    const flag = set.visible.get(name);
    if (flag === undefined) return unknownFlag(name);
    return flag.always ?? flag.outcomes[decide(flag, set, contextFrom(context))]!;
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
    const seen = contextFrom(context);
    run(set.program, new Answers(set.catalogue, seen), into, (i) => decide(set.flags[i]!, set, seen));
    return into;
}

/** The place of the answer in `flag.outcomes`. */
export function decide(flag: Flag, set: FlagSet, context: Context): number {
    const { parents, routes } = flag.plan;
    for (let i = 0; i < parents.length; i++) if (!satisfied(parents[i]!, set, context)) return OFF;
    for (let i = 0; i < routes.length; i++) {
        const { tests, variants } = routes[i]!;
        if (!allPass(tests, context)) continue;
        return variants === undefined ? ON : FIRST_VARIANT + variants.offset + variants.choose(context);
    }
    return OFF;
}

function allPass(tests: readonly Test[], context: Context): boolean {
    for (let i = 0; i < tests.length; i++) if (!tests[i]!(context)) return false;
    return true;
}

function satisfied(wanted: Parent, set: FlagSet, context: Context): boolean {
    const parent = findParent(wanted, set);
    return parent !== undefined && isSatisfied(wanted, parent.outcomes[decide(parent, set, context)]!);
}
