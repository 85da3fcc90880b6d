import { contextFrom, text } from './context.ts';
import type { Context } from './definitions.ts';
import type { FlagSet } from './flag-set.ts';

/**
 * The number of uses of the clock or the random generator, for this set or one derived from it. If it does not change during an
 * evaluation, the result is the same for every context with the same relevant values (`contextKey`).
 */
export const randomDrawsOf = (set: FlagSet): number => set.catalogue.draws;

/** Serialises the values of a context that affect the flags of a set, except the time of a clock. */
export function contextKey(set: FlagSet, context: Context): string {
    const { catalogue } = set;
    const seen = contextFrom(context);
    let key = '';
    for (const lookup of catalogue.questions) {
        const drawn = catalogue.draws;
        const answer = lookup.read(seen);
        key += drawn === catalogue.draws ? `${written(answer, lookup.field, seen)},` : 'now,';
    }
    return key;
}

/** Different answers are serialised differently. Anything but text and numbers was read from the text of the field. */
function written(answer: unknown, field: string, context: Context): string {
    if (answer === undefined) return '';
    if (typeof answer === 'number') return String(answer);
    return JSON.stringify(typeof answer === 'string' ? answer : text.of(field, UNUSED)(context));
}

const UNUSED = { now: () => 0, random: () => 0 };
