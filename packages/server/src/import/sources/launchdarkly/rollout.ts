import type { Bucketing, Range } from '../../model/bucketing.ts';
import type { DocumentReader } from '../../reading.ts';
import { attributeOf } from './clauses.ts';

const WHOLE = 100_000;

/** The hash of a key and a salt, or of a seed that replaces both. */
export function bucketingOf(prefix: string, by: DocumentReader, kind: DocumentReader): Bucketing | undefined {
    const attribute = attributeOf(by.textOr('key'), kind);
    if (attribute === undefined) return undefined;
    // Contexts without the attribute get the first bucket.
    return { algorithm: 'launchdarkly', prefix, suffix: '', attribute, missing: 'zero' };
}

export interface Rollout {
    readonly bucketing: Bucketing;
    readonly parts: readonly {
        readonly variation: number;
        readonly share: number;
        readonly ranges: readonly Range[];
    }[];
}

/** Returns undefined if the rollout is invalid for LaunchDarkly, too: it then serves the default of the code. */
export function rolloutOf(rollout: DocumentReader, keyAndSalt: string): Rollout | undefined {
    const seed = rollout.at('seed').numberOr(0);
    // An experiment assigns users by key, regardless of its setting.
    const by =
        rollout.at('kind').textOr('rollout') === 'experiment' ? rollout.replacedBy(undefined) : rollout.at('bucketBy');
    const bucketing = bucketingOf(seed === 0 ? `${keyAndSalt}.` : `${seed}.`, by, rollout.at('contextKind'));
    const variations = rollout.at('variations').list();
    if (bucketing === undefined || variations.length === 0) return undefined;
    let sum = 0;
    const parts = variations.map((variation, i) => {
        const from = sum;
        const weight = variation.at('weight').numberOr(0);
        // Added in the same order as in LaunchDarkly, so that the bounds are bit-identical.
        sum += weight / WHOLE;
        const isLast = i === variations.length - 1;
        const ranges: Range[] = isLast ? [{ from, to: 1, inclusive: true }] : weight > 0 ? [{ from, to: sum }] : [];
        const share = isLast ? Math.max(0, 1 - from) : weight / WHOLE;
        return { variation: variation.at('variation').numberOr(0), share, ranges: from > 1 ? [] : ranges };
    });
    return { bucketing, parts };
}

/** The first part of the buckets, for percentages of segments. */
export const upTo = (weight: number): Range[] => (weight > 0 ? [{ from: 0, to: weight / WHOLE }] : []);
