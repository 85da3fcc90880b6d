import { importStep } from './import-step.ts';
import type { Instance, UnleashFlag, UnleashFlagEnvironment } from './instance.ts';
import { asServed, isForEverybody, isUntouched, sameEnvironment, sameSettings } from './same.ts';
import { countSame, type MigrationPlan, type PlanOptions } from './step.ts';

/** Steps are short enough that other writers are not blocked for long, and large enough that thousands of flags import quickly. */
const BATCH = 100;

const NOTHING: UnleashFlagEnvironment = { enabled: false, strategies: [], variants: [] };

/** Flags use the export and import format of both products: by project and environment, each batch in one transaction. */
export function planFlags(plan: MigrationPlan, source: Instance, target: Instance, { overwrite }: PlanOptions): void {
    const existing = new Map(target.flags.map((flag) => [flag.name, flag]));
    const archived = new Set(target.archived.map(({ name }) => name));
    const flags = withStatedStrategies(plan, withUsedEnvironments(plan, source));
    const pending = new Map<UnleashFlag, string[]>();
    let otherTimes = 0;
    for (const flag of flags) {
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
        if (known && flag.createdAt && !isSameTime(flag.createdAt, known.createdAt)) otherTimes++;
        const environments = environmentsToWrite(flag, known);
        if (environments.length === 0) countSame(plan, 'flags');
        else if (known && !overwrite && hasForeignSettings(flag, known, environments)) {
            plan.conflicts.push(`Flag ${flag.name} exists and differs.`);
        } else pending.set(flag, environments);
    }
    if (otherTimes > 0) {
        plan.notes.push(
            `${otherTimes} flags exist here with another creation time and keep it: their lifetimes count from then.`,
        );
    }
    for (const [batch, some] of batchesOf([...pending.keys()]).entries()) {
        const groups = Map.groupBy(
            some.flatMap((flag) => pending.get(flag)!.map((environment) => ({ flag, environment }))),
            ({ flag, environment }) => JSON.stringify([flag.project, environment]),
        );
        for (const [key, members] of groups) {
            const [project, environment] = JSON.parse(key) as [string, string];
            // Parents have no parents themselves, so flags without dependencies come first.
            const ordered = members
                .map(({ flag }) => flag)
                .toSorted((a, b) => a.dependencies.length - b.dependencies.length);
            plan.steps.push(importStep(ordered, { project, environment, batch }));
        }
    }
}

const isSameTime = (a: string, b: string | undefined) => b !== undefined && Date.parse(a) === Date.parse(b);

/** Removes the settings of environments that the project of the flag does not use; Unleash hides them, too. */
function withUsedEnvironments(plan: MigrationPlan, { projects, flags }: Instance): UnleashFlag[] {
    const used = new Map(projects.map(({ id, environments }) => [id, new Set(environments)]));
    const hidden = new Map<string, string[]>();
    const visible = flags.map((flag) => {
        const [shown, others] = partition(
            [...flag.environments],
            ([name]) => used.get(flag.project)?.has(name) ?? true,
        );
        for (const [environment, settings] of others.filter(([, each]) => !isUntouched(each))) {
            const reason = `Project ${flag.project} does not use environment ${environment}`;
            const key = settings.enabled
                ? `${reason}, but Unleash serves these flags there. Add the environment to the project in Unleash, or turn them off in it; they are not imported into it`
                : `${reason}: the settings of these flags in it are not imported`;
            hidden.set(key, [...(hidden.get(key) ?? []), flag.name]);
        }
        return { ...flag, environments: new Map(shown) };
    });
    for (const [reason, names] of hidden) {
        plan.notes.push(`${reason}: ${names.join(', ')}.`);
    }
    return visible;
}

/** Flags that are on for everybody without an enabled strategy get one, because other services would add their own default. */
function withStatedStrategies(plan: MigrationPlan, flags: readonly UnleashFlag[]): UnleashFlag[] {
    const open = flags.filter(({ environments }) =>
        [...environments.values()].some(({ enabled, strategies }) => isForEverybody(enabled, strategies)),
    );
    if (open.length > 0) {
        plan.notes.push(
            `These flags are on without an enabled strategy, so Unleash serves them to everybody. They get the strategy default, with the same result: ${open.map(({ name }) => name).join(', ')}.`,
        );
    }
    return flags.map((flag) => ({
        ...flag,
        environments: new Map([...flag.environments].map(([name, settings]) => [name, asServed(flag.name, settings)])),
    }));
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
    return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** Divides flags into batches such that a flag and its parents are in the same batch. */
function batchesOf(flags: readonly UnleashFlag[]): UnleashFlag[][] {
    const byName = new Map(flags.map((flag) => [flag.name, flag]));
    const relatives = new Map<UnleashFlag, UnleashFlag[]>();
    for (const child of flags) {
        for (const { feature } of child.dependencies) {
            const parent = byName.get(feature);
            if (!parent) continue;
            relatives.set(child, [...(relatives.get(child) ?? []), parent]);
            relatives.set(parent, [...(relatives.get(parent) ?? []), child]);
        }
    }
    const orderedFlags = new Set<UnleashFlag>();
    const batches: UnleashFlag[][] = [];
    let batch: UnleashFlag[] = [];
    for (const flag of flags) {
        const family = [flag];
        for (let next = family.pop(); next; next = family.pop()) {
            if (orderedFlags.has(next)) continue;
            orderedFlags.add(next);
            batch.push(next);
            family.push(...(relatives.get(next) ?? []));
        }
        if (batch.length >= BATCH) {
            batches.push(batch);
            batch = [];
        }
    }
    return batch.length > 0 ? [...batches, batch] : batches;
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
