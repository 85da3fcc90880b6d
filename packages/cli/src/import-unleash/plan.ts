import type { Instance, UnleashStrategyType } from './instance.ts';
import { planArchive } from './plan-archive.ts';
import { planFavorites } from './plan-favorites.ts';
import { planFlags } from './plan-flags.ts';
import { planPeople } from './plan-people.ts';
import { planReleases, withoutPlans } from './plan-releases.ts';
import { sameConstraints } from './same.ts';
import { countSame, type MigrationPlan, type PlanOptions, postStep, type StepKind } from './step.ts';

const at = (path: string) => `/api/admin/${path}`;

/** Plans the steps that make the target equal to the source. Existing objects need no step, so an interrupted import can be resumed. */
export function planImport(source: Instance, target: Instance, options: PlanOptions): MigrationPlan {
    const plan: MigrationPlan = { steps: [], same: {}, conflicts: [], notes: [...source.notes] };
    const planMissing = missingPlanner(plan);
    planMissing('environments', source.environments, target.environments, {
        action: 'createEnvironment',
        path: 'environments',
        input: ({ name, type, enabled, sortOrder }) => ({ name, type, enabled, sortOrder }),
    });
    planDisabledEnvironments(plan, source, target);
    planMissing(
        'strategy types',
        [...source.strategyTypes, ...undefinedTypes(plan, source, target)],
        target.strategyTypes,
        {
            action: 'createStrategy',
            path: 'strategies',
            input: (type) => type,
        },
    );
    planMissing('tag types', source.tagTypes, target.tagTypes, {
        action: 'createTagType',
        path: 'tag-types',
        input: ({ name, description, icon, color }) => ({ name, description, icon, color: colourOf(color) }),
    });
    planProjects(plan, source, target);
    planContextFields(plan, source, target, options);
    planSegments(plan, source, target, options);
    planFlags(plan, withoutPlans(source), withoutPlans(target), options);
    planReleases(plan, source, target);
    planArchive(plan, source, target, options);
    planFavorites(plan, source, target);
    planPeople(plan, source, target);
    return plan;
}

interface Creation<T> {
    action: string;
    path: string;
    input(object: T): unknown;
}

/** Plans objects that are identified by name and are only created if missing. */
function missingPlanner(plan: MigrationPlan) {
    return <T extends { name: string }>(
        kind: StepKind,
        objects: readonly T[],
        existing: readonly { name: string }[],
        { action, path, input }: Creation<T>,
    ) => {
        const known = new Set(existing.map(({ name }) => name));
        for (const each of objects) {
            if (known.has(each.name)) countSame(plan, kind);
            else plan.steps.push(postStep({ kind, name: each.name, path, action, input: input(each) }));
        }
    };
}

const colourOf = (color: unknown) => (typeof color === 'string' && /^#[0-9A-Fa-f]{6}$/.test(color) ? color : null);

/** A disabled environment is not added to new projects; SDKs still use it. */
function planDisabledEnvironments(plan: MigrationPlan, source: Instance, target: Instance): void {
    const enabled = new Set(target.environments.filter((each) => each.enabled).map(({ name }) => name));
    for (const { name } of source.environments.filter((each) => !each.enabled && enabled.has(each.name))) {
        countSame(plan, 'environments', -1);
        plan.steps.push({
            kind: 'environments',
            name: `${name} (disabled)`,
            objects: [name],
            run: (service) => service.send('POST', at(`environments/${encodeURIComponent(name)}/off`)),
        });
    }
}

const parameter = (name: string, type: string) => ({ name, type, description: '', required: false });

/** The rollouts of old versions. All SDKs evaluate them, but current versions of Unleash do not list them. */
const LEGACY_TYPES: UnleashStrategyType[] = (
    [
        ['gradualRolloutUserId', [parameter('percentage', 'percentage'), parameter('groupId', 'string')]],
        ['gradualRolloutSessionId', [parameter('percentage', 'percentage'), parameter('groupId', 'string')]],
        ['gradualRolloutRandom', [parameter('percentage', 'percentage')]],
    ] as const
).map(([name, parameters]) => ({
    name,
    description: 'Replaced by flexibleRollout',
    editable: false,
    deprecated: true,
    parameters: [...parameters],
}));

/** Returns definitions for strategy types that flags use without a definition in the source: Unleash does not require one. */
function undefinedTypes(plan: MigrationPlan, source: Instance, target: Instance): UnleashStrategyType[] {
    const known = new Set([...source.strategyTypes, ...target.strategyTypes].map(({ name }) => name));
    const parameters = new Map<string, Set<string>>();
    for (const { environments } of [...source.flags, ...source.archived]) {
        for (const { name, parameters: used } of [...environments.values()].flatMap((each) => each.strategies)) {
            if (known.has(name)) continue;
            const names = parameters.get(name) ?? new Set();
            parameters.set(name, names);
            for (const each of Object.keys(used)) names.add(each);
        }
    }
    return [...parameters].map(([name, used]) => {
        const legacy = LEGACY_TYPES.find((type) => type.name === name);
        if (legacy) return legacy;
        plan.notes.push(
            `Strategy type ${name} is not defined in the source. It is created with the parameters that flags use: ${[...used].join(', ') || 'none'}.`,
        );
        return { name, parameters: [...used].map((each) => parameter(each, 'string')) };
    });
}

function planProjects(plan: MigrationPlan, source: Instance, target: Instance): void {
    const inUse = new Set(target.flags.map(({ project }) => project));
    for (const { id, name, description, mode, defaultStickiness, environments } of source.projects) {
        const existing = target.projects.find((project) => project.id === id);
        if (!existing) {
            const input = { id, name, description, mode, defaultStickiness, environments };
            plan.steps.push(postStep({ kind: 'projects', name: id, path: 'projects', action: 'createProject', input }));
            continue;
        }
        const path = `projects/${encodeURIComponent(id)}/environments`;
        const missing = environments.filter((environment) => !existing.environments.includes(environment));
        const unused = existing.environments.filter((environment) => !environments.includes(environment));
        for (const environment of missing) {
            plan.steps.push({
                kind: 'projects',
                name: `${id} in ${environment}`,
                objects: [id],
                rehearsal: [{ action: 'addEnvironmentToProject', input: { projectId: id, environment } }],
                run: (service) => service.send('POST', at(path), { environment }),
            });
        }
        if (inUse.has(id)) {
            if (unused.length > 0) {
                plan.notes.push(
                    `Project ${id} uses ${unused.join(', ')} here, but not in the source. Remove the environment from the project if it is not needed.`,
                );
            }
            if (missing.length === 0) countSame(plan, 'projects');
            continue;
        }
        for (const environment of unused) {
            plan.steps.push({
                kind: 'projects',
                name: `${id} without ${environment}`,
                objects: [id],
                run: (service) => service.send('DELETE', at(`${path}/${encodeURIComponent(environment)}`)),
            });
        }
        if (missing.length + unused.length === 0) countSame(plan, 'projects');
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
            const input = { ...body, project: project || null };
            plan.steps.push(
                postStep({ kind: 'context fields', name, path: 'context', action: 'createContextField', input }),
            );
        } else if (overwrite) {
            const { name: _, ...update } = body;
            const all = [...(existing.legalValues ?? []), ...missing];
            const input = { ...update, legalValues: isOpen ? [] : all };
            plan.steps.push({
                kind: 'context fields',
                name,
                objects: [name],
                rehearsal: [{ action: 'updateContextField', input: { ...input, contextField: name } }],
                run: (service) => service.send('PUT', at(`context/${encodeURIComponent(name)}`), input),
            });
        } else {
            plan.conflicts.push(`Context field ${name} exists with a different stickiness or other legal values.`);
        }
    }
}

function planSegments(plan: MigrationPlan, source: Instance, target: Instance, { overwrite }: PlanOptions): void {
    for (const { name, description, project, constraints } of source.segments) {
        const existing = target.segments.find((segment) => segment.name === name);
        const input = { name, description, project, constraints };
        if (constraints === undefined) {
            if (existing) countSame(plan, 'segments');
            else
                plan.conflicts.push(
                    `Segment ${name} is in the file by name only. Import from the running instance, or create the segment first.`,
                );
        } else if (!existing) {
            plan.steps.push(postStep({ kind: 'segments', name, path: 'segments', action: 'createSegment', input }));
        } else if (sameConstraints(constraints, existing.constraints ?? [])) {
            countSame(plan, 'segments');
        } else if (overwrite) {
            plan.steps.push({
                kind: 'segments',
                name,
                objects: [name],
                rehearsal: [{ action: 'updateSegment', input: { ...input, id: existing.id } }],
                run: (service) => service.send('PUT', at(`segments/${existing.id}`), input),
            });
        } else {
            plan.conflicts.push(`Segment ${name} exists with other constraints.`);
        }
    }
}
