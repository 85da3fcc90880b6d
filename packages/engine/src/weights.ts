import type { VariantDefinition } from './definitions.ts';

const TOTAL = 1000;

/**
 * Distributes the rest of 1000 that the `fix` variants leave equally to the `variable` ones, one more for the first ones in the passed
 * order when it does not divide evenly, and sorts all by name. Returns `undefined` when that is impossible: when the fixed weights exceed
 * 1000, or when there are variants and none is variable.
 */
export function distributeWeights<V extends Pick<VariantDefinition, 'name' | 'weight' | 'weightType'>>(
    variants: readonly V[],
): V[] | undefined {
    const fixed = variants.filter(({ weightType }) => weightType === 'fix');
    const left = TOTAL - fixed.reduce((sum, { weight }) => sum + weight, 0);
    const sharers = variants.length - fixed.length;
    if (left < 0 || (sharers === 0 && fixed.length > 0)) return undefined;
    let extra = left % sharers;
    const share = Math.floor(left / sharers);
    return variants
        .map((variant) =>
            variant.weightType === 'fix' ? variant : { ...variant, weight: share + (extra-- > 0 ? 1 : 0) },
        )
        .sort((a, b) => a.name.localeCompare(b.name));
}
