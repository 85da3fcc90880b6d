import type { UnleashFlag, UnleashFlagEnvironment } from './instance.ts';
import type { MigrationStep } from './step.ts';

interface ImportTarget {
    project: string;
    environment: string;
    batch: number;
}

const IMPORT = '/api/admin/features-batch/import';

/** A step that imports flags of a project in one environment. */
export function importStep(flags: readonly UnleashFlag[], target: ImportTarget): MigrationStep {
    const input = importBody(flags, target);
    const [first] = flags;
    return {
        kind: 'flags',
        name: flags.length === 1 ? first!.name : `${flags.length} flags`,
        objects: flags.map(({ name }) => name),
        environment: target.environment,
        rehearsal: [{ action: 'importFeatures', input }],
        batch: target.batch,
        run: (service) => service.send('POST', IMPORT, input),
        ...partsOf(flags, (some) => importStep(some, target)),
    };
}

/** A step that imports flags of a project with their strategies, off, and archives them. */
export function archiveStep(flags: readonly UnleashFlag[], { project, environments }: ArchiveTarget): MigrationStep {
    const names = flags.map(({ name }) => name);
    const inputs = environments.map((environment) => importBody(flags, { project, environment }));
    return {
        kind: 'archived flags',
        name: names.length === 1 ? names[0]! : `${names.length} archived flags of ${project}`,
        objects: names,
        rehearsal: inputs.map((input) => ({ action: 'importFeatures', input })),
        run: async (service) => {
            for (const input of inputs) await service.send('POST', IMPORT, input);
            await service.send('POST', `/api/admin/projects/${encodeURIComponent(project)}/archive`, {
                features: names,
            });
        },
        ...partsOf(flags, (some) => archiveStep(some, { project, environments })),
    };
}

interface ArchiveTarget {
    project: string;
    environments: readonly string[];
}

function partsOf(flags: readonly UnleashFlag[], stepOf: (some: readonly UnleashFlag[]) => MigrationStep) {
    const half = Math.ceil(flags.length / 2);
    return flags.length > 1 && { parts: () => [flags.slice(0, half), flags.slice(half)].map(stepOf) };
}

const OFF: UnleashFlagEnvironment = { enabled: false, strategies: [], variants: [] };

function importBody(
    flags: readonly UnleashFlag[],
    { project, environment }: Pick<ImportTarget, 'project' | 'environment'>,
) {
    const configurations = flags.map((flag) => ({ flag, ...(flag.environments.get(environment) ?? OFF) }));
    const names = [
        ...new Set(configurations.flatMap(({ strategies }) => strategies.flatMap(({ segments }) => segments))),
    ];
    // Ids only connect strategies and segments within this file; the target identifies segments by name.
    const ids = new Map(names.map((name, index) => [name, index + 1]));
    const data = {
        features: flags.map(({ name, type, description, impressionData, stale, createdAt }) => ({
            name,
            type,
            description,
            impressionData,
            stale,
            ...(createdAt !== undefined && { createdAt }),
        })),
        featureStrategies: configurations.flatMap(({ flag, strategies }) =>
            strategies.map((strategy, sortOrder) => ({
                ...strategy,
                featureName: flag.name,
                sortOrder,
                segments: strategy.segments.map((name) => ids.get(name)!),
            })),
        ),
        featureEnvironments: configurations.map(({ flag, enabled, variants }) => ({
            name: flag.name,
            featureName: flag.name,
            enabled,
            variants,
        })),
        featureTags: flags.flatMap(({ name, tags }) =>
            tags.map(({ type, value }) => ({ featureName: name, tagType: type, tagValue: value })),
        ),
        segments: [...ids].map(([name, id]) => ({ id, name })),
        dependencies: flags
            .filter(({ dependencies }) => dependencies.length > 0)
            .map(({ name, dependencies }) => ({ feature: name, dependencies })),
        links: flags.filter(({ links }) => links.length > 0).map(({ name, links }) => ({ feature: name, links })),
    };
    return { project, environment, data };
}
