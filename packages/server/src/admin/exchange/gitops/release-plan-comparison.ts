import type { ProposedStep } from '../../../changes/proposable.ts';
import { isSame, isSameStrategy } from '../../../core/flags/normal-form.ts';
import type { MilestoneRow } from '../../../storage/releases/plan-rows.ts';
import type { StoredPlan } from '../../flags/release-plans/release-plan.queries.ts';
import type { SafeguardRule } from '../../flags/safeguards/safeguard.queries.ts';
import { planActions } from '../../releases/plans/plan.proposables.ts';
import { toRule } from '../../releases/safeguards/plan-safeguard.commands.ts';
import { safeguardActions } from '../../releases/safeguards/safeguard.proposables.ts';
import { isSameSubject } from '../../releases/safeguards/safeguard-subjects.ts';
import type { FlagComparison, FlagComparisonInput } from './comparison.ts';
import type { CurrentPlan } from './current-plan.ts';
import type { FileReleasePlan } from './file.schemas.ts';
import {
    areSameMilestones,
    type DesiredMilestone,
    desiredMilestones,
    haveSameStructure,
    toFilePlan,
    toPlainStrategy,
    writtenMilestones,
    writtenStrategy,
} from './file-milestones.ts';

const { addReleasePlan, deleteReleasePlan, updateMilestoneStrategy } = planActions;
const { changeMilestoneProgression, deleteMilestoneProgression } = planActions;
const { changeReleasePlanSafeguard, deleteReleasePlanSafeguard } = safeguardActions;

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

type DesiredPlan = Omit<FileReleasePlan, 'milestones'> & { milestones: DesiredMilestone[] };
type FlagEnvironmentAddress = { feature: string; environment: string };

/** Returns the steps from the plan that a flag has to that of its file. A plan that runs is changed in place, and keeps its milestone. */
export function releasePlanSteps(options: PlanComparisonInput): ProposedStep[] {
    const { input, comparison, environment, inFile, now, at } = options;
    const address = { feature: input.file.flag, environment };
    const desired = inFile && { ...inFile, milestones: milestonesOf(options, inFile) };
    const isApplied = comparison.takes(['environments', environment, 'releasePlan'], {
        isSame: desired === null ? now === undefined : now !== undefined && isSamePlan(now, desired),
        shown: () => ({
            onService: now ? toFilePlan(now, input.segmentName, inFile?.safeguards !== undefined) : null,
            inFile,
        }),
    });
    if (!isApplied) return [];
    if (desired === null) return now ? [deleteReleasePlan.proposed(address, { planId: now.plan.id })] : [];
    if (!now) {
        const { name, milestones, safeguards } = desired;
        const plan = { name, milestones: writtenMilestones(milestones), ...(safeguards && { safeguards }) };
        return [addReleasePlan.proposed(address, plan)];
    }
    if (now.plan.name !== desired.name || !haveSameStructure(now.plan.milestones, desired.milestones)) {
        comparison.problems.push({
            message: `The release plan of ${input.file.flag} in ${environment} has another name, or other milestones or strategies than its file, and a new plan begins again. Set "releasePlan" to null and apply it first, or change the plan in the service.`,
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

const milestonesOf = ({ input, now, at }: PlanComparisonInput, { milestones }: FileReleasePlan) =>
    desiredMilestones(milestones, now?.plan.milestones ?? [], {
        flag: input.file.flag,
        stickiness: input.currentState.projects.get(input.file.project)!.stickiness,
        segmentId: input.segmentId,
        segmentName: input.segmentName,
        path: `${at}/milestones`,
    });

const isSamePlan = (now: CurrentPlan, { name, milestones, safeguards }: DesiredPlan): boolean =>
    now.plan.name === name &&
    areSameMilestones(now.plan.milestones, milestones) &&
    safeguardSteps({ feature: '', environment: '' }, now, safeguards).length === 0;

const strategySteps = (address: FlagEnvironmentAddress, now: MilestoneRow, desired: DesiredMilestone): ProposedStep[] =>
    desired.strategies.flatMap((strategy, position) => {
        const before = now.strategies[position]!;
        if (isSameStrategy(toPlainStrategy(before), strategy)) return [];
        return updateMilestoneStrategy.proposed(address, { ...writtenStrategy(strategy, position), id: before.id });
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
