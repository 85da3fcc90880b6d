import type { ServiceClient } from '../remote/service.ts';
import type { Instance, UnleashMilestone, UnleashPlan } from './instance.ts';
import { isForEverybody } from './same.ts';
import { countSame, type MigrationPlan } from './step.ts';

/** Plans the steps that create release templates, and plans with their safeguards at the same milestone. */
export function planReleases(plan: MigrationPlan, source: Instance, target: Instance): void {
    const known = new Set(target.releaseTemplates.map(({ name }) => name));
    for (const { name, description, project, milestones } of source.releaseTemplates) {
        if (known.has(name)) {
            countSame(plan, 'release templates');
            continue;
        }
        plan.steps.push({
            kind: 'release templates',
            name,
            objects: [name],
            run: async (service) => {
                const path =
                    project === null
                        ? 'release-plan-templates'
                        : `projects/${encodeURIComponent(project)}/release-templates`;
                const body = { name, description, milestones: await withSegmentIds(service, milestones) };
                await service.send('POST', `/api/admin/${path}`, body);
            },
        });
    }
    const released = new Set(target.plans.map(keyOf));
    const used = new Map(source.projects.map(({ id, environments }) => [id, environments]));
    const missing = source.plans.filter(
        (each) => !released.has(keyOf(each)) && (used.get(each.project)?.includes(each.environment) ?? true),
    );
    for (const each of source.plans) {
        if (released.has(keyOf(each))) countSame(plan, 'release plans');
    }
    for (const each of missing) {
        const name = `${each.feature} in ${each.environment}`;
        plan.steps.push({ kind: 'release plans', name, objects: [name], run: (service) => importPlan(service, each) });
    }
    if (missing.length > 0) {
        plan.notes.push(
            'Active milestones of release plans start again with the import: their intervals begin then, and evaluations are counted from zero.',
        );
    }
}

const keyOf = ({ feature, environment }: { feature: string; environment: string }) =>
    JSON.stringify([feature, environment]);

/**
 * A flag that only a milestone serves is imported as off, because it would be on for everyone until its plan is there. The step of the
 * plan turns it on.
 */
export function withoutPlans(source: Instance): Instance {
    const keys = new Set(source.plans.map(keyOf));
    if (keys.size === 0) return source;
    return {
        ...source,
        flags: source.flags.map((flag) => ({
            ...flag,
            environments: new Map(
                [...flag.environments].map(([environment, settings]) => [
                    environment,
                    keys.has(keyOf({ feature: flag.name, environment })) &&
                    isForEverybody(settings.enabled, settings.strategies)
                        ? { ...settings, enabled: false }
                        : settings,
                ]),
            ),
        })),
    };
}

async function importPlan(service: ServiceClient, plan: UnleashPlan): Promise<void> {
    const { feature, project, environment, name, milestones, safeguards, ofFlag, active, isOn } = plan;
    const path = `/api/admin/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(feature)}/environments/${encodeURIComponent(environment)}`;
    const added = await service.send<{ id: string; milestones: { id: string; name: string }[] }>(
        'POST',
        `${path}/release-plans`,
        {
            ...{ name, milestones: await withSegmentIds(service, milestones) },
            ...(safeguards.length > 0 && { safeguards }),
        },
    );
    const milestone = added.milestones.find((each) => each.name === active);
    if (milestone) await service.send('POST', `${path}/release-plans/${added.id}/milestones/${milestone.id}/start`);
    if (isOn) await service.send('POST', `${path}/on`);
    for (const { impactMetric, triggerCondition } of ofFlag) {
        if (impactMetric && triggerCondition) {
            await service.send('PUT', `${path}/safeguards`, { impactMetric, triggerCondition });
        }
    }
}

/** The ids of segments of the target, which are known when the segments have been imported. */
async function withSegmentIds(service: ServiceClient, milestones: readonly UnleashMilestone[]): Promise<object[]> {
    const isUsed = milestones.some(({ strategies }) => strategies.some(({ segments }) => segments.length > 0));
    const { segments: all = [] } = isUsed
        ? await service.get<{ segments?: { id: number; name: string }[] }>('/api/admin/segments')
        : {};
    const ids = new Map(all.map(({ id, name }) => [name, id]));
    return milestones.map(({ strategies, ...milestone }) => ({
        ...milestone,
        strategies: strategies.map(({ segments, ...strategy }, sortOrder) => ({
            ...strategy,
            sortOrder,
            segments: segments.flatMap((name) => ids.get(name) ?? []),
        })),
    }));
}
