import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import type { IndexedFlag, SummarizedFlag } from './indexed-flag.ts';

export type FlagPredicate<Flag = IndexedFlag> = (flag: Flag) => boolean;

/** A condition that does not need the rows of flags. */
export type SummaryPredicate = FlagPredicate<SummarizedFlag>;

/** Returns the flags that meet all conditions. Yields to other requests. */
export async function filterFlags<Flag>(
    flags: readonly Flag[],
    conditions: readonly FlagPredicate<Flag>[],
    signal: AbortSignal,
): Promise<readonly Flag[]> {
    if (conditions.length === 0) return flags;
    const matching: Flag[] = [];
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
function addMatching<Flag>(
    flags: readonly Flag[],
    start: number,
    conditions: readonly FlagPredicate<Flag>[],
    matching: Flag[],
): void {
    const end = Math.min(start + BATCH, flags.length);
    candidates: for (let position = start; position < end; position++) {
        const flag = flags[position]!;
        for (const matches of conditions) if (!matches(flag)) continue candidates;
        matching.push(flag);
    }
}
