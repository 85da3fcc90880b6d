import { canonicalJson } from '../../../core/json/canonical-json.ts';
import type { StoredConstraint, StoredVariant } from '../../../storage/tables/strategies.ts';
import type { Dependency } from '../../flags/dependencies/dependency.schemas.ts';
import type { PastStrategy } from '../../flags/past/past-definition.ts';

/*
 * What makes things what they are, in one form however they came about: without ids and times, with lists that are sets in one
 * order, and without what says nothing. Only such forms are compared, so that nothing differs that nobody changed.
 */

export const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);

const byText = <T>(items: readonly T[]): T[] =>
    items
        .map((item) => [canonicalJson(item), item] as const)
        .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
        .map(([, item]) => item);

/** All must hold, in whatever order; and so it is with the values of each. */
export const normalConstraints = (constraints: readonly StoredConstraint[]) =>
    byText(
        constraints.map(({ contextName, operator, caseInsensitive, inverted, values = [], value }) => ({
            contextName,
            operator,
            ...(caseInsensitive && { caseInsensitive }),
            ...(inverted && { inverted }),
            ...(values.length > 0 && { values: [...new Set(values)].sort() }),
            ...(value && { value }),
        })),
    );

/** The weights of those that share what is left are the service's own: they follow from how many there are. */
export const normalVariants = (variants: readonly StoredVariant[]) =>
    byText(
        variants.map(({ name, weight, weightType, stickiness, payload, overrides = [] }) => ({
            name,
            ...(weightType === 'fix' && { weight }),
            stickiness,
            ...(payload && { payload }),
            ...(overrides.length > 0 && { overrides: byText(overrides) }),
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
    byText(
        dependencies.map(({ feature, enabled, variants = [] }) => ({
            feature,
            enabled,
            ...(enabled && variants.length > 0 && { variants: [...new Set(variants)].sort() }),
        })),
    );
