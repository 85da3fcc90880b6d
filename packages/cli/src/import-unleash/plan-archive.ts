import { archiveStep } from './import-step.ts';
import type { Instance, UnleashFlag } from './instance.ts';
import { countSame, type MigrationPlan, type PlanOptions } from './step.ts';

const BATCH = 100;

/** Archived flags are imported with their strategies and stay archived: their names stay reserved, and they can be revived. */
export function planArchive(plan: MigrationPlan, source: Instance, target: Instance, { overwrite }: PlanOptions): void {
    const archived = new Set(target.archived.map(({ name }) => name));
    const active = new Map(target.flags.map((flag) => [flag.name, flag]));
    const pending = new Map<string, UnleashFlag[]>();
    for (const flag of source.archived) {
        const known = active.get(flag.name);
        if (archived.has(flag.name)) countSame(plan, 'archived flags');
        else if (known && !overwrite && isOnSomewhere(known)) {
            plan.conflicts.push(`Flag ${flag.name} is archived in the source, but on here.`);
        } else pending.set(flag.project, [...(pending.get(flag.project) ?? []), withoutEffect(flag)]);
    }
    for (const [project, flags] of pending) {
        const { environments = [] } = source.projects.find(({ id }) => id === project) ?? {};
        if (environments.length === 0) {
            plan.notes.push(
                `Project ${project} is archived or uses no environment. Its archived flags are not imported: ${flags.map(({ name }) => name).join(', ')}.`,
            );
            continue;
        }
        for (let first = 0; first < flags.length; first += BATCH) {
            plan.steps.push(archiveStep(flags.slice(first, first + BATCH), { project, environments }));
        }
    }
}

const isOnSomewhere = ({ environments }: UnleashFlag) => [...environments.values()].some(({ enabled }) => enabled);

/** Until the flag is archived, SDKs receive it; it must be off for them. Its parents may no longer exist. */
const withoutEffect = (flag: UnleashFlag): UnleashFlag => ({
    ...flag,
    dependencies: [],
    environments: new Map([...flag.environments].map(([name, settings]) => [name, { ...settings, enabled: false }])),
});
