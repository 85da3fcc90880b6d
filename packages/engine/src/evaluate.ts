import { Answers } from './answers.ts';
import { contextFrom } from './context.ts';
import { answerOf, decide } from './decide.ts';
import type { Context, Evaluation } from './definitions.ts';
import type { FlagSet } from './flag-set.ts';
import { unknownFlag } from './outcomes.ts';
import { run } from './program.ts';

/** Whether a flag is on for a context, and with which variant. A flag that does not exist is off. */
export function evaluate(set: FlagSet, name: string, context: Context): Evaluation {
    const flag = set.find(name);
    if (flag === undefined) return unknownFlag(name);
    return flag.always ?? answerOf(flag, contextFrom(context), set);
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
    run(set.program, new Answers(set.catalogue, seen), into, (i) => decide(set.flags[i]!, seen, set));
    return into;
}
