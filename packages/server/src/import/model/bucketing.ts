/** How a source places a context: it hashes `prefix + value + suffix`. The names are those of the engine's strategy type. */
export interface Bucketing {
    readonly algorithm: BucketingAlgorithm;
    readonly prefix: string;
    readonly suffix: string;
    readonly attribute: string;
    /** Where contexts without the attribute are: in no range, at the very beginning, or where the empty text is. */
    readonly missing: 'out' | 'zero' | 'empty';
    /** How many places there are, for algorithms that do not say. */
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

/** From the first to before the last place, or up to and with it. */
export interface Range {
    readonly from: number;
    readonly to: number;
    readonly inclusive?: boolean;
}

/** The last place that an algorithm knows, and whether it is one. */
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

export const isIn = (place: number, ranges: readonly Range[]): boolean =>
    ranges.some(({ from, to, inclusive }) => place >= from && (place < to || (inclusive === true && place === to)));

export const sameBucketing = (a: Bucketing, b: Bucketing): boolean =>
    a.algorithm === b.algorithm &&
    a.prefix === b.prefix &&
    a.suffix === b.suffix &&
    a.attribute === b.attribute &&
    a.missing === b.missing &&
    a.of === b.of;
