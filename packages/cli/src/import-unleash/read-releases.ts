import type { ServiceClient } from '../remote/service.ts';
import type {
    Instance,
    UnleashConstraint,
    UnleashMilestone,
    UnleashPlan,
    UnleashSafeguard,
    UnleashVariant,
} from './instance.ts';

interface RawMilestone {
    id: string;
    name: string;
    sortOrder: number;
    transitionCondition?: object | null;
    strategies?: {
        name: string;
        title?: string | null;
        disabled?: boolean | null;
        parameters?: Record<string, string>;
        constraints?: UnleashConstraint[];
        variants?: UnleashVariant[];
        segments?: number[];
    }[];
}

interface RawTemplate {
    id: string;
    name: string;
    description?: string | null;
    project?: string | null;
    archivedAt?: string | null;
    milestones?: RawMilestone[];
}

interface RawEnvironment {
    name: string;
    enabled: boolean;
    releasePlans?: {
        name: string;
        activeMilestoneId?: string | null;
        milestones?: RawMilestone[];
        safeguards?: UnleashSafeguard[];
    }[];
    safeguards?: UnleashSafeguard[];
}

/** A flag in a list, with the active milestones of its environments. */
export interface ReleasedFlag {
    name: string;
    project: string;
    environments?: { name: string; milestoneName?: string }[];
}

const TEMPLATES = '/api/admin/release-plan-templates';

/** Reads release templates, and the plans whose milestones are active. Only the commercial edition of Unleash has them. */
export async function readReleases(
    service: ServiceClient,
    instance: Instance,
    flags: readonly ReleasedFlag[],
): Promise<void> {
    const global = await service.find<RawTemplate[]>(TEMPLATES);
    if (!Array.isArray(global)) {
        instance.notes.push(
            'Release templates and plans are not imported: this edition of Unleash has no API for them.',
        );
        return;
    }
    const names = new Map(instance.segments.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name] as const])));
    const listed = [...global];
    for (const { id } of instance.projects) {
        const own = await service.find<RawTemplate[]>(
            `/api/admin/projects/${encodeURIComponent(id)}/release-templates`,
        );
        listed.push(...(own ?? []));
    }
    for (const { id } of listed.filter(({ archivedAt }) => !archivedAt)) {
        const template = await service.find<RawTemplate>(`${TEMPLATES}/${encodeURIComponent(id)}`);
        if (!template) continue;
        const { name, description = null, project = null, milestones = [] } = template;
        instance.releaseTemplates.push({
            name,
            description,
            project,
            milestones: milestones.map((each) => milestoneOf(each, names)),
        });
    }
    const released = flags.filter(({ environments = [] }) => environments.some(({ milestoneName }) => milestoneName));
    for (const { name, project } of released) {
        const path = `/api/admin/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(name)}`;
        const { environments = [] } = (await service.find<{ environments?: RawEnvironment[] }>(path)) ?? {};
        for (const environment of environments) {
            const plan = await planOf(
                service,
                environment,
                `${path}/environments/${encodeURIComponent(environment.name)}`,
                names,
            );
            if (plan) instance.plans.push({ feature: name, project, ...plan });
        }
    }
}

async function planOf(
    service: ServiceClient,
    { name: environment, enabled, releasePlans = [], safeguards = [] }: RawEnvironment,
    path: string,
    names: ReadonlyMap<number, string>,
): Promise<Omit<UnleashPlan, 'feature' | 'project'> | undefined> {
    const [plan] = releasePlans;
    if (!plan) return undefined;
    const { name, activeMilestoneId, milestones = [] } = plan;
    // Halyard lists safeguards at addresses of their own.
    const id = (plan as { id?: string }).id ?? '';
    const listed = await service.find<{ safeguards?: UnleashSafeguard[] }>(
        `${path}/release-plans/${encodeURIComponent(id)}/safeguards`,
    );
    const ofFlag = await service.find<{ safeguards?: UnleashSafeguard[] }>(`${path}/safeguards`);
    return {
        environment,
        name,
        isOn: enabled,
        active: milestones.find((milestone) => milestone.id === activeMilestoneId)?.name,
        milestones: milestones.map((each) => milestoneOf(each, names)),
        safeguards: (listed?.safeguards ?? plan.safeguards ?? []).map(safeguardOf),
        ofFlag: (ofFlag?.safeguards ?? safeguards).map(safeguardOf),
    };
}

const safeguardOf = ({ impactMetric, triggerCondition, comparison, action }: UnleashSafeguard): UnleashSafeguard => ({
    ...(impactMetric && { impactMetric }),
    ...(triggerCondition && { triggerCondition }),
    ...(comparison && { comparison }),
    ...(action?.type && { action: { type: action.type } }),
});

function milestoneOf(
    { name, sortOrder, transitionCondition, strategies = [] }: RawMilestone,
    names: ReadonlyMap<number, string>,
): UnleashMilestone {
    return {
        name,
        sortOrder,
        ...(transitionCondition && { transitionCondition }),
        strategies: strategies.map((strategy) => ({
            name: strategy.name,
            title: strategy.title ?? null,
            disabled: strategy.disabled ?? false,
            parameters: strategy.parameters ?? {},
            constraints: strategy.constraints ?? [],
            variants: strategy.variants ?? [],
            segments: (strategy.segments ?? []).flatMap((id) => names.get(id) ?? []),
        })),
    };
}
