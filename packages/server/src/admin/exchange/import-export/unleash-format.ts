import type { ExportedData } from './export.schemas.ts';

type ExportedStrategy = ExportedData['featureStrategies'][number];

/** Returns an export in the form that the import of Unleash accepts, and that it stores with the same results. */
export function inUnleashFormat(data: ExportedData): ExportedData {
    return {
        ...data,
        featureStrategies: data.featureStrategies.map(
            (strategy): ExportedStrategy => ({ ...strategy, variants: withStableWeights(strategy.variants) }),
        ),
        featureEnvironments: data.featureEnvironments.map((each) => ({
            ...each,
            variants: withStableWeights(each.variants),
        })),
        // Unleash finds segments by name, and rejects their constraints.
        segments: data.segments.map(({ id, name }) => ({ id, name })),
    };
}

/**
 * Unleash distributes variable weights again: equal shares, and one more for the first variants in the file. Variants with one more come
 * first here; unequal variable weights become fixed, except for one, because Unleash requires a variable one.
 */
function withStableWeights<V extends ExportedStrategy['variants'][number]>(variants: readonly V[]): V[] {
    const [first, ...others] = variants
        .filter(({ weightType }) => weightType === 'variable')
        .toSorted((a, b) => b.weight - a.weight);
    const fixed = variants.filter(({ weightType }) => weightType === 'fix');
    if (!first) return fixed;
    const isEqualSplit = others.every(({ weight }) => first.weight - weight <= 1);
    return [
        first,
        ...others.map((variant) => (isEqualSplit ? variant : { ...variant, weightType: 'fix' as const })),
        ...fixed,
    ];
}
