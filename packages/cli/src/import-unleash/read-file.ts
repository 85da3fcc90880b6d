import { CommandError } from '../program/command.ts';
import {
    addExported,
    addTags,
    type ExportDocument,
    type ExportedStrategy,
    flagOf,
    type RawStrategyType,
    strategyOf,
    strategyTypeOf,
} from './exported.ts';
import {
    emptyInstance,
    type Instance,
    type UnleashConstraint,
    type UnleashFlag,
    type UnleashVariant,
} from './instance.ts';

interface State extends Omit<ExportDocument, 'segments'> {
    version: number;
    projects?: { id: string; name: string; description?: string | null; mode?: string }[];
    environments?: { name: string; type?: string; enabled?: boolean; sortOrder?: number }[];
    strategies?: RawStrategyType[];
    segments?: {
        id: number;
        name: string;
        description?: string;
        project?: string | null;
        constraints?: UnleashConstraint[];
    }[];
    featureStrategies: (ExportedStrategy & { projectId?: string; environment?: string })[];
    featureStrategySegments?: { featureStrategyId: string; segmentId: number }[];
}

/** The backup file of an SDK, which contains its last payload. */
interface Payload {
    features: {
        name: string;
        enabled: boolean;
        project?: string;
        type?: string;
        description?: string | null;
        impressionData?: boolean;
        stale?: boolean;
        strategies?: Omit<ExportedStrategy, 'featureName'>[];
        variants?: UnleashVariant[];
        dependencies?: { feature: string; enabled?: boolean; variants?: string[] }[];
    }[];
    segments?: { id: number; name?: string; constraints?: UnleashConstraint[] }[];
    query?: { environment?: string };
}

export interface FileOptions {
    /** The environment of a file that does not contain it. */
    environment: string | undefined;
}

/** Detects the kind of the file from its content. */
export function readFileText(text: string, options: FileOptions): Instance {
    let parsed: unknown;
    try {
        parsed = JSON.parse(text);
    } catch {
        throw new CommandError('The file is not valid JSON. Export the state with format=json.');
    }
    const file = (parsed ?? {}) as Record<string, unknown>;
    if (Array.isArray(file['featureStrategies']) && Array.isArray(file['features'])) {
        const { version } = file as { version?: unknown };
        if (version === undefined) return fromExport(file as unknown as ExportDocument);
        if (version !== 4) throw oldState(version);
        return fromState(file as unknown as State);
    }
    if (!Array.isArray(file['features'])) {
        throw new CommandError(
            'The file is neither an export, nor a state, nor the backup of an SDK: it has no list of features.',
        );
    }
    const isState = ['projects', 'tagTypes', 'environments'].some((member) => member in file);
    if (isState || typeof (file['features'][0] as { environments?: unknown })?.environments === 'object') {
        throw oldState(file['version']);
    }
    return fromPayload(file as unknown as Payload, options);
}

const oldState = (version: unknown) =>
    new CommandError(
        `This state has version ${String(version)}; only version 4 can be read. Import it into Unleash 5.12, the newest version that accepts it, and then import from there.`,
    );

/** Reads an export of one environment; exports contain the names of segments, but not their constraints. */
function fromExport(exported: ExportDocument): Instance {
    const instance = emptyInstance();
    const environments = (exported.featureEnvironments ?? []).map(({ environment }) => environment);
    const [environment, ...others] = new Set(environments);
    if (environment === undefined)
        throw new CommandError('The export contains no environment: there is nothing to import.');
    if (others.length > 0)
        throw new CommandError(`The export has several environments: ${[environment, ...others].join(', ')}.`);
    const flags = new Map<string, UnleashFlag>();
    addExported(flags, environment, exported);
    instance.flags = [...flags.values()];
    instance.contextFields = exported.contextFields ?? [];
    instance.tagTypes = exported.tagTypes ?? [];
    instance.segments = (exported.segments ?? []).map(({ name, constraints }) => ({
        name,
        description: null,
        project: null,
        constraints,
    }));
    instance.notes.push('An export contains no users, tokens, creation times, favourites or archived flags.');
    return withMissingParents(instance, [environment]);
}

function fromState(state: State): Instance {
    const instance = emptyInstance();
    const names = new Map((state.segments ?? []).map(({ id, name }) => [id, name]));
    const used = new Map<string, number[]>();
    for (const { featureStrategyId, segmentId } of state.featureStrategySegments ?? []) {
        used.set(featureStrategyId, [...(used.get(featureStrategyId) ?? []), segmentId]);
    }
    const environments = new Set([
        ...(state.environments ?? []).map(({ name }) => name),
        ...(state.featureEnvironments ?? []).map(({ environment }) => environment),
    ]);
    const flags = new Map<string, UnleashFlag>();
    for (const environment of environments) {
        addExported(flags, environment, {
            features: state.features,
            featureEnvironments: (state.featureEnvironments ?? []).filter((each) => each.environment === environment),
            featureStrategies: state.featureStrategies
                .filter((each) => each.environment === environment)
                .map((strategy) => ({ ...strategy, segments: used.get(strategy.id ?? '') ?? strategy.segments ?? [] })),
            segments: [...names].map(([id, name]) => ({ id, name })),
            ...(state.dependencies && { dependencies: state.dependencies }),
        });
    }
    addTags(flags, state.featureTags ?? []);
    instance.flags = [...flags.values()];
    instance.environments = (state.environments ?? []).map(({ name, type, enabled, sortOrder }, index) => ({
        name,
        type: type ?? 'development',
        enabled: enabled ?? true,
        sortOrder: sortOrder ?? index,
    }));
    instance.projects = (state.projects ?? []).map(({ id, name, description, mode }) => ({
        id,
        name,
        description: description ?? null,
        mode: mode ?? 'open',
        defaultStickiness: 'default',
        environments: [],
        access: [],
    }));
    instance.tagTypes = state.tagTypes ?? [];
    instance.strategyTypes = (state.strategies ?? []).map(strategyTypeOf);
    instance.segments = (state.segments ?? []).map(({ name, description, project, constraints }) => ({
        name,
        description: description ?? null,
        project: project ?? null,
        constraints,
    }));
    instance.notes.push(
        'A state file contains no users, groups, roles, tokens, context fields, favourites or archived flags.',
    );
    return withMissingParents(instance, [...environments]);
}

function fromPayload({ features, segments = [], query }: Payload, options: FileOptions): Instance {
    const environment = options.environment ?? query?.environment;
    if (environment === undefined) {
        throw new CommandError(
            'The backup file of an SDK does not contain its environment: specify it with --environment.',
        );
    }
    const instance = emptyInstance();
    const names = new Map(segments.map(({ id, name }) => [id, name ?? `segment-${id}`]));
    instance.flags = features.map((feature) => ({
        ...flagOf(feature),
        dependencies: (feature.dependencies ?? []).map((parent) => ({ enabled: true, variants: [], ...parent })),
        environments: new Map([
            [
                environment,
                {
                    enabled: feature.enabled,
                    strategies: (feature.strategies ?? []).map((each) =>
                        strategyOf({ ...each, featureName: feature.name }, names),
                    ),
                    variants: feature.variants ?? [],
                },
            ],
        ]),
    }));
    instance.segments = segments.map(({ id, constraints }) => ({
        name: names.get(id)!,
        description: null,
        project: null,
        constraints,
    }));
    instance.notes.push(
        'The backup file of an SDK contains no titles, tags, disabled strategies, creation times, favourites or archived flags.',
    );
    return withMissingParents(instance, [environment]);
}

/** Adds projects and environments that are only referenced by flags. */
function withMissingParents(instance: Instance, environments: string[]): Instance {
    const known = new Set(instance.environments.map(({ name }) => name));
    for (const name of environments.filter((each) => !known.has(each))) {
        const type = name === 'production' ? 'production' : 'development';
        instance.environments.push({ name, type, enabled: true, sortOrder: 100 });
    }
    for (const flag of instance.flags) {
        let project = instance.projects.find(({ id }) => id === flag.project);
        if (!project) {
            const id = flag.project;
            project = {
                id,
                name: id,
                description: null,
                mode: 'open',
                defaultStickiness: 'default',
                environments: [],
                access: [],
            };
            instance.projects.push(project);
        }
        project.environments = [...new Set([...project.environments, ...flag.environments.keys()])];
    }
    return instance;
}
