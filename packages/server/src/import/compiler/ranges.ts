import { type Bucketing, endOf, type Range } from '../model/bucketing.ts';
import type { Effort } from './effort.ts';

/** Returns the buckets that are in both. */
export function intersect(a: readonly Range[], b: readonly Range[], effort: Effort): Range[] {
    effort.spend((a.length * b.length) / 4);
    return a.flatMap((one) =>
        b.flatMap((other) => {
            const from = Math.max(one.from, other.from);
            const [first, second] = one.to <= other.to ? [one, other] : [other, one];
            const inclusive = first.inclusive === true && (first.to < second.to || second.inclusive === true);
            return first.to > from || (first.to === from && inclusive) ? [rangeOf(from, first.to, inclusive)] : [];
        }),
    );
}

/** Returns the buckets that are in none of the ranges. */
export function complement(bucketing: Bucketing, ranges: readonly Range[]): Range[] {
    const { end, inclusive: endCounts } = endOf(bucketing);
    const rest: Range[] = [];
    let from = 0;
    for (const { from: start, to, inclusive } of [...ranges].sort((a, b) => a.from - b.from)) {
        if (start > from) rest.push(rangeOf(from, start, false));
        if (inclusive === true && to >= end) return rest;
        from = Math.max(from, inclusive === true ? nextAfter(to) : to);
    }
    if (from < end || (from === end && endCounts)) rest.push(rangeOf(from, end, endCounts));
    return rest;
}

/** Returns the share of buckets in the ranges, from 0 to 1. */
export function shareOf(bucketing: Bucketing, ranges: readonly Range[]): number {
    const { end } = endOf(bucketing);
    return ranges.reduce((sum, { from, to }) => sum + Math.max(to - from, 0), 0) / end;
}

const rangeOf = (from: number, to: number, inclusive: boolean): Range => ({
    from,
    to,
    ...(inclusive && { inclusive }),
});

/** Returns the next larger double: no bucket is between the two. */
function nextAfter(value: number): number {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    view.setBigUint64(0, view.getBigUint64(0) + 1n);
    return value === 0 ? Number.MIN_VALUE : view.getFloat64(0);
}
