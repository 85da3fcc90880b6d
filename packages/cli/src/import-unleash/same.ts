import { isDeepStrictEqual } from 'node:util';
import type {
    UnleashConstraint,
    UnleashFlag,
    UnleashFlagEnvironment,
    UnleashStrategy,
    UnleashVariant,
} from './instance.ts';

/** Normalizes a constraint as SDKs read it: missing, empty and false are the same. */
export const normalizeConstraint = ({
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

export const normalizeVariant = ({ name, weight, weightType, stickiness, payload, overrides }: UnleashVariant) => ({
    name,
    weight,
    weightType: weightType ?? 'variable',
    stickiness: stickiness ?? 'default',
    ...(payload && { payload }),
    ...(overrides && overrides.length > 0 && { overrides }),
});

/** The strategy of a flag that is on without an enabled strategy: SDKs evaluate such a flag to true for everybody. */
const FOR_EVERYBODY: UnleashStrategy = {
    name: 'default',
    title: null,
    disabled: false,
    constraints: [],
    parameters: {},
    variants: [],
    segments: [],
};

/** Returns the settings in the form that states explicitly what SDKs assume. */
export function asServed(
    flag: string,
    { enabled, strategies, variants }: UnleashFlagEnvironment,
): UnleashFlagEnvironment {
    const stated = strategies.map((strategy) => ({ ...strategy, parameters: statedParameters(flag, strategy) }));
    return { enabled, strategies: isForEverybody(enabled, strategies) ? [...stated, FOR_EVERYBODY] : stated, variants };
}

export const isForEverybody = (enabled: boolean, strategies: readonly { name: string; disabled?: boolean }[]) =>
    enabled && strategies.every(({ disabled = false }) => disabled);

export const statedParameters = (
    flag: string,
    { name, parameters = {} }: { name: string; parameters?: Record<string, string> },
): Record<string, string> =>
    name === 'flexibleRollout' ? { stickiness: 'default', groupId: flag, ...parameters } : { ...parameters };

/** The order of strategies and variants decides who gets which variant. */
const normalizeConfiguration = ({ enabled, strategies, variants }: UnleashFlagEnvironment) => ({
    enabled,
    strategies: strategies.map(({ name, title, disabled, constraints, parameters, variants: own, segments }) => ({
        name,
        title,
        disabled,
        constraints: constraints.map(normalizeConstraint),
        parameters,
        variants: own.map(normalizeVariant),
        segments: segments.toSorted(),
    })),
    variants: variants.map(normalizeVariant),
});

const normalizeSettings = ({
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

export const sameSettings = (a: UnleashFlag, b: UnleashFlag) =>
    isDeepStrictEqual(normalizeSettings(a), normalizeSettings(b));

export const sameEnvironment = (a: UnleashFlagEnvironment, b: UnleashFlagEnvironment) =>
    isDeepStrictEqual(normalizeConfiguration(a), normalizeConfiguration(b));

export const sameConstraints = (a: readonly UnleashConstraint[], b: readonly UnleashConstraint[]) =>
    isDeepStrictEqual(a.map(normalizeConstraint), b.map(normalizeConstraint));

/** Whether nobody has configured the environment, so that an import overwrites nothing. */
export const isUntouched = ({ enabled, strategies, variants }: UnleashFlagEnvironment) =>
    !enabled && strategies.length === 0 && variants.length === 0;
