import { contextFrom, text } from './context.ts';
import type { Context } from './definitions.ts';
import type { FlagSet } from './flag-set.ts';

/**
 * The number of uses of the clock or the random generator, for this set or one derived from it. If it does not change during an
 * evaluation, the result is the same for every context with the same relevant values (`contextKey`).
 */
export const randomDrawsOf = (set: FlagSet): number => set.propertyIndex.draws;

/** Serialises the values of a context that affect the flags of a set, except the time of a clock. */
export function contextKey(set: FlagSet, context: Context): string {
    const { propertyIndex } = set;
    const safeContext = contextFrom(context);
    let key = '';
    for (const lookup of propertyIndex.lookups) {
        const drawsBefore = propertyIndex.draws;
        const value = lookup.read(safeContext);
        key += drawsBefore === propertyIndex.draws ? `${serialise(value, lookup.field, safeContext)},` : 'now,';
    }
    return key;
}

/** Different values are serialised differently. Anything but text and numbers was read from the text of the field. */
function serialise(value: unknown, field: string, context: Context): string {
    if (value === undefined) return '';
    if (typeof value === 'number') return String(value);
    return JSON.stringify(typeof value === 'string' ? value : text.of(field, UNUSED)(context));
}

const UNUSED = { now: () => 0, random: () => 0 };
