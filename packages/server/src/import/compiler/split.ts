import type { Bucketing } from '../model/bucketing.ts';
import { all, any, type ImportCondition, present } from '../model/condition.ts';
import type { ImportOutcome, ImportSplitPart } from '../model/flag.ts';
import type { Effort } from './effort.ts';
import { complement, intersect } from './ranges.ts';
import type { Shares } from './variants.ts';
import type { Verdict } from './verdict.ts';

/** The audience of strategies, and their results. */
export interface SplitGrant {
    readonly when: ImportCondition;
    readonly shares: Shares;
    /** The share of the audience, as a native rollout; undefined for all. */
    readonly rollout?: { readonly share: number; readonly bucketing: Bucketing };
}

/** The result of a rule: who gets what, and who continues with later rules. */
export interface CompiledSplit {
    readonly grants: readonly SplitGrant[];
    /** Audiences that later rules do not apply to. */
    readonly ends: readonly ImportCondition[];
    readonly verdict: Verdict;
    readonly reasons: readonly string[];
}

/** Each part gets the users whose bucket in the hash of the source is in its ranges. */
export function ofPeople(
    when: ImportCondition,
    bucketing: Bucketing,
    overlapping: readonly ImportSplitPart[],
    effort: Effort,
): CompiledSplit {
    const parts = disjoint(bucketing, overlapping, effort);
    const inPart = ({ ranges }: ImportSplitPart): ImportCondition => ({ is: 'bucket', bucketing, ranges });
    const grants: SplitGrant[] = [];
    const off: ImportSplitPart[] = [];
    for (const part of parts) {
        if (part.serves === 'off') off.push(part);
        else if (part.serves !== 'next') {
            grants.push({ when: all(when, inPart(part)), shares: [{ outcome: part.serves, share: 1 }] });
        }
    }
    const fallsThrough =
        parts.some(({ serves }) => serves === 'next') ||
        complement(
            bucketing,
            parts.flatMap(({ ranges }) => ranges),
        ).length > 0;
    const condition = bucketing.missing === 'out' ? all(when, present(bucketing.attribute)) : when;
    const ends = off.length === 0 ? [] : fallsThrough ? [all(when, any(...off.map(inPart)))] : [condition];
    return { grants, ends, verdict: 'server-only', reasons: [`a percentage by ${bucketing.attribute}`] };
}

/** If parts overlap, the first one wins. */
function disjoint(bucketing: Bucketing, parts: readonly ImportSplitPart[], effort: Effort): ImportSplitPart[] {
    let left = complement(bucketing, []);
    return parts.map((part) => {
        const ranges = intersect(part.ranges, left, effort);
        left = intersect(left, complement(bucketing, part.ranges), effort);
        return { ...part, ranges };
    });
}

/** Creates one native rollout with variants: the shares are the same, the users are not. */
export function ofShares(
    when: ImportCondition,
    bucketing: Bucketing,
    parts: readonly ImportSplitPart[],
): CompiledSplit {
    const shares = new Map<string, { outcome: Exclude<ImportOutcome, 'off'>; share: number }>();
    let off = 0;
    let served = 0;
    for (const { serves, share } of parts) {
        if (serves === 'off') off += share;
        else if (serves !== 'next') {
            const key = JSON.stringify(serves);
            const known = shares.get(key);
            if (known) known.share += share;
            else shares.set(key, { outcome: serves, share });
            served += share;
        }
    }
    const total = parts.reduce((sum, { share }) => sum + share, 0);
    const fallsThrough = parts.some(({ serves, share }) => serves === 'next' && share > 0) || total < 1 - 1e-9;
    const reasons = [`a percentage by ${bucketing.attribute}: the same share, of other users`];
    const isFraction = (part: number, of: number) => Math.abs(part * of - Math.round(part * of)) > 1e-9;
    if (served < 1 && isFraction(served, 100)) reasons.push(`${served * 100} % becomes ${Math.round(served * 100)} %`);
    const grants: SplitGrant[] =
        served === 0
            ? []
            : [
                  {
                      when,
                      shares: [...shares.values()],
                      ...(served < 1 - 1e-9 && { rollout: { share: served, bucketing } }),
                  },
              ];
    if (off > 0 && fallsThrough) {
        const reason =
            'some users of a share are off and some continue with later rules, which a rollout cannot express';
        return { grants, ends: [when], verdict: 'lost', reasons: [...reasons, reason] };
    }
    return { grants, ends: off > 0 ? [when] : [], verdict: 're-bucketed', reasons };
}
