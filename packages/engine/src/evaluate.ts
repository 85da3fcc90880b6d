import { contextFrom } from './context.ts';
import { ContextResults } from './context-results.ts';
import { decide, evaluationOf } from './decide.ts';
import type { Context, Evaluation } from './definitions.ts';
import type { FlagSet } from './flag-set.ts';
import { unknownFlag } from './outcomes.ts';
import { run } from './program.ts';

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
    run(set.program, new ContextResults(set.catalogue, safeContext), into, (i) =>
        decide(set.flags[i]!, safeContext, set),
    );
    return into;
}
