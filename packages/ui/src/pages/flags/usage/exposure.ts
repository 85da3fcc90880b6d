interface Bucket {
    environment: string;
    timestamp: string;
    yes: number;
    no: number;
    variants?: Record<string, number> | undefined;
}

/** The shares of the results in one hour or day; they add up to 1. */
export interface ExposureBar {
    timestamp: string;
    total: number;
    /** By the name of the result, in the order of `results`. */
    shares: number[];
}

export interface Exposure {
    environment: string;
    /** The variants, then enabled without a variant, then disabled. */
    results: string[];
    bars: ExposureBar[];
}

const ENABLED = 'on';
export const DISABLED = 'off';

/** SDKs report this name if a flag has no variant for a user. */
const NO_VARIANT = 'disabled';

/** Returns the share of each result over time, for each environment with evaluations. Environments keep the given order. */
export function exposureOf(buckets: readonly Bucket[], environments: readonly string[]): Exposure[] {
    return environments.flatMap((environment) => {
        const own = buckets.filter((bucket) => bucket.environment === environment && bucket.yes + bucket.no > 0);
        if (own.length === 0) return [];
        const variants = [...new Set(own.flatMap((bucket) => Object.keys(bucket.variants ?? {})))]
            .filter((name) => name !== NO_VARIANT)
            .sort();
        const bars = Object.entries(Object.groupBy(own, ({ timestamp }) => timestamp))
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([timestamp, list = []]) => barOf(timestamp, list, variants));
        return [{ environment, results: [...variants, ENABLED, DISABLED], bars }];
    });
}

function barOf(timestamp: string, buckets: readonly Bucket[], variants: readonly string[]): ExposureBar {
    const sum = (count: (bucket: Bucket) => number) => buckets.reduce((total, bucket) => total + count(bucket), 0);
    const enabled = sum(({ yes }) => yes);
    const total = enabled + sum(({ no }) => no);
    const withVariant = variants.map((name) => sum((bucket) => bucket.variants?.[name] ?? 0));
    // A client may report more variants than enabled evaluations, because it evaluates both separately.
    const reported = withVariant.reduce((all, count) => all + count, 0);
    const scale = reported > enabled ? enabled / reported : 1;
    const counts = [...withVariant.map((count) => count * scale), Math.max(0, enabled - reported), total - enabled];
    return { timestamp, total, shares: counts.map((count) => count / total) };
}
