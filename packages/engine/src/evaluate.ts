import { contextFrom } from './context.ts';
import { ContextResults } from './context-results.ts';
import { decide, evaluationOf } from './decide.ts';
import type { Context, Evaluation } from './definitions.ts';
import type { FlagSet } from './flag-set.ts';
import { unknownFlag } from './outcomes.ts';
import { run } from './program.ts';

/*
 * There are three ways to evaluate, over the same compiled parts (constraints, rollouts, tables of variants), because each has a cost that
 * the others cannot meet:
 * - `evaluate` follows the lookup paths of one flag (`decide.ts`) and stops at the first that matches. It reads only what it needs.
 * - `evaluateAll` runs the flags of a set as one array of numbers (`program.ts`): each constraint is tested at most once per context, and
 *   memory is read from front to back. Flags that cannot be encoded are decided by the first way.
 * - `explain` (`explain.ts`) runs every test, also those after the decision, and keeps its input and result.
 * Tests compare the results of the three for random definitions and contexts (`test/properties.test.ts`).
 */

/** Returns whether a flag is on for a context, and its variant. A flag that does not exist is off. */
export function evaluate(set: FlagSet, name: string, context: Context): Evaluation {
    const flag = set.find(name);
    if (flag === undefined) return unknownFlag(name);
    return flag.always ?? evaluationOf(flag, contextFrom(context), set);
}

/** Returns the results for all flags of a set, in the order of `set.flags`. */
export function evaluateAll(set: FlagSet, context: Context): Evaluation[] {
    const outcomes = decideAll(set, context);
    return set.flags.map((flag, i) => flag.outcomes[outcomes[i]!]!);
}

/**
 * `evaluateAll` without allocations: for each flag of `set.flags` the index of its result in `flag.outcomes`. Pass `into` to reuse an
 * array.
 */
export function decideAll(set: FlagSet, context: Context, into = new Int32Array(set.flags.length)): Int32Array {
    const safeContext = contextFrom(context);
    run(set.program, new ContextResults(set.propertyIndex, safeContext), into, (i) =>
        decide(set.flags[i]!, safeContext, set),
    );
    return into;
}
