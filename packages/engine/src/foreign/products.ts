/** The products whose bucketing of users can be computed. This file contains no hash function, so that a UI loads none for a sentence. */
export const products = {
    launchdarkly: { product: 'LaunchDarkly', bucketCount: 1 },
    flagsmith: { product: 'Flagsmith', bucketCount: 100 },
    growthbook1: { product: 'GrowthBook (version 1)', bucketCount: 1 },
    growthbook2: { product: 'GrowthBook (version 2)', bucketCount: 1 },
    flipt: { product: 'Flipt', bucketCount: 100 },
    configcat: { product: 'ConfigCat', bucketCount: 100 },
    flagd: { product: 'flagd', bucketCount: 2 ** 32 },
    gofeatureflag: { product: 'GO Feature Flag', bucketCount: 100_000 },
    microsoft: { product: 'Microsoft feature management', bucketCount: 100 },
} as const satisfies Record<string, Product>;

export interface Product {
    /** The common name of the product. */
    readonly product: string;
    /** The number of buckets; the last one is exclusive, unless the product rounds up to it. */
    readonly bucketCount: number;
}

export type AlgorithmName = keyof typeof products;

export function findProduct(name: string): Product | undefined {
    return Object.hasOwn(products, name) ? products[name as AlgorithmName] : undefined;
}
