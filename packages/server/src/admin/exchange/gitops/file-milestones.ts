import { isSame, isSameStrategy } from '../../../core/flags/normal-form.ts';
import type {
    StoredMilestoneStrategy,
    StoredTemplateMilestone,
    StoredTransitionCondition,
} from '../../../storage/tables/releases.ts';
import type { PastStrategy } from '../../flags/past/past-definition.ts';
import { checkedCondition } from '../../releases/templates/milestone-rules.ts';
import type { CurrentPlan } from './current-plan.ts';
import { desiredStrategies, type StrategyContext } from './desired-strategies.ts';
import type { FileMilestone, FileReleasePlan } from './file.schemas.ts';
import { type NameOfSegment, toFileStrategy } from './file-strategies.ts';

/** The content of a milestone as a file specifies it. */
export interface DesiredMilestone {
    name: string;
    condition: StoredTransitionCondition | null;
    strategies: PastStrategy[];
}

/** The content of a milestone of a plan or of a template. */
export interface CurrentMilestone {
    name: string;
    condition?: StoredTransitionCondition | null;
    transitionCondition?: StoredTransitionCondition | null;
    strategies: readonly StoredMilestoneStrategy[];
}

const conditionOf = ({ condition, transitionCondition }: CurrentMilestone) => condition ?? transitionCondition ?? null;

export const toPlainStrategy = ({
    title,
    disabled,
    sortOrder: _,
    ...strategy
}: StoredMilestoneStrategy): PastStrategy => ({
    ...strategy,
    ...(title && { title }),
    ...(disabled && { disabled: true as const }),
});

/** Returns the milestones of a file. Their strategies keep the ids of those at the same position, as far as they match. */
export const desiredMilestones = (
    milestones: readonly FileMilestone[],
    current: readonly CurrentMilestone[],
    { path, ...context }: StrategyContext,
): DesiredMilestone[] =>
    milestones.map(({ name, transitionCondition, strategies }, index) => {
        const at = `${path}/${index}`;
        return {
            name,
            condition: transitionCondition ? checkedCondition(transitionCondition, `${at}/transitionCondition`) : null,
            strategies: desiredStrategies(strategies, (current[index]?.strategies ?? []).map(toPlainStrategy), {
                ...context,
                path: `${at}/strategies`,
            }),
        };
    });

/** Whether a milestone has the name and the strategies of another one, so that it can be changed in place. */
const hasSameStructure = (current: CurrentMilestone, { name, strategies }: DesiredMilestone): boolean =>
    current.name === name &&
    current.strategies.length === strategies.length &&
    current.strategies.every(({ id }, position) => id === strategies[position]!.id);

export const haveSameStructure = (
    current: readonly CurrentMilestone[],
    desired: readonly DesiredMilestone[],
): boolean =>
    current.length === desired.length && current.every((each, index) => hasSameStructure(each, desired[index]!));

export const areSameMilestones = (
    current: readonly CurrentMilestone[],
    desired: readonly DesiredMilestone[],
): boolean =>
    haveSameStructure(current, desired) &&
    current.every(
        (each, index) =>
            isSame(conditionOf(each), desired[index]!.condition) &&
            each.strategies.every((strategy, position) =>
                isSameStrategy(toPlainStrategy(strategy), desired[index]!.strategies[position]),
            ),
    );

/** Returns the configuration of a strategy in the format of changes. */
export const writtenStrategy = (
    { title, disabled, parameters, constraints, variants, segments }: PastStrategy,
    sortOrder: number,
): Omit<StoredMilestoneStrategy, 'id' | 'name'> => ({
    ...{ title: title ?? null, disabled: disabled ?? false, parameters, sortOrder, variants, segments: segments ?? [] },
    constraints: constraints as StoredMilestoneStrategy['constraints'],
});

/** Returns milestones in the format of changes. */
export const writtenMilestones = (milestones: readonly DesiredMilestone[]) =>
    milestones.map(({ name, condition, strategies }, sortOrder) => ({
        ...{ name, sortOrder },
        ...(condition && { transitionCondition: condition }),
        strategies: strategies.map((strategy, position) => ({
            ...writtenStrategy(strategy, position),
            name: strategy.name,
        })),
    }));

export const toFileMilestones = (
    milestones: readonly (CurrentMilestone | StoredTemplateMilestone)[],
    nameOf: NameOfSegment,
): FileMilestone[] =>
    milestones.map((milestone) => {
        const condition = conditionOf(milestone);
        return {
            name: milestone.name,
            ...(condition && { transitionCondition: condition }),
            strategies: milestone.strategies.map((strategy) => toFileStrategy(toPlainStrategy(strategy), nameOf)),
        };
    });

/** Returns a plan in the format of files: without its progress. */
export const toFilePlan = (
    { plan: { name, milestones }, safeguards }: CurrentPlan,
    nameOf: NameOfSegment,
    withEmptySafeguards = false,
): FileReleasePlan => ({
    name,
    milestones: toFileMilestones(milestones, nameOf),
    ...((safeguards.length > 0 || withEmptySafeguards) && {
        safeguards: safeguards.map(({ rule: { action: type, ...rule } }) => ({ ...rule, action: { type } })),
    }),
});
