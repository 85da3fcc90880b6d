import type { ServiceClient } from '../remote/service.ts';
import type { Instance, UnleashFlag, UnleashFlagEnvironment } from './instance.ts';
import { isUntouched, sameEnvironment, sameSettings } from './same.ts';
import { countSame, type MigrationPlan, type MigrationStep, type PlanOptions } from './step.ts';

/** Few enough that each step is short, so that others can write between them; enough that thousands do not take long. */
const BATCH = 100;

const NOTHING: UnleashFlagEnvironment = { enabled: false, strategies: [], variants: [] };

/** Flags are brought as both products export and import them: by project and environment, each batch in one transaction. */
export function planFlags(plan: MigrationPlan, source: Instance, target: Instance, { overwrite }: PlanOptions): void {
    const there = new Map(target.flags.map((flag) => [flag.name, flag]));
    const archived = new Set(target.archived.map(({ name }) => name));
    const wanted = new Map<string, UnleashFlag[]>();
    for (const flag of source.flags) {
        if (archived.has(flag.name)) {
            plan.conflicts.push(
                `Flag ${flag.name} is archived here. Revive it first: halyard flag revive ${flag.name}`,
            );
            continue;
        }
        const known = there.get(flag.name);
        if (known && known.project !== flag.project) {
            plan.conflicts.push(`Flag ${flag.name} is there in project ${known.project}, not in ${flag.project}.`);
            continue;
        }
        const places = placesToWrite(flag, known);
        if (places.length === 0) countSame(plan, 'flags');
        else if (known && !overwrite && isSomeonesElse(flag, known, places)) {
            plan.conflicts.push(`Flag ${flag.name} is there and different.`);
        } else {
            for (const environment of places) {
                const key = JSON.stringify([flag.project, environment]);
                wanted.set(key, [...(wanted.get(key) ?? []), flag]);
            }
        }
    }
    for (const [key, flags] of wanted) {
        const [project, environment] = JSON.parse(key) as [string, string];
        // Parents have no parents: those come first.
        const ordered = flags.toSorted((a, b) => a.dependencies.length - b.dependencies.length);
        for (let first = 0; first < ordered.length; first += BATCH) {
            plan.steps.push(batch(ordered.slice(first, first + BATCH), { project, environment }));
        }
    }
    planArchive(plan, source, target);
}

function placesToWrite(flag: UnleashFlag, known: UnleashFlag | undefined): string[] {
    const all = [...flag.environments.keys()];
    if (!known || !sameSettings(flag, known)) return all;
    return all.filter(
        (environment) =>
            !sameEnvironment(flag.environments.get(environment)!, known.environments.get(environment) ?? NOTHING),
    );
}

/** Leftovers of an interrupted import are identical, or not configured yet. */
function isSomeonesElse(flag: UnleashFlag, known: UnleashFlag, places: readonly string[]): boolean {
    if (!sameSettings(flag, known)) return true;
    return places.some((environment) => !isUntouched(known.environments.get(environment) ?? NOTHING));
}

function batch(flags: UnleashFlag[], place: { project: string; environment: string }): MigrationStep {
    const half = Math.ceil(flags.length / 2);
    const [first] = flags;
    return {
        kind: 'flags',
        name:
            flags.length === 1
                ? `${first!.name} in ${place.environment}`
                : `${flags.length} flags in ${place.environment}`,
        count: flags.length,
        run: (service) =>
            service.send('POST', '/api/admin/features-batch/import', {
                ...place,
                data: dataOf(flags, place.environment),
            }),
        ...(flags.length > 1 && {
            parts: () => [flags.slice(0, half), flags.slice(half)].map((each) => batch(each, place)),
        }),
    };
}

function dataOf(flags: readonly UnleashFlag[], environment: string) {
    const places = flags.map((flag) => ({ flag, ...flag.environments.get(environment)! }));
    const names = [...new Set(places.flatMap(({ strategies }) => strategies.flatMap(({ segments }) => segments)))];
    // Ids only join strategies and segments of this file: the target knows segments by their names.
    const ids = new Map(names.map((name, index) => [name, index + 1]));
    return {
        features: flags.map(({ name, type, description, impressionData, stale }) => ({
            name,
            type,
            description,
            impressionData,
            stale,
        })),
        featureStrategies: places.flatMap(({ flag, strategies }) =>
            strategies.map((strategy, sortOrder) => ({
                ...strategy,
                featureName: flag.name,
                sortOrder,
                segments: strategy.segments.map((name) => ids.get(name)!),
            })),
        ),
        featureEnvironments: places.map(({ flag, enabled, variants }) => ({
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

/** Only their names matter: nobody can use them for something else by mistake. */
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
