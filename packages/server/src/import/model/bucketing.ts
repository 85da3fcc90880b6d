/** How a source assigns buckets: it hashes `prefix + value + suffix`. The names are those of the engine's strategy type. */
export interface Bucketing {
    readonly algorithm: BucketingAlgorithm;
    readonly prefix: string;
    readonly suffix: string;
    readonly attribute: string;
    /** The bucket of contexts without the attribute: none, the first one, or that of the empty text. */
    readonly missing: 'out' | 'zero' | 'empty';
    /** The number of buckets, for algorithms that do not define it. */
    readonly of?: number;
}

export type BucketingAlgorithm =
    | 'launchdarkly'
    | 'flagsmith'
    | 'growthbook1'
    | 'growthbook2'
    | 'flipt'
    | 'configcat'
    | 'flagd'
    | 'gofeatureflag'
    | 'microsoft';

/** A range of buckets; the end is exclusive unless `inclusive` is set. */
export interface Range {
    readonly from: number;
    readonly to: number;
    readonly inclusive?: boolean;
}

/** Returns the end of the buckets of an algorithm, and whether it is inclusive. */
export function endOf({ algorithm, of }: Bucketing): { end: number; inclusive: boolean } {
    switch (algorithm) {
        case 'launchdarkly':
            return { end: 1, inclusive: true };
        case 'flagsmith':
        case 'microsoft':
            return { end: 100, inclusive: true };
        case 'growthbook1':
        case 'growthbook2':
            return { end: 1, inclusive: false };
        case 'configcat':
            return { end: 100, inclusive: false };
        case 'flipt':
            return { end: of ?? 100, inclusive: false };
        case 'gofeatureflag':
            return { end: of ?? 100_000, inclusive: false };
        case 'flagd':
            return { end: 2 ** 32, inclusive: false };
    }
}

export const isIn = (bucket: number, ranges: readonly Range[]): boolean =>
    ranges.some(({ from, to, inclusive }) => bucket >= from && (bucket < to || (inclusive === true && bucket === to)));

export const sameBucketing = (a: Bucketing, b: Bucketing): boolean =>
    a.algorithm === b.algorithm &&
    a.prefix === b.prefix &&
    a.suffix === b.suffix &&
    a.attribute === b.attribute &&
    a.missing === b.missing &&
    a.of === b.of;
