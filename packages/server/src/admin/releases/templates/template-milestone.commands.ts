import type { Change } from '../../../changes/change.ts';
import { exceedsLimit, invalid, notFound } from '../../../core/errors/errors.ts';
import { ulid } from '../../../core/text/ulid.ts';
import type { StoredTemplateMilestone } from '../../../storage/tables/releases.ts';
import { toMilestoneStrategy } from '../../flags/release-plans/release-plan.queries.ts';
import type { Milestone, MilestoneStrategy } from '../../flags/release-plans/release-plan.schemas.ts';
import { checkedStrategies, FEATURE_NAME } from './milestone-rules.ts';
import { getEditableTemplate, saveTemplate } from './template.commands.ts';
import { type TemplateRow, toTemplateMilestone } from './template.queries.ts';
import { MAX_MILESTONES, type NewMilestoneStrategy, type SingleMilestone } from './template.schemas.ts';

interface MilestoneAddress {
    id: string;
    milestoneId: string;
}

interface StrategyAddress extends MilestoneAddress {
    strategyId: string;
}

export async function addTemplateMilestone(
    change: Change,
    { id, milestone }: { id: string; milestone: SingleMilestone },
): Promise<Milestone> {
    const template = await getEditableTemplate(change, { id });
    if (template.milestones.length >= MAX_MILESTONES) {
        throw exceedsLimit('milestones of a release template', MAX_MILESTONES);
    }
    const added = await checkedSingle(change, template, { id: ulid(change.now), milestone });
    await saveMilestones(change, template, [...template.milestones, added]);
    return toTemplateMilestone(added, id);
}

/** Replaces a milestone with its strategies and keeps its condition. */
export async function updateTemplateMilestone(
    change: Change,
    { id, milestoneId, milestone }: MilestoneAddress & { milestone: SingleMilestone },
): Promise<Milestone> {
    const template = await getEditableTemplate(change, { id });
    const { transitionCondition } = milestoneOf(template, milestoneId);
    const checked = await checkedSingle(change, template, { id: milestoneId, milestone });
    const updated = { ...checked, ...(transitionCondition && { transitionCondition }) };
    await saveMilestones(change, template, replaced(template, updated));
    return toTemplateMilestone(updated, id);
}

export async function removeTemplateMilestone(change: Change, { id, milestoneId }: MilestoneAddress): Promise<void> {
    const template = await getEditableTemplate(change, { id });
    milestoneOf(template, milestoneId);
    const rest = template.milestones.filter((milestone) => milestone.id !== milestoneId);
    if (rest.length === 0) {
        throw invalid(`A release template needs at least one milestone. Delete the template instead.`);
    }
    await saveMilestones(change, template, rest);
}

export async function addTemplateStrategy(
    change: Change,
    { id, milestoneId, strategy }: MilestoneAddress & { strategy: NewMilestoneStrategy },
): Promise<MilestoneStrategy> {
    const template = await getEditableTemplate(change, { id });
    const milestone = milestoneOf(template, milestoneId);
    const limit = change.limits.featureEnvironmentStrategies;
    if (milestone.strategies.length >= limit) throw exceedsLimit('strategies of a milestone', limit);
    const sortOrder = strategy.sortOrder ?? (milestone.strategies.at(-1)?.sortOrder ?? -1) + 1;
    const added = await checkedStrategy(change, template, { ...strategy, sortOrder });
    await saveStrategies(change, template, milestone, [...milestone.strategies, added]);
    return toMilestoneStrategy(added, milestoneId);
}

export async function updateTemplateStrategy(
    change: Change,
    { id, milestoneId, strategyId, strategy }: StrategyAddress & { strategy: NewMilestoneStrategy },
): Promise<MilestoneStrategy> {
    const template = await getEditableTemplate(change, { id });
    const milestone = milestoneOf(template, milestoneId);
    const { sortOrder } = strategyOf(milestone, strategyId);
    const checked = await checkedStrategy(change, template, { sortOrder, ...strategy });
    const updated = { ...checked, id: strategyId };
    const others = milestone.strategies.filter((other) => other.id !== strategyId);
    await saveStrategies(change, template, milestone, [...others, updated]);
    return toMilestoneStrategy(updated, milestoneId);
}

export async function removeTemplateStrategy(
    change: Change,
    { id, milestoneId, strategyId }: StrategyAddress,
): Promise<void> {
    const template = await getEditableTemplate(change, { id });
    const milestone = milestoneOf(template, milestoneId);
    strategyOf(milestone, strategyId);
    const rest = milestone.strategies.filter((strategy) => strategy.id !== strategyId);
    await saveStrategies(change, template, milestone, rest);
}

async function checkedSingle(
    change: Change,
    { project, milestones }: TemplateRow,
    { id, milestone }: { id: string; milestone: SingleMilestone },
): Promise<StoredTemplateMilestone> {
    const name = milestone.name.trim();
    if (milestones.some((other) => other.id !== id && other.name === name)) {
        throw invalid(`Another milestone has the name ${name}. Give each milestone a name of its own.`, '/body/name');
    }
    const list = milestone.strategies ?? [];
    const [strategies] = await checkedStrategies(change, {
        project,
        featureName: FEATURE_NAME,
        strategies: [{ list, path: '/body/strategies' }],
    });
    return { id, name, sortOrder: milestone.sortOrder, strategies: strategies! };
}

async function checkedStrategy(change: Change, { project }: TemplateRow, strategy: NewMilestoneStrategy) {
    const [strategies] = await checkedStrategies(change, {
        project,
        featureName: FEATURE_NAME,
        strategies: [{ list: [strategy], path: '/body' }],
    });
    return strategies![0]!;
}

const saveStrategies = (
    change: Change,
    template: TemplateRow,
    milestone: StoredTemplateMilestone,
    strategies: StoredTemplateMilestone['strategies'],
) =>
    saveMilestones(
        change,
        template,
        replaced(template, { ...milestone, strategies: strategies.sort((a, b) => a.sortOrder - b.sortOrder) }),
    );

/** The last milestone has no condition. */
function saveMilestones(change: Change, template: TemplateRow, milestones: StoredTemplateMilestone[]) {
    const inOrder = milestones.toSorted((a, b) => a.sortOrder - b.sortOrder);
    const isUnique = new Set(inOrder.map(({ sortOrder }) => sortOrder)).size === inOrder.length;
    const numbered = isUnique ? inOrder : inOrder.map((milestone, sortOrder) => ({ ...milestone, sortOrder }));
    const { transitionCondition: _, ...last } = numbered.at(-1)!;
    return saveTemplate(change, template, { milestones: [...numbered.slice(0, -1), last] });
}

const replaced = ({ milestones }: TemplateRow, updated: StoredTemplateMilestone) =>
    milestones.map((milestone) => (milestone.id === updated.id ? updated : milestone));

function milestoneOf({ name, milestones }: TemplateRow, id: string): StoredTemplateMilestone {
    const milestone = milestones.find((each) => each.id === id);
    if (!milestone) throw notFound(`milestone ${id} in release template ${name}`);
    return milestone;
}

function strategyOf({ name, strategies }: StoredTemplateMilestone, id: string) {
    const strategy = strategies.find((each) => each.id === id);
    if (!strategy) throw notFound(`strategy ${id} in milestone ${name}`);
    return strategy;
}
