import { text } from '../context.ts';
import { findAlgorithm, type HashAlgorithm } from '../foreign/algorithms.ts';
import { quoteValue } from '../operators/operator.ts';
import type { RuleSource, StrategyEvaluator } from './rule.ts';

interface Range {
    readonly from: number;
    readonly to: number;
    /** Whether the last bucket is included. */
    readonly inclusive: boolean;
}

/**
 * A percentage that was imported from another product, with its hash: it includes the same users. SDKs that evaluate locally do not know
 * the type and evaluate it to `false`, unless the application implements it.
 */
export const importedRollout: StrategyEvaluator = {
    parameters: ['algorithm', 'attribute', 'ranges', 'prefix', 'suffix', 'missing', 'of'],
    compile(source) {
        const algorithm = findAlgorithm(source.parameter('algorithm'));
        const ranges = readRanges(source.parameter('ranges') ?? '');
        const attribute = source.parameter('attribute') ?? 'userId';
        if (algorithm === undefined) source.warn('parameter algorithm names no product whose hash is known');
        if (ranges === undefined) source.warn('parameter ranges is not a list such as "0..0.25, 0.5..=1"');
        const bucketOf = bucketFunction(source, algorithm);
        const isInRanges = (bucket: number | undefined) =>
            bucket !== undefined &&
            (ranges ?? []).some(
                ({ from, to, inclusive }) => bucket >= from && (bucket < to || (inclusive && bucket === to)),
            );
        const { read, into } = source.propertyIndex.lookupOf(text, attribute);
        return {
            passes: into((value) => isInRanges(bucketOf(value))),
            explain(context) {
                const value = read(context);
                const bucket = bucketOf(value);
                const passes = isInRanges(bucket);
                const productName = algorithm?.product ?? 'the product it comes from';
                if (bucket === undefined)
                    return {
                        passes,
                        reason: `the context has no ${attribute}, by which ${productName} assigns buckets`,
                    };
                const subject =
                    value === undefined ? `a context without ${attribute}` : `${attribute} ${quoteValue(value)}`;
                const location = `${passes ? 'inside' : 'outside'} ${source.parameter('ranges')}`;
                return { passes, reason: `${productName} places ${subject} at ${bucket}, which is ${location}` };
            },
        };
    },
};

/** The bucket of a value; undefined for values without a bucket. */
function bucketFunction(
    source: RuleSource,
    algorithm: HashAlgorithm | undefined,
): (value: string | undefined) => number | undefined {
    if (algorithm === undefined) return () => undefined;
    const prefix = source.parameter('prefix') ?? '';
    const suffix = source.parameter('suffix') ?? '';
    const missing = source.parameter('missing') ?? 'out';
    const parameter = Number(source.parameter('of') ?? algorithm.bucketCount);
    const bucketCount = Number.isSafeInteger(parameter) && parameter > 0 ? parameter : algorithm.bucketCount;
    return (value) => {
        if (value !== undefined) return algorithm.bucket({ prefix, value, suffix }, bucketCount);
        if (missing === 'zero') return 0;
        return missing === 'empty' ? algorithm.bucket({ prefix, value: '', suffix }, bucketCount) : undefined;
    };
}

function readRanges(list: string): Range[] | undefined {
    const ranges: Range[] = [];
    for (const entry of list.split(',')) {
        const [from = '', to = ''] = entry.split('..');
        const inclusive = to.startsWith('=');
        const range = { from: Number(from), to: Number(inclusive ? to.slice(1) : to), inclusive };
        if (from.trim() === '' || to.trim() === '' || Number.isNaN(range.from) || Number.isNaN(range.to))
            return undefined;
        ranges.push(range);
    }
    return ranges;
}
