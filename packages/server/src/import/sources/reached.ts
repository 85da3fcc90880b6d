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
    isSelected: (outcome: ImportOutcome) => boolean,
): ImportCondition {
    if (rules.length > MAX_REACHED) return unsupportedTest(TOO_FAR);
    const conditions: ImportCondition[] = [];
    const passed: ImportCondition[] = [];
    for (const { when, serves } of rules) {
        flag.spend(passed.length);
        if ('outcome' in serves) {
            // A later rule with a selected outcome does not need to exclude these users.
            if (isSelected(serves.outcome)) conditions.push(all(...passed, when));
            else passed.push(not(when));
            continue;
        }
        const { bucketing, parts } = serves.split;
        const within = (chosen: typeof parts): ImportCondition => {
            const ranges = chosen.flatMap((part) => part.ranges);
            return ranges.length === 0 ? nobody : { is: 'bucket', bucketing, ranges };
        };
        const selected = within(parts.filter((part) => part.serves !== 'next' && isSelected(part.serves)));
        if (selected !== nobody) conditions.push(all(...passed, when, selected));
        passed.push(not(all(when, within(parts.filter((part) => part.serves !== 'next')))));
    }
    if (isSelected('off')) conditions.push(all(...passed));
    return conditions.some((each) => each === everyone) ? everyone : any(...conditions);
}
