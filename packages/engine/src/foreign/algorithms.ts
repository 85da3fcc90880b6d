import { hash, hashPrefix } from '../hashing.ts';
import { utf8 } from '../utf8.ts';
import { crc32, fnv1a, md5, sha1, sha256 } from './digests.ts';

/** The bucketing of another product. */
export interface HashAlgorithm {
    /** The common name of the product. */
    readonly product: string;
    /** Returns the bucket of a text. `of` is the number of buckets, for products that define it per flag. */
    place(input: Hashed, of: number): number;
    /** The number of buckets; the last one is exclusive, unless the product rounds up to it. */
    readonly places: number;
}

/** The input of the hash: the value between a constant prefix and a constant suffix. */
export interface Hashed {
    readonly prefix: string;
    readonly value: string;
    readonly suffix: string;
}

const joined = ({ prefix, value, suffix }: Hashed) => prefix + value + suffix;

/** The first fifteen hexadecimal digits of SHA-1; as a double, their largest value is 2^60. */
const launchdarkly = (input: Hashed): number => Number(sha1(joined(input)).getBigUint64(0) >> 4n) / 2 ** 60;

function flagsmith(input: Hashed): number {
    const once = joined(input);
    let text = once;
    for (;;) {
        const place = (Number(md5(text) % 9999n) / 9998) * 100;
        if (place !== 100) return place;
        text = `${text},${once}`;
    }
}

const units = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

export const algorithms = {
    launchdarkly: { product: 'LaunchDarkly', place: launchdarkly, places: 1 },
    flagsmith: { product: 'Flagsmith', place: flagsmith, places: 100 },
    growthbook1: {
        product: 'GrowthBook (version 1)',
        place: (input) => (fnv1a(units(joined(input))) % 1000) / 1000,
        places: 1,
    },
    growthbook2: {
        product: 'GrowthBook (version 2)',
        place: (input) => (fnv1a(units(String(fnv1a(units(joined(input)))))) % 10_000) / 10_000,
        places: 1,
    },
    flipt: { product: 'Flipt', place: (input, of) => crc32(joined(input)) % of, places: 100 },
    configcat: {
        product: 'ConfigCat',
        // Seven hexadecimal digits.
        place: (input) => (sha1(joined(input)).getUint32(0) >>> 4) % 100,
        places: 100,
    },
    flagd: {
        product: 'flagd',
        place: ({ prefix, value, suffix }) => hash(hashPrefix(prefix, 0), value + suffix) >>> 0,
        places: 2 ** 32,
    },
    gofeatureflag: {
        product: 'GO Feature Flag',
        place: (input, of) => fnv1a(utf8(joined(input))) % of,
        places: 100_000,
    },
    microsoft: {
        product: 'Microsoft feature management',
        place: (input) => (sha256(joined(input)).getUint32(0, true) / 0xffffffff) * 100,
        places: 100,
    },
} as const satisfies Record<string, HashAlgorithm>;

export type AlgorithmName = keyof typeof algorithms;

export function findAlgorithm(name: string | undefined): HashAlgorithm | undefined {
    return name !== undefined && Object.hasOwn(algorithms, name) ? algorithms[name as AlgorithmName] : undefined;
}
