import type { ServiceClient } from '../remote/service.ts';
import type { Instance } from './instance.ts';
import { planFlags } from './plan-flags.ts';
import { planPeople } from './plan-people.ts';
import { sameConstraints } from './same.ts';
import { countSame, type MigrationPlan, type MigrationStep, type PlanOptions, type StepKind } from './step.ts';

const at = (path: string) => `/api/admin/${path}`;

/** The steps that make the target equal to the source. Existing parts need none, so an interrupted import can be resumed. */
export function planImport(source: Instance, target: Instance, options: PlanOptions): MigrationPlan {
    const plan: MigrationPlan = { steps: [], same: {}, conflicts: [], notes: [...source.notes] };
    const bring = bringInto(plan);
    bring(
        'environments',
        source.environments,
        target.environments,
        ({ name, type, enabled, sortOrder }) =>
            (service) =>
                service.send('POST', at('environments'), { name, type, enabled, sortOrder }),
    );
    bring(
        'strategy types',
        source.strategyTypes,
        target.strategyTypes,
        (type) => (service) => service.send('POST', at('strategies'), type),
    );
    bring(
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

/** Things that are known by their name, and need only be there. */
function bringInto(plan: MigrationPlan) {
    return <T extends { name: string }>(
        kind: StepKind,
        wanted: readonly T[],
        there: readonly { name: string }[],
        write: (each: T) => MigrationStep['run'],
    ) => {
        const known = new Set(there.map(({ name }) => name));
        for (const each of wanted) {
            if (known.has(each.name)) countSame(plan, kind);
            else plan.steps.push({ kind, name: each.name, count: 1, run: write(each) });
        }
    };
}

const colourOf = (color: unknown) => (typeof color === 'string' && /^#[0-9A-Fa-f]{6}$/.test(color) ? color : null);

function planProjects(plan: MigrationPlan, source: Instance, target: Instance): void {
    for (const { id, name, description, mode, defaultStickiness, environments } of source.projects) {
        const there = target.projects.find((project) => project.id === id);
        if (!there) {
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
        const missing = environments.filter((environment) => !there.environments.includes(environment));
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

/** Values that constraints may name must all be there; what else is there stays. */
function planContextFields(plan: MigrationPlan, source: Instance, target: Instance, { overwrite }: PlanOptions): void {
    for (const field of source.contextFields) {
        const { name, description, stickiness, sortOrder, legalValues = [], project } = field;
        const values = legalValues.map(({ value, description: why }) => ({ value, ...(why && { description: why }) }));
        const body = { name, description, stickiness, sortOrder, legalValues: values };
        const there = target.contextFields.find((known) => known.name === name);
        const known = new Set((there?.legalValues ?? []).map(({ value }) => value));
        const missing = values.filter(({ value }) => !known.has(value));
        const isOpen = there && (there.legalValues ?? []).length === 0;
        if (there && (missing.length === 0 || isOpen) && there['stickiness'] === (stickiness ?? false)) {
            countSame(plan, 'context fields');
        } else if (!there) {
            plan.steps.push({
                kind: 'context fields',
                name,
                count: 1,
                run: (service) => service.send('POST', at('context'), { ...body, project: project || null }),
            });
        } else if (overwrite) {
            const { name: _, ...update } = body;
            const all = [...(there.legalValues ?? []), ...missing];
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
            plan.conflicts.push(`Context field ${name} is there with another stickiness or other legal values.`);
        }
    }
}

function planSegments(plan: MigrationPlan, source: Instance, target: Instance, { overwrite }: PlanOptions): void {
    for (const { name, description, project, constraints } of source.segments) {
        const there = target.segments.find((segment) => segment.name === name);
        if (constraints === undefined) {
            if (there) countSame(plan, 'segments');
            else
                plan.conflicts.push(
                    `Segment ${name} is only named by the file. Import from the running instance, or create it.`,
                );
        } else if (!there) {
            plan.steps.push({
                kind: 'segments',
                name,
                count: 1,
                run: (service) => service.send('POST', at('segments'), { name, description, project, constraints }),
            });
        } else if (sameConstraints(constraints, there.constraints ?? [])) {
            countSame(plan, 'segments');
        } else if (overwrite) {
            plan.steps.push({
                kind: 'segments',
                name,
                count: 1,
                run: (service) => overwriteSegment(service, { name, description, project, constraints }),
            });
        } else {
            plan.conflicts.push(`Segment ${name} is there with other constraints.`);
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
