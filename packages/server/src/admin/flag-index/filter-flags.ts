import { nextTurn, turnIsLong, Unwanted } from '../../core/in-slices.ts';
import type { IndexedFlag } from './indexed-flag.ts';

/** Something that holds for a flag, or does not. */
export type Condition = (flag: IndexedFlag) => boolean;

/** Those for which all conditions hold. Gives way to other requests, and up when nobody waits for it any more. */
export async function filterFlags(
    flags: readonly IndexedFlag[],
    conditions: readonly Condition[],
    hasLeft: () => boolean,
): Promise<readonly IndexedFlag[]> {
    if (conditions.length === 0) return flags;
    const matching: IndexedFlag[] = [];
    for (const [place, flag] of flags.entries()) {
        if (conditions.every((holds) => holds(flag))) matching.push(flag);
        // Looking at the clock takes longer than looking at a flag.
        if (place % 64 > 0 || !turnIsLong()) continue;
        await nextTurn();
        if (hasLeft()) throw new Unwanted();
    }
    return matching;
}
