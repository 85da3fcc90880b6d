import { hash, hashPrefix } from '../hashing.ts';
import { utf8 } from '../utf8.ts';
import { crc32, fnv1a, md5, sha1, sha256 } from './digests.ts';
import { type AlgorithmName, type Product, products } from './products.ts';

/** The bucketing of another product. */
export interface HashAlgorithm extends Product {
    /** Returns the bucket of a text. `bucketCount` is used only by products that define it per flag. */
    bucket(input: HashInput, bucketCount: number): number;
}

/** The input of the hash: the value between a constant prefix and a constant suffix. */
export interface HashInput {
    readonly prefix: string;
    readonly value: string;
    readonly suffix: string;
}

const concatInput = ({ prefix, value, suffix }: HashInput) => prefix + value + suffix;

/** The first fifteen hexadecimal digits of SHA-1; as a double, their largest value is 2^60. */
const launchdarkly = (input: HashInput): number => Number(sha1(concatInput(input)).getBigUint64(0) >> 4n) / 2 ** 60;

function flagsmith(input: HashInput): number {
    const original = concatInput(input);
    let text = original;
    for (;;) {
        const position = (Number(md5(text) % 9999n) / 9998) * 100;
        if (position !== 100) return position;
        text = `${text},${original}`;
    }
}

const units = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

export const algorithms = {
    launchdarkly: { ...products.launchdarkly, bucket: launchdarkly },
    flagsmith: { ...products.flagsmith, bucket: flagsmith },
    growthbook1: { ...products.growthbook1, bucket: (input) => (fnv1a(units(concatInput(input))) % 1000) / 1000 },
    growthbook2: {
        ...products.growthbook2,
        bucket: (input) => (fnv1a(units(String(fnv1a(units(concatInput(input)))))) % 10_000) / 10_000,
    },
    flipt: { ...products.flipt, bucket: (input, bucketCount) => crc32(concatInput(input)) % bucketCount },
    configcat: {
        ...products.configcat,
        // Seven hexadecimal digits.
        bucket: (input) => (sha1(concatInput(input)).getUint32(0) >>> 4) % 100,
    },
    flagd: {
        ...products.flagd,
        bucket: ({ prefix, value, suffix }) => hash(hashPrefix(prefix, 0), value + suffix) >>> 0,
    },
    gofeatureflag: {
        ...products.gofeatureflag,
        bucket: (input, bucketCount) => fnv1a(utf8(concatInput(input))) % bucketCount,
    },
    microsoft: {
        ...products.microsoft,
        bucket: (input) => (sha256(concatInput(input)).getUint32(0, true) / 0xffffffff) * 100,
    },
} as const satisfies Record<AlgorithmName, HashAlgorithm>;

export function findAlgorithm(name: string | undefined): HashAlgorithm | undefined {
    return name !== undefined && Object.hasOwn(algorithms, name) ? algorithms[name as AlgorithmName] : undefined;
}
