import { isDeepStrictEqual } from 'node:util';
import type { UnleashConstraint, UnleashFlag, UnleashFlagEnvironment, UnleashVariant } from './instance.ts';

/** As SDKs read it: what is left out and what is empty or false mean the same. */
export const constraintSaid = ({
    contextName,
    operator,
    inverted,
    caseInsensitive,
    value,
    values,
}: UnleashConstraint) => ({
    contextName,
    operator,
    ...(inverted && { inverted }),
    ...(caseInsensitive && { caseInsensitive }),
    ...(value != null && value !== '' && { value: String(value) }),
    ...(values && values.length > 0 && { values: values.map(String) }),
});

export const variantSaid = ({ name, weight, weightType, stickiness, payload, overrides }: UnleashVariant) => ({
    name,
    weight,
    weightType: weightType ?? 'variable',
    stickiness: stickiness ?? 'default',
    ...(payload && { payload }),
    ...(overrides && overrides.length > 0 && { overrides }),
});

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

const placeSaid = ({ enabled, strategies, variants }: UnleashFlagEnvironment) => ({
    enabled,
    strategies: strategies.map(({ name, title, disabled, constraints, parameters, variants: own, segments }) => ({
        name,
        title,
        disabled,
        constraints: constraints.map(constraintSaid),
        parameters,
        variants: own.map(variantSaid).toSorted(byName),
        segments: segments.toSorted(),
    })),
    variants: variants.map(variantSaid).toSorted(byName),
});

const settingsSaid = ({
    project,
    type,
    description,
    impressionData,
    stale,
    tags,
    links,
    dependencies,
}: UnleashFlag) => ({
    project,
    type,
    description: description || null,
    impressionData,
    stale,
    tags: tags.map(({ type: kind, value }) => `${kind}:${value}`).toSorted(),
    links: links.map(({ url, title }) => `${url} ${title ?? ''}`).toSorted(),
    dependencies: dependencies
        .map(({ feature, enabled, variants }) => `${feature} ${enabled} ${variants.toSorted().join()}`)
        .toSorted(),
});

export const sameSettings = (a: UnleashFlag, b: UnleashFlag) => isDeepStrictEqual(settingsSaid(a), settingsSaid(b));

export const sameEnvironment = (a: UnleashFlagEnvironment, b: UnleashFlagEnvironment) =>
    isDeepStrictEqual(placeSaid(a), placeSaid(b));

export const sameConstraints = (a: readonly UnleashConstraint[], b: readonly UnleashConstraint[]) =>
    isDeepStrictEqual(a.map(constraintSaid), b.map(constraintSaid));

/** Nobody has configured it: whatever is brought in overwrites nothing. */
export const isUntouched = ({ enabled, strategies, variants }: UnleashFlagEnvironment) =>
    !enabled && strategies.length === 0 && variants.length === 0;
