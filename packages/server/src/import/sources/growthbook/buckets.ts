import type { Bucketing, Range } from '../../model/bucketing.ts';
import type { DocumentReader } from '../../reading.ts';
import { attributeOf } from './conditions.ts';

/** Version 1 hashes the value before the seed; version 2 hashes the seed first, twice. Other versions are unknown and match nobody. */
export function bucketingOf(seed: string, attribute: string, version: number): Bucketing | undefined {
    if (version !== 1 && version !== 2) return undefined;
    return {
        algorithm: version === 1 ? 'growthbook1' : 'growthbook2',
        prefix: version === 2 ? seed : '',
        suffix: version === 1 ? seed : '',
        attribute: attributeOf(attribute),
        missing: 'out',
    };
}

export const rangeOf = (range: DocumentReader): Range[] => {
    const [from, to] = range.list().map((bound) => bound.number());
    return from !== undefined && to !== undefined && to > from ? [{ from, to }] : [];
};

/** The range of each variation begins where the full share of the previous one ends: a low coverage leaves gaps. */
export function variationRanges(count: number, rule: DocumentReader): Range[][] {
    const ranges = rule.at('ranges').list();
    if (ranges.length > 0) return ranges.map(rangeOf);
    const coverage = Math.min(Math.max(rule.at('coverage').numberOr(1), 0), 1);
    const weights = weightsOf(count, rule.at('weights'));
    let sum = 0;
    return weights.map((weight) => {
        const from = sum;
        sum += weight;
        const to = from + coverage * weight;
        return to > from ? [{ from, to }] : [];
    });
}

function weightsOf(count: number, reader: DocumentReader): number[] {
    const equal = new Array<number>(count).fill(1 / count);
    const weights = reader.list().map((weight) => weight.number());
    if (weights.length !== count) return equal;
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return total < 0.99 || total > 1.01 ? equal : weights;
}
