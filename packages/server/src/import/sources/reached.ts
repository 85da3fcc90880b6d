import { all, any, everyone, type ImportCondition, nobody, not, unsupportedTest } from '../model/condition.ts';
import type { ImportOutcome, ImportRule } from '../model/flag.ts';
import type { DocumentReader } from '../reading.ts';

/** The audience of a rule excludes all rules before it: with more rules than this, strategies would become too large. */
export const MAX_REACHED = 300;
export const TOO_FAR = `it depends on one of more than ${MAX_REACHED} rules`;

/** Returns the audience that gets one of these outcomes from a list of rules, for flags that depend on another flag. */
export function servedAudience(
    flag: DocumentReader,
    rules: readonly ImportRule[],
    isWanted: (outcome: ImportOutcome) => boolean,
): ImportCondition {
    if (rules.length > MAX_REACHED) return unsupportedTest(TOO_FAR);
    const found: ImportCondition[] = [];
    const passed: ImportCondition[] = [];
    for (const { when, serves } of rules) {
        flag.spend(passed.length);
        if ('outcome' in serves) {
            if (isWanted(serves.outcome)) found.push(all(...passed, when));
            passed.push(not(when));
            continue;
        }
        const { bucketing, parts } = serves.split;
        const within = (chosen: typeof parts): ImportCondition => {
            const ranges = chosen.flatMap((part) => part.ranges);
            return ranges.length === 0 ? nobody : { is: 'bucket', bucketing, ranges };
        };
        const wanted = within(parts.filter((part) => part.serves !== 'next' && isWanted(part.serves)));
        if (wanted !== nobody) found.push(all(...passed, when, wanted));
        passed.push(not(all(when, within(parts.filter((part) => part.serves !== 'next')))));
    }
    if (isWanted('off')) found.push(all(...passed));
    return found.some((each) => each === everyone) ? everyone : any(...found);
}
