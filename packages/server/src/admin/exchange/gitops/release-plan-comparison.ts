import type { ProposedStep } from '../../../changes/proposable.ts';
import { isSame, isSameStrategy } from '../../../core/flags/normal-form.ts';
import type { MilestoneRow } from '../../../storage/releases/plan-rows.ts';
import type { StoredMilestoneStrategy, StoredTransitionCondition } from '../../../storage/tables/releases.ts';
import type { PastStrategy } from '../../flags/past/past-definition.ts';
import type { StoredPlan } from '../../flags/release-plans/release-plan.queries.ts';
import type { SafeguardRule, StoredSafeguard } from '../../flags/safeguards/safeguard.queries.ts';
import { planActions } from '../../releases/plans/plan.proposables.ts';
import { toRule } from '../../releases/safeguards/plan-safeguard.commands.ts';
import { safeguardActions } from '../../releases/safeguards/safeguard.proposables.ts';
import { isSameSubject } from '../../releases/safeguards/safeguard-subjects.ts';
import { checkedCondition } from '../../releases/templates/milestone-rules.ts';
import type { FlagComparison, FlagComparisonInput } from './comparison.ts';
import { desiredStrategies } from './desired-strategies.ts';
import { type NameOfSegment, toFileStrategy } from './file-form.ts';
import type { FileReleasePlan } from './gitops.schemas.ts';

const { addReleasePlan, deleteReleasePlan, updateMilestoneStrategy } = planActions;
const { changeMilestoneProgression, deleteMilestoneProgression } = planActions;
const { changeReleasePlanSafeguard, deleteReleasePlanSafeguard } = safeguardActions;

/** The release plan of a flag in an environment, with its safeguards. */
export interface CurrentPlan {
    plan: StoredPlan;
    safeguards: readonly StoredSafeguard[];
}

interface PlanComparisonInput {
    input: FlagComparisonInput;
    comparison: FlagComparison;
    environment: string;
    inFile: FileReleasePlan | null;
    /** Undefined: the flag has no plan. */
    now: CurrentPlan | undefined;
    /** The location in the request. */
    at: string;
}

interface DesiredMilestone {
    name: string;
    condition: StoredTransitionCondition | null;
    strategies: PastStrategy[];
}

const planOfStrategy = ({ title, disabled, sortOrder: _, ...strategy }: StoredMilestoneStrategy): PastStrategy => ({
    ...strategy,
    ...(title && { title }),
    ...(disabled && { disabled: true as const }),
});

/** Returns the steps from the plan that a flag has to that of its file. A plan that runs is changed in place, and keeps its milestone. */
export function releasePlanSteps(options: PlanComparisonInput): ProposedStep[] {
    const { input, comparison, environment, inFile, now, at } = options;
    const address = { feature: input.file.flag, environment };
    const desired = inFile && { ...inFile, milestones: desiredMilestones(options, inFile) };
    const isApplied = comparison.takes(['environments', environment, 'releasePlan'], {
        isSame: desired === null ? now === undefined : now !== undefined && isSamePlan(now, desired),
        shown: () => ({
            onService: now ? toFilePlan(now, input.segmentName, inFile?.safeguards !== undefined) : null,
            inFile,
        }),
    });
    if (!isApplied) return [];
    if (desired === null) return now ? [deleteReleasePlan.proposed(address, { planId: now.plan.id })] : [];
    if (!now) return [addReleasePlan.proposed(address, newPlan(desired))];
    if (!hasSameStructure(now, desired)) {
        comparison.problems.push({
            message: `The release plan of ${input.file.flag} in ${environment} has other milestones or strategies than its file, and a new plan begins again. Set "releasePlan" to null and apply it first, or change the plan in the service.`,
            path: at,
        });
        return [];
    }
    return [
        ...desired.milestones.flatMap((milestone, index) => [
            ...strategySteps(address, now.plan.milestones[index]!, milestone),
            ...progressionSteps(address, now.plan, index, milestone),
        ]),
        ...safeguardSteps(address, now, desired.safeguards),
    ];
}

type DesiredPlan = Omit<FileReleasePlan, 'milestones'> & { milestones: DesiredMilestone[] };
type FlagEnvironmentAddress = { feature: string; environment: string };

function desiredMilestones({ input, now, at }: PlanComparisonInput, { milestones }: FileReleasePlan): DesiredMilestone[] {
    return milestones.map(({ name, transitionCondition, strategies }, index) => {
        const path = `${at}/milestones/${index}`;
        return {
            name,
            condition: transitionCondition ? checkedCondition(transitionCondition, `${path}/transitionCondition`) : null,
            strategies: desiredStrategies(
                strategies,
                (now?.plan.milestones[index]?.strategies ?? []).map(planOfStrategy),
                {
                    flag: input.file.flag,
                    stickiness: input.currentState.projects.get(input.file.project)!.stickiness,
                    segmentId: input.segmentId,
                    segmentName: input.segmentName,
                    path: `${path}/strategies`,
                },
            ),
        };
    });
}

const isSamePlan = (now: CurrentPlan, desired: DesiredPlan): boolean =>
    hasSameStructure(now, desired) &&
    now.plan.milestones.every(({ condition, strategies }, index) => {
        const milestone = desired.milestones[index]!;
        return (
            isSame(condition, milestone.condition) &&
            strategies.every((each, position) => isSameStrategy(planOfStrategy(each), milestone.strategies[position]))
        );
    }) &&
    safeguardSteps({ feature: '', environment: '' }, now, desired.safeguards).length === 0;

/** Whether the plan can be changed without beginning again. */
const hasSameStructure = ({ plan }: CurrentPlan, { name, milestones }: DesiredPlan): boolean =>
    plan.name === name &&
    plan.milestones.length === milestones.length &&
    plan.milestones.every(
        ({ name: before, strategies }, index) =>
            before === milestones[index]!.name &&
            strategies.length === milestones[index]!.strategies.length &&
            strategies.every(({ id }, position) => id === milestones[index]!.strategies[position]!.id),
    );

function newPlan({ name, milestones, safeguards }: DesiredPlan) {
    return {
        name,
        milestones: milestones.map(({ name: of, condition, strategies }, sortOrder) => ({
            ...{ name: of, sortOrder },
            ...(condition && { transitionCondition: condition }),
            strategies: strategies.map((strategy, position) => ({ ...written(strategy, position), name: strategy.name })),
        })),
        ...(safeguards && { safeguards }),
    };
}

const written = (
    { title, disabled, parameters, constraints, variants, segments }: PastStrategy,
    sortOrder: number,
): Omit<StoredMilestoneStrategy, 'id' | 'name'> => ({
    ...{ title: title ?? null, disabled: disabled ?? false, parameters, sortOrder, variants, segments: segments ?? [] },
    constraints: constraints as StoredMilestoneStrategy['constraints'],
});

const strategySteps = (address: FlagEnvironmentAddress, now: MilestoneRow, desired: DesiredMilestone): ProposedStep[] =>
    desired.strategies.flatMap((strategy, position) => {
        const before = now.strategies[position]!;
        if (isSameStrategy(planOfStrategy(before), strategy)) return [];
        return updateMilestoneStrategy.proposed(address, { ...written(strategy, position), id: before.id });
    });

function progressionSteps(
    address: FlagEnvironmentAddress,
    { milestones }: StoredPlan,
    index: number,
    { condition }: DesiredMilestone,
): ProposedStep[] {
    const [source, target] = [milestones[index]!, milestones[index + 1]];
    if (isSame(source.condition, condition)) return [];
    if (condition === null) return [deleteMilestoneProgression.proposed(address, { sourceMilestone: source.id })];
    const change = { sourceMilestone: source.id, targetMilestone: target?.id ?? source.id };
    return [changeMilestoneProgression.proposed(address, { ...change, transitionCondition: condition })];
}

/** Safeguards that the file does not contain are removed, if it contains a list. */
function safeguardSteps(
    address: FlagEnvironmentAddress,
    { plan: { id: planId }, safeguards: now }: CurrentPlan,
    inFile: FileReleasePlan['safeguards'],
): ProposedStep[] {
    if (inFile === undefined) return [];
    const desired = inFile.map((safeguard) => ({ safeguard, rule: toRule(safeguard) }));
    const removed = now.filter(({ rule }) => !desired.some((each) => isSameSubject(each.rule, rule)));
    const isUnchanged = (rule: SafeguardRule) => now.some((each) => isSame(each.rule, rule));
    return [
        ...removed.map(({ id }) => deleteReleasePlanSafeguard.proposed(address, { planId, safeguardId: String(id) })),
        ...desired
            .filter(({ rule }) => !isUnchanged(rule))
            .map(({ safeguard }) => changeReleasePlanSafeguard.proposed(address, { planId, safeguard })),
    ];
}

/** Returns a plan in the format of files: without its progress. */
export const toFilePlan = (
    { plan: { name, milestones }, safeguards }: CurrentPlan,
    nameOf: NameOfSegment,
    withEmptySafeguards = false,
): FileReleasePlan => ({
    name,
    milestones: milestones.map(({ name: of, condition, strategies }) => ({
        name: of,
        ...(condition && { transitionCondition: condition }),
        strategies: strategies.map((strategy) => toFileStrategy(planOfStrategy(strategy), nameOf)),
    })),
    ...((safeguards.length > 0 || withEmptySafeguards) && {
        safeguards: safeguards.map(({ rule: { action: type, ...rule } }) => ({ ...rule, action: { type } })),
    }),
});
