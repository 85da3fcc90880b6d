import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import type { IndexedFlag } from './indexed-flag.ts';

/** Something that holds for a flag, or does not. */
export type FlagPredicate = (flag: IndexedFlag) => boolean;

/** The flags for which all conditions hold. Yields to other requests. */
export async function filterFlags(
    flags: readonly IndexedFlag[],
    conditions: readonly FlagPredicate[],
    signal: AbortSignal,
): Promise<readonly IndexedFlag[]> {
    if (conditions.length === 0) return flags;
    const matching: IndexedFlag[] = [];
    for (let start = 0; start < flags.length; start += BATCH) {
        addMatching(flags, start, conditions, matching);
        if (!shouldYield()) continue;
        await yieldToEventLoop();
        signal.throwIfAborted();
    }
    return matching;
}

/** So many are looked at before the clock is: that takes longer than a flag. */
const BATCH = 64;

/** A plain loop over places: with iterators and callbacks it would cost several times as much. */
function addMatching(
    flags: readonly IndexedFlag[],
    start: number,
    conditions: readonly FlagPredicate[],
    matching: IndexedFlag[],
): void {
    const end = Math.min(start + BATCH, flags.length);
    candidates: for (let place = start; place < end; place++) {
        const flag = flags[place]!;
        for (const holds of conditions) if (!holds(flag)) continue candidates;
        matching.push(flag);
    }
}
