import type { ServiceClient } from '../remote/service.ts';
import type { Instance } from './instance.ts';
import { planFlags } from './plan-flags.ts';
import { planPeople } from './plan-people.ts';
import { sameConstraints } from './same.ts';
import { countSame, type MigrationPlan, type MigrationStep, type PlanOptions, type StepKind } from './step.ts';

const at = (path: string) => `/api/admin/${path}`;

/** Plans the steps that make the target equal to the source. Existing objects need no step, so an interrupted import can be resumed. */
export function planImport(source: Instance, target: Instance, options: PlanOptions): MigrationPlan {
    const plan: MigrationPlan = { steps: [], same: {}, conflicts: [], notes: [...source.notes] };
    const planMissing = missingPlanner(plan);
    planMissing(
        'environments',
        source.environments,
        target.environments,
        ({ name, type, enabled, sortOrder }) =>
            (service) =>
                service.send('POST', at('environments'), { name, type, enabled, sortOrder }),
    );
    planMissing(
        'strategy types',
        source.strategyTypes,
        target.strategyTypes,
        (type) => (service) => service.send('POST', at('strategies'), type),
    );
    planMissing(
        'tag types',
        source.tagTypes,
        target.tagTypes,
        ({ name, description, icon, color }) =>
            (service) =>
                service.send('POST', at('tag-types'), { name, description, icon, color: colourOf(color) }),
    );
    planProjects(plan, source, target);
    planContextFields(plan, source, target, options);
    planSegments(plan, source, target, options);
    planFlags(plan, source, target, options);
    planPeople(plan, source, target);
    return plan;
}

/** Plans objects that are identified by name and are only created if missing. */
function missingPlanner(plan: MigrationPlan) {
    return <T extends { name: string }>(
        kind: StepKind,
        objects: readonly T[],
        existing: readonly { name: string }[],
        write: (each: T) => MigrationStep['run'],
    ) => {
        const known = new Set(existing.map(({ name }) => name));
        for (const each of objects) {
            if (known.has(each.name)) countSame(plan, kind);
            else plan.steps.push({ kind, name: each.name, count: 1, run: write(each) });
        }
    };
}

const colourOf = (color: unknown) => (typeof color === 'string' && /^#[0-9A-Fa-f]{6}$/.test(color) ? color : null);

function planProjects(plan: MigrationPlan, source: Instance, target: Instance): void {
    for (const { id, name, description, mode, defaultStickiness, environments } of source.projects) {
        const existing = target.projects.find((project) => project.id === id);
        if (!existing) {
            plan.steps.push({
                kind: 'projects',
                name: id,
                count: 1,
                run: (service) =>
                    service.send('POST', at('projects'), {
                        id,
                        name,
                        description,
                        mode,
                        defaultStickiness,
                        environments,
                    }),
            });
            continue;
        }
        const missing = environments.filter((environment) => !existing.environments.includes(environment));
        if (missing.length === 0) countSame(plan, 'projects');
        for (const environment of missing) {
            plan.steps.push({
                kind: 'projects',
                name: `${id} in ${environment}`,
                count: 1,
                run: (service) =>
                    service.send('POST', at(`projects/${encodeURIComponent(id)}/environments`), { environment }),
            });
        }
    }
}

/** All legal values of the source must exist in the target; additional values of the target stay. */
function planContextFields(plan: MigrationPlan, source: Instance, target: Instance, { overwrite }: PlanOptions): void {
    for (const field of source.contextFields) {
        const { name, description, stickiness, sortOrder, legalValues = [], project } = field;
        const values = legalValues.map(({ value, description: why }) => ({ value, ...(why && { description: why }) }));
        const body = { name, description, stickiness, sortOrder, legalValues: values };
        const existing = target.contextFields.find((known) => known.name === name);
        const known = new Set((existing?.legalValues ?? []).map(({ value }) => value));
        const missing = values.filter(({ value }) => !known.has(value));
        const isOpen = existing && (existing.legalValues ?? []).length === 0;
        if (existing && (missing.length === 0 || isOpen) && existing['stickiness'] === (stickiness ?? false)) {
            countSame(plan, 'context fields');
        } else if (!existing) {
            plan.steps.push({
                kind: 'context fields',
                name,
                count: 1,
                run: (service) => service.send('POST', at('context'), { ...body, project: project || null }),
            });
        } else if (overwrite) {
            const { name: _, ...update } = body;
            const all = [...(existing.legalValues ?? []), ...missing];
            plan.steps.push({
                kind: 'context fields',
                name,
                count: 1,
                run: (service) =>
                    service.send('PUT', at(`context/${encodeURIComponent(name)}`), {
                        ...update,
                        legalValues: isOpen ? [] : all,
                    }),
            });
        } else {
            plan.conflicts.push(`Context field ${name} exists with a different stickiness or other legal values.`);
        }
    }
}

function planSegments(plan: MigrationPlan, source: Instance, target: Instance, { overwrite }: PlanOptions): void {
    for (const { name, description, project, constraints } of source.segments) {
        const existing = target.segments.find((segment) => segment.name === name);
        if (constraints === undefined) {
            if (existing) countSame(plan, 'segments');
            else
                plan.conflicts.push(
                    `Segment ${name} is in the file by name only. Import from the running instance, or create the segment first.`,
                );
        } else if (!existing) {
            plan.steps.push({
                kind: 'segments',
                name,
                count: 1,
                run: (service) => service.send('POST', at('segments'), { name, description, project, constraints }),
            });
        } else if (sameConstraints(constraints, existing.constraints ?? [])) {
            countSame(plan, 'segments');
        } else if (overwrite) {
            plan.steps.push({
                kind: 'segments',
                name,
                count: 1,
                run: (service) => overwriteSegment(service, { name, description, project, constraints }),
            });
        } else {
            plan.conflicts.push(`Segment ${name} exists with other constraints.`);
        }
    }
}

async function overwriteSegment(
    service: ServiceClient,
    segment: { name: string } & Record<string, unknown>,
): Promise<void> {
    const { segments } = await service.get<{ segments: { id: number; name: string }[] }>(at('segments'));
    const { id } = segments.find(({ name }) => name === segment.name)!;
    await service.send('PUT', at(`segments/${id}`), segment);
}
