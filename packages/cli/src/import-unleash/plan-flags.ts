import type { ServiceClient } from '../remote/service.ts';
import type { Instance, UnleashFlag, UnleashFlagEnvironment } from './instance.ts';
import { isUntouched, sameEnvironment, sameSettings } from './same.ts';
import { countSame, type MigrationPlan, type MigrationStep, type PlanOptions } from './step.ts';

/** Steps are short enough that other writers are not blocked for long, and large enough that thousands of flags import quickly. */
const BATCH = 100;

const NOTHING: UnleashFlagEnvironment = { enabled: false, strategies: [], variants: [] };

/** Flags use the export and import format of both products: by project and environment, each batch in one transaction. */
export function planFlags(plan: MigrationPlan, source: Instance, target: Instance, { overwrite }: PlanOptions): void {
    const existing = new Map(target.flags.map((flag) => [flag.name, flag]));
    const archived = new Set(target.archived.map(({ name }) => name));
    const batches = new Map<string, UnleashFlag[]>();
    for (const flag of source.flags) {
        if (archived.has(flag.name)) {
            plan.conflicts.push(
                `Flag ${flag.name} is archived here. Revive it first: halyard flag revive ${flag.name}`,
            );
            continue;
        }
        const known = existing.get(flag.name);
        if (known && known.project !== flag.project) {
            plan.conflicts.push(`Flag ${flag.name} exists in project ${known.project}, not in ${flag.project}.`);
            continue;
        }
        const environments = environmentsToWrite(flag, known);
        if (environments.length === 0) countSame(plan, 'flags');
        else if (known && !overwrite && hasForeignSettings(flag, known, environments)) {
            plan.conflicts.push(`Flag ${flag.name} exists and differs.`);
        } else {
            for (const environment of environments) {
                const key = JSON.stringify([flag.project, environment]);
                batches.set(key, [...(batches.get(key) ?? []), flag]);
            }
        }
    }
    for (const [key, flags] of batches) {
        const [project, environment] = JSON.parse(key) as [string, string];
        // Parents have no parents themselves, so flags without dependencies come first.
        const ordered = flags.toSorted((a, b) => a.dependencies.length - b.dependencies.length);
        for (let first = 0; first < ordered.length; first += BATCH) {
            plan.steps.push(batch(ordered.slice(first, first + BATCH), { project, environment }));
        }
    }
    planArchive(plan, source, target);
}

function environmentsToWrite(flag: UnleashFlag, known: UnleashFlag | undefined): string[] {
    const all = [...flag.environments.keys()];
    if (!known || !sameSettings(flag, known)) return all;
    return all.filter(
        (environment) =>
            !sameEnvironment(flag.environments.get(environment)!, known.environments.get(environment) ?? NOTHING),
    );
}

/** Whether overwriting would lose settings. Leftovers of an interrupted import are identical or not configured yet. */
function hasForeignSettings(flag: UnleashFlag, known: UnleashFlag, environments: readonly string[]): boolean {
    if (!sameSettings(flag, known)) return true;
    return environments.some((environment) => !isUntouched(known.environments.get(environment) ?? NOTHING));
}

function batch(flags: UnleashFlag[], target: { project: string; environment: string }): MigrationStep {
    const half = Math.ceil(flags.length / 2);
    const [first] = flags;
    return {
        kind: 'flags',
        name:
            flags.length === 1
                ? `${first!.name} in ${target.environment}`
                : `${flags.length} flags in ${target.environment}`,
        count: flags.length,
        run: (service) =>
            service.send('POST', '/api/admin/features-batch/import', {
                ...target,
                data: dataOf(flags, target.environment),
            }),
        ...(flags.length > 1 && {
            parts: () => [flags.slice(0, half), flags.slice(half)].map((each) => batch(each, target)),
        }),
    };
}

function dataOf(flags: readonly UnleashFlag[], environment: string) {
    const configurations = flags.map((flag) => ({ flag, ...flag.environments.get(environment)! }));
    const names = [
        ...new Set(configurations.flatMap(({ strategies }) => strategies.flatMap(({ segments }) => segments))),
    ];
    // Ids only connect strategies and segments within this file; the target identifies segments by name.
    const ids = new Map(names.map((name, index) => [name, index + 1]));
    return {
        features: flags.map(({ name, type, description, impressionData, stale }) => ({
            name,
            type,
            description,
            impressionData,
            stale,
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
}

/** Archived flags are imported so that their names stay reserved; their settings are not. */
function planArchive(plan: MigrationPlan, source: Instance, target: Instance): void {
    const taken = new Set([...target.archived, ...target.flags].map(({ name }) => name));
    for (const { name, project, type, description } of source.archived) {
        if (taken.has(name)) {
            countSame(plan, 'archived flags');
            continue;
        }
        const path = `/api/admin/projects/${encodeURIComponent(project)}/features`;
        plan.steps.push({
            kind: 'archived flags',
            name,
            count: 1,
            run: async (service: ServiceClient) => {
                await service.send('POST', path, { name, type, description });
                await service.send('DELETE', `${path}/${encodeURIComponent(name)}`);
            },
        });
    }
}
