import { canonicalJson } from '../../../core/json/canonical-json.ts';
import type { StoredConstraint, StoredVariant } from '../../../storage/tables/strategies.ts';
import { normalConstraints, sortedByJson } from '../../catalogue/constraints/normal-constraints.ts';
import type { Dependency } from '../../flags/dependencies/dependency.schemas.ts';
import type { PastStrategy } from '../../flags/past/past-definition.ts';

/*
 * What makes things what they are, in one form however they came about: without ids and times, with lists that are sets in one
 * order, and without what says nothing. Only such forms are compared, so that nothing differs that nobody changed.
 */

export const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);

/** The weights of those that share what is left are the service's own: they follow from how many there are. */
export const normalVariants = (variants: readonly StoredVariant[]) =>
    sortedByJson(
        variants.map(({ name, weight, weightType, stickiness, payload, overrides = [] }) => ({
            name,
            ...(weightType === 'fix' && { weight }),
            stickiness,
            ...(payload && { payload }),
            ...(overrides.length > 0 && { overrides: sortedByJson(overrides) }),
        })),
    );

export const normalStrategy = (strategy: PastStrategy) => ({
    name: strategy.name,
    // Both are how no title is kept.
    title: strategy.title || null,
    disabled: strategy.disabled ?? false,
    parameters: strategy.parameters,
    constraints: normalConstraints(strategy.constraints as readonly StoredConstraint[]),
    variants: normalVariants(strategy.variants),
    segments: [...new Set(strategy.segments ?? [])].sort((a, b) => a - b),
});

export const normalDependencies = (dependencies: readonly Dependency[]) =>
    sortedByJson(
        dependencies.map(({ feature, enabled, variants = [] }) => ({
            feature,
            enabled,
            ...(enabled && variants.length > 0 && { variants: [...new Set(variants)].sort() }),
        })),
    );
