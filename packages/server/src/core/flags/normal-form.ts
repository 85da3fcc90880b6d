import { canonicalJson } from '../json/canonical-json.ts';

/*
 * The form in which strategies, segments, variants and dependencies are compared: sets in one order and without repetitions, no
 * default values. Members that are not named here are compared as they are, also those that are added later. Decision 170.
 */

interface Constraint {
    caseInsensitive?: boolean;
    inverted?: boolean;
    values?: readonly string[];
    value?: string;
}

interface Variant {
    weight?: number;
    weightType?: string;
    stickiness?: string;
    overrides?: readonly { contextName: string; values: readonly string[] }[];
}

interface Dependency {
    feature: string;
    enabled?: boolean;
    variants?: readonly string[];
}

/** The content of a strategy or a segment. */
interface Content {
    name?: string;
    project?: string | null;
    title?: string | null;
    disabled?: boolean | null;
    parameters?: Readonly<Record<string, unknown>>;
    constraints?: readonly Constraint[];
    variants?: readonly Variant[];
    segments?: readonly number[];
}

export const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);

/** A list whose order and repetitions have no meaning. */
function asSet<T>(items: readonly T[] = []): T[] {
    const byJson = new Map(items.map((item) => [canonicalJson(item), item]));
    return [...byJson.keys()].sort().map((json) => byJson.get(json)!);
}

const normalConstraint = ({ caseInsensitive, inverted, values, value, ...rest }: Constraint) => ({
    ...rest,
    caseInsensitive: caseInsensitive || undefined,
    inverted: inverted || undefined,
    values: asSet(values),
    value: value || undefined,
});

/** The service sorts variants by name, and computes weights that are not fixed from the others. */
const normalVariant = ({ weight, weightType, stickiness = 'default', overrides, ...rest }: Variant) => ({
    ...rest,
    stickiness,
    weight: weightType === 'fix' ? weight : undefined,
    overrides: asSet(overrides?.map(({ values, ...override }) => ({ ...override, values: asSet(values) }))),
});

export const normalVariants = (variants: readonly Variant[]) => asSet(variants.map(normalVariant));

/** Variants of the parent have no meaning if it must be disabled. */
const normalDependency = ({ enabled = true, variants = [], ...rest }: Dependency) => ({
    ...rest,
    enabled,
    ...(enabled && variants.length > 0 && { variants: asSet(variants) }),
});

export const normalDependencies = (dependencies: readonly Dependency[]) => asSet(dependencies.map(normalDependency));

export const normalContent = ({ title, disabled, parameters, constraints, variants, segments, ...rest }: Content) => ({
    ...rest,
    title: title || undefined,
    disabled: disabled || undefined,
    parameters: Object.fromEntries(Object.entries(parameters ?? {}).map(([name, value]) => [name, String(value)])),
    constraints: asSet(constraints?.map(normalConstraint)),
    variants: asSet(variants?.map(normalVariant)),
    segments: asSet(segments),
});

/** The content of a strategy, regardless of its id and its position. */
export const normalStrategy = ({ id, sortOrder, ...content }: Content & { id?: unknown; sortOrder?: unknown }) =>
    normalContent(content);

export const isSameStrategy = (one: Content | null | undefined, other: Content | null | undefined) =>
    isSame(one && normalStrategy(one), other && normalStrategy(other));

export const areSameVariants = (one: readonly Variant[], other: readonly Variant[]) =>
    isSame(normalVariants(one), normalVariants(other));

export const areSameDependencies = (one: readonly Dependency[], other: readonly Dependency[]) =>
    isSame(normalDependencies(one), normalDependencies(other));
