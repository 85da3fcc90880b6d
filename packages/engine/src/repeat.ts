import { contextFrom, text } from './context.ts';
import type { Context } from './definitions.ts';
import type { FlagSet } from './flag-set.ts';

/**
 * How often the clock or the random generator was used, for this set or one derived from it. A caller that evaluates without that
 * number changing gets the same whenever they ask with a context that tells the same (`contextKey`).
 */
export const drawsOf = (set: FlagSet): number => set.catalogue.draws;

/** All that a context tells the flags of a set, but for the time of a clock: nothing else of it decides. */
export function contextKey(set: FlagSet, context: Context): string {
    const { catalogue } = set;
    const seen = contextFrom(context);
    let told = '';
    for (const question of catalogue.questions) {
        const drawn = catalogue.draws;
        const answer = question.read(seen);
        told += drawn === catalogue.draws ? `${written(answer, question.field, seen)},` : 'now,';
    }
    return told;
}

/** Different answers are written differently. What is neither text nor number was read from the text of the field. */
function written(answer: unknown, field: string, context: Context): string {
    if (answer === undefined) return '';
    if (typeof answer === 'number') return String(answer);
    return JSON.stringify(typeof answer === 'string' ? answer : text.of(field, UNUSED)(context));
}

const UNUSED = { now: () => 0, random: () => 0 };
