import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import type { IndexedFlag } from './indexed-flag.ts';

export type FlagPredicate = (flag: IndexedFlag) => boolean;

/** Returns the flags that meet all conditions. Yields to other requests. */
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

/** Number of flags between two checks of the clock: a check takes longer than a flag. */
const BATCH = 64;

/** A plain index loop: iterators and callbacks would take several times as long. */
function addMatching(
    flags: readonly IndexedFlag[],
    start: number,
    conditions: readonly FlagPredicate[],
    matching: IndexedFlag[],
): void {
    const end = Math.min(start + BATCH, flags.length);
    candidates: for (let position = start; position < end; position++) {
        const flag = flags[position]!;
        for (const holds of conditions) if (!holds(flag)) continue candidates;
        matching.push(flag);
    }
}
