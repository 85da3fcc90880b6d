import type { Change } from '../../../changes/change.ts';
import { withPermissionCheck } from '../../../changes/with-permission-check.ts';
import { invalid, notFound } from '../../../core/errors/errors.ts';
import { ulid } from '../../../core/text/ulid.ts';
import type { StoredTemplateMilestone } from '../../../storage/tables/releases.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { findFlagEnvironment, getFlagOrArchived } from '../../flags/flags/flag.queries.ts';
import { listPlans, type StoredPlan, toPlan } from '../../flags/release-plans/release-plan.queries.ts';
import type { ReleasePlan } from '../../flags/release-plans/release-plan.schemas.ts';
import { startFirstMilestone } from '../../flags/release-plans/start-milestone.ts';
import { turnOffWithoutStrategies } from '../../flags/strategies/strategy.commands.ts';
import type { StrategyScope } from '../../flags/strategies/strategy.queries.ts';
import { deleteMilestoneStrategyRows } from '../../flags/strategies/strategy-store.ts';
import { savePlanSafeguard } from '../safeguards/plan-safeguard.commands.ts';
import { checkedMilestones, FEATURE_NAME } from '../templates/milestone-rules.ts';
import { getTemplate, type TemplateRow } from '../templates/template.queries.ts';
import type { NewTemplateMilestone } from '../templates/template.schemas.ts';
import { gradualMilestones } from './gradual-milestones.ts';
import { mayAddPlan } from './plan.access.ts';
import { getPlan, hasPlanAlready } from './plan.queries.ts';
import type { NewReleasePlan } from './plan.schemas.ts';
import { insertPlan } from './plan-store.ts';

interface NewPlanInput extends StrategyScope {
    plan: Pick<NewReleasePlan, 'templateId' | 'name' | 'milestones' | 'gradually' | 'safeguards'>;
}

/** Adds a copy of a template to a flag, or a plan of its own. The first milestone starts at once if the flag is on, otherwise when it is turned on. */
export const addPlan = withPermissionCheck(mayAddPlan, insertNewPlan);

async function insertNewPlan(change: Change, input: NewPlanInput): Promise<ReleasePlan> {
    const { tx, now, actor, record } = change;
    const { project, featureName, environment } = input;
    const flag = await getFlagOrArchived(tx, { project, name: featureName });
    if (flag.archived_at !== null) throw invalid(`Flag ${featureName} is archived. Restore it first.`);
    const ofEnvironment = await findFlagEnvironment(tx, featureName, environment);
    if (!ofEnvironment) throw notFound(`environment ${environment} in project ${project}`);
    const [existing] = await listPlans(tx, [featureName], environment);
    if (existing) throw hasPlanAlready(input, existing);
    const id = ulid(now);
    const { templateId = id, name, description, ...content } = await contentOf(change, input);
    const milestones = await checkedMilestones(change, { project, featureName, ...content });
    await insertPlan(tx, {
        id,
        flag: featureName,
        environment,
        template_id: templateId,
        name,
        description,
        created_by_user_id: actor.id,
        created_at: now,
        active_milestone_id: null,
        milestones: milestones.map(({ sortOrder, transitionCondition = null, ...milestone }) => ({
            ...milestone,
            plan_id: id,
            sort_order: sortOrder,
            condition: transitionCondition,
            target_id: null,
            started_at: null,
            paused_at: null,
            progressed_at: null,
            usage_before: null,
        })),
    });
    const plan = await getPlan(tx, { ...input, planId: id });
    record({ type: 'release-plan-added', project, featureName, environment, data: toPlan(plan) });
    for (const safeguard of input.plan.safeguards ?? []) {
        await savePlanSafeguard(change, { project, featureName, environment, planId: id, safeguard });
    }
    if (!ofEnvironment.enabled) return toPlan(plan);
    await startFirstMilestone(change, { project, plan });
    return toPlan(await getPlan(tx, { ...input, planId: id }));
}

/** Removes a plan. The own strategies of the flag stay; without an enabled one, the flag is turned off. */
export async function removePlan(change: Change, input: StrategyScope & { planId: string }): Promise<void> {
    const { tx, record } = change;
    const { project, featureName, environment } = input;
    const plan = await getPlan(tx, input);
    await deleteMilestoneStrategyRows(tx, featureName, environment);
    await deletePlan(change, plan);
    record({ type: 'release-plan-removed', project, featureName, environment, preData: toPlan(plan) });
    await turnOffWithoutStrategies(change, input);
}

async function deletePlan({ tx }: Change, { id }: StoredPlan): Promise<void> {
    await tx.deleteFrom('safeguards').where('plan', '=', id).execute();
    await tx.deleteFrom('release_plans').where('id', '=', id).execute();
}

/** The content of a new plan: a copy of its template, or the body of the request. */
interface PlanContent {
    /** Undefined: the plan has no template. */
    templateId?: string;
    name: string;
    description: string | null;
    milestones: readonly NewTemplateMilestone[];
    /** The location in the request. */
    path: string;
}

async function contentOf(
    change: Change,
    { project, featureName, plan: { templateId, name, milestones, gradually } }: NewPlanInput,
): Promise<PlanContent> {
    if (gradually !== undefined && templateId === undefined && milestones === undefined) {
        const { default_stickiness: defaultStickiness } = await getProject(change.tx, project);
        return {
            ...{ name: name?.trim() ?? 'Gradual rollout', description: null, path: '/body/gradually' },
            milestones: gradualMilestones({ ...gradually, featureName, defaultStickiness }),
        };
    }
    if (gradually === undefined && templateId === undefined && name !== undefined && milestones !== undefined) {
        const empty = milestones.find(({ strategies }) => !strategies || strategies.length === 0);
        if (empty) throw invalid(`Milestone ${empty.name} has no strategies. Add one.`, '/body/milestones');
        return { name: name.trim(), description: null, milestones, path: '/body/milestones' };
    }
    if (templateId === undefined || name !== undefined || milestones !== undefined || gradually !== undefined) {
        throw invalid('A release plan needs either a templateId, or a name and milestones, or gradually.', '/body');
    }
    const template = await getUsableTemplate(change, { project, templateId });
    return {
        templateId: template.id,
        name: template.name,
        description: template.description,
        milestones: template.milestones.map((milestone) => forFlag(milestone, featureName)),
        path: '/body/templateId',
    };
}

async function getUsableTemplate(
    { tx, actor }: Change,
    { project, templateId }: { project: string; templateId: string },
): Promise<TemplateRow> {
    const template = await getTemplate(tx, actor, templateId);
    if (template.project !== null && template.project !== project) {
        throw invalid(
            `Release template ${template.name} belongs to another project. Use a template of project ${project}, or one for all projects.`,
            '/body/templateId',
        );
    }
    if (template.archived_at !== null) {
        throw invalid(`Release template ${template.name} is archived. Use another one.`, '/body/templateId');
    }
    const empty = template.milestones.find(({ strategies }) => strategies.length === 0);
    if (empty) {
        throw invalid(
            `Milestone ${empty.name} of release template ${template.name} has no strategies. Add one to the template first.`,
            '/body/templateId',
        );
    }
    return template;
}

const forFlag = (milestone: StoredTemplateMilestone, featureName: string): StoredTemplateMilestone => ({
    ...milestone,
    strategies: milestone.strategies.map(({ parameters, ...strategy }) => ({
        ...strategy,
        parameters: {
            ...parameters,
            ...(parameters['groupId'] !== undefined && {
                groupId: parameters['groupId'].replaceAll(FEATURE_NAME, () => featureName),
            }),
        },
    })),
});
