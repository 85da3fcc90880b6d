import type {
    UnleashConstraint,
    UnleashFlag,
    UnleashFlagEnvironment,
    UnleashStrategy,
    UnleashStrategyType,
    UnleashVariant,
} from './instance.ts';

/** The export format of Unleash and Halyard: the flags of one environment. */
export interface ExportDocument {
    features: ExportedFlag[];
    featureStrategies: ExportedStrategy[];
    featureEnvironments?: {
        name?: string;
        featureName?: string;
        environment: string;
        enabled: boolean;
        variants?: UnleashVariant[] | null;
    }[];
    featureTags?: { featureName: string; tagType?: string; tagValue?: string; type?: string; value?: string }[];
    segments?: { id: number; name: string; constraints?: UnleashConstraint[] }[];
    contextFields?: ({ name: string } & Record<string, unknown>)[];
    tagTypes?: ({ name: string } & Record<string, unknown>)[];
    dependencies?: { feature: string; dependencies: { feature: string; enabled?: boolean; variants?: string[] }[] }[];
    links?: { feature: string; links: { url: string; title?: string | null }[] }[];
}

interface ExportedFlag {
    name: string;
    project?: string;
    type?: string;
    description?: string | null;
    impressionData?: boolean;
    stale?: boolean;
    archived?: boolean;
    archivedAt?: string | null;
    createdAt?: string | null;
}

export interface ExportedStrategy {
    id?: string;
    featureName: string;
    name?: string;
    strategyName?: string;
    title?: string | null;
    disabled?: boolean | null;
    sortOrder?: number;
    parameters?: Record<string, unknown>;
    constraints?: UnleashConstraint[];
    variants?: UnleashVariant[];
    segments?: number[];
}

/** A strategy type as Unleash stores it; definitions of old versions lack members. */
export interface RawStrategyType {
    name: string;
    title?: string | null;
    description?: string | null;
    editable?: boolean;
    deprecated?: boolean;
    parameters?: { name: string; type?: string; description?: string | null; required?: boolean | null }[] | null;
}

export const strategyTypeOf = ({ parameters, ...type }: RawStrategyType): UnleashStrategyType => ({
    name: type.name,
    title: type.title ?? null,
    description: type.description ?? null,
    editable: type.editable ?? true,
    deprecated: type.deprecated ?? false,
    parameters: (parameters ?? []).map(({ name, type: kind = 'string', description, required }) => ({
        name,
        type: kind,
        description: description ?? '',
        required: required ?? false,
    })),
});

/** Returns the flags with several strategies whose order the export does not contain. */
export function unordered({ featureStrategies }: ExportDocument): Set<string> {
    const counts = new Map<string, number>();
    for (const { featureName, sortOrder } of featureStrategies) {
        if (sortOrder === undefined) counts.set(featureName, (counts.get(featureName) ?? 0) + 1);
    }
    return new Set([...counts].flatMap(([name, count]) => (count > 1 ? name : [])));
}

/** Adds the data of one environment to the flags collected from other environments. */
export function addExported(flags: Map<string, UnleashFlag>, environment: string, exported: ExportDocument): void {
    const segments = new Map((exported.segments ?? []).map(({ id, name }) => [id, name]));
    for (const feature of exported.features) {
        if (feature.archived || feature.archivedAt) continue;
        if (!flags.has(feature.name)) flags.set(feature.name, flagOf(feature));
    }
    for (const { feature, dependencies } of exported.dependencies ?? []) {
        const flag = flags.get(feature);
        if (flag) flag.dependencies = dependencies.map((parent) => ({ enabled: true, variants: [], ...parent }));
    }
    for (const { feature, links } of exported.links ?? []) {
        const flag = flags.get(feature);
        if (flag) flag.links = links.map(({ url, title }) => ({ url, title: title ?? null }));
    }
    addTags(flags, exported.featureTags ?? []);
    for (const { featureName, name, enabled, variants } of exported.featureEnvironments ?? []) {
        const target = findFlagEnvironment(flags, featureName ?? name ?? '', environment);
        if (target) Object.assign(target, { enabled, variants: variants ?? [] });
    }
    const ordered = exported.featureStrategies.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0));
    for (const strategy of ordered) {
        findFlagEnvironment(flags, strategy.featureName, environment)?.strategies.push(strategyOf(strategy, segments));
    }
}

/** Creates a flag without environments; missing fields get the default values of Unleash. */
export const flagOf = (feature: ExportedFlag): UnleashFlag => ({
    name: feature.name,
    project: feature.project ?? 'default',
    type: feature.type ?? 'release',
    description: feature.description ?? null,
    impressionData: feature.impressionData ?? false,
    stale: feature.stale ?? false,
    createdAt: feature.createdAt ?? undefined,
    tags: [],
    links: [],
    dependencies: [],
    environments: new Map(),
});

function findFlagEnvironment(
    flags: Map<string, UnleashFlag>,
    name: string,
    environment: string,
): UnleashFlagEnvironment | undefined {
    const flag = flags.get(name);
    if (!flag) return undefined;
    const target = flag.environments.get(environment) ?? { enabled: false, strategies: [], variants: [] };
    flag.environments.set(environment, target);
    return target;
}

export function addTags(flags: Map<string, UnleashFlag>, tags: NonNullable<ExportDocument['featureTags']>): void {
    for (const { featureName, tagType, tagValue, type, value } of tags) {
        const tag = { type: tagType ?? type ?? 'simple', value: tagValue ?? value ?? '' };
        const flag = flags.get(featureName);
        const isKnown = flag?.tags.some((known) => known.type === tag.type && known.value === tag.value);
        if (flag && !isKnown && tag.value !== '') flag.tags.push(tag);
    }
}

export const strategyOf = (strategy: ExportedStrategy, segments: Map<number, string>): UnleashStrategy => ({
    name: strategy.name ?? strategy.strategyName ?? 'default',
    title: strategy.title || null,
    disabled: strategy.disabled ?? false,
    constraints: strategy.constraints ?? [],
    parameters: Object.fromEntries(
        Object.entries(strategy.parameters ?? {}).map(([name, value]) => [name, String(value)]),
    ),
    variants: strategy.variants ?? [],
    segments: (strategy.segments ?? []).map((id) => segments.get(id) ?? `segment ${id}`),
});
