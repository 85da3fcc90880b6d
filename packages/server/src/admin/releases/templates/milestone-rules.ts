import type { Change } from '../../../changes/change.ts';
import { exceedsLimit, invalid } from '../../../core/errors/errors.ts';
import { ulid } from '../../../core/text/ulid.ts';
import type {
    StoredMilestoneStrategy,
    StoredTemplateMilestone,
    StoredTransitionCondition,
} from '../../../storage/tables/releases.ts';
import { checkedConfigurations } from '../../catalogue/strategy-rules/strategy-rules.ts';
import type { NewMilestoneStrategy, NewTemplateMilestone, NewTransitionCondition } from './template.schemas.ts';

/** Replaced by the name of the flag when a plan is made. */
export const FEATURE_NAME = '{{featureName}}';

interface MilestonesInput {
    /** Null: the milestones are for all projects. */
    project: string | null;
    /** The default of `groupId`. */
    featureName: string;
    milestones: readonly NewTemplateMilestone[];
    /** The location in the request. */
    path: string;
}

/** Checks milestones and their strategies, and returns them with new ids, in order. */
export async function checkedMilestones(
    change: Change,
    { project, featureName, milestones, path }: MilestonesInput,
): Promise<StoredTemplateMilestone[]> {
    if (milestones.length === 0) {
        throw invalid('A release template needs at least one milestone. Add one with at least one strategy.', path);
    }
    rejectEqualNames(milestones, path);
    const strategies = await checkedStrategies(change, {
        project,
        featureName,
        strategies: milestones.map((milestone, index) => ({
            list: milestone.strategies ?? [],
            path: `${path}/${index}/strategies`,
        })),
    });
    const checked = milestones.map(({ name, sortOrder, transitionCondition }, index) => ({
        id: ulid(change.now),
        name: name.trim(),
        sortOrder,
        strategies: strategies[index]!,
        ...(transitionCondition && {
            transitionCondition: checkedCondition(transitionCondition, `${path}/${index}/transitionCondition`),
        }),
    }));
    const inOrder = checked.sort((a, b) => a.sortOrder - b.sortOrder);
    const last = inOrder.at(-1)!;
    if (last.transitionCondition) {
        throw invalid(
            `Milestone ${last.name} is the last one, so no milestone can follow it automatically. Leave out its transitionCondition.`,
            path,
        );
    }
    const isUnique = new Set(inOrder.map(({ sortOrder }) => sortOrder)).size === inOrder.length;
    return isUnique ? inOrder : inOrder.map((milestone, sortOrder) => ({ ...milestone, sortOrder }));
}

interface StrategiesInput extends Pick<MilestonesInput, 'project' | 'featureName'> {
    strategies: readonly { list: readonly NewMilestoneStrategy[]; path: string }[];
}

/** Checks the strategies of several milestones and returns them with new ids, in order. */
export async function checkedStrategies(
    change: Change,
    { project, featureName, strategies }: StrategiesInput,
): Promise<StoredMilestoneStrategy[][]> {
    const limit = change.limits.featureEnvironmentStrategies;
    if (strategies.some(({ list }) => list.length > limit)) throw exceedsLimit('strategies of a milestone', limit);
    const all = strategies.flatMap(({ list, path }) =>
        list.map((strategy, index) => ({
            ...strategy,
            name: typeOf(strategy, `${path}/${index}`),
            path: `${path}/${index}`,
        })),
    );
    const configurations = await checkedConfigurations(
        change,
        project,
        all.map((strategy) => ({ ...strategy, featureName })),
    );
    let position = 0;
    return strategies.map(({ list }) =>
        list
            .map((strategy, index): StoredMilestoneStrategy => {
                const { name } = all[position]!;
                return {
                    id: ulid(change.now),
                    name,
                    title: strategy.title ?? null,
                    disabled: strategy.disabled ?? false,
                    sortOrder: strategy.sortOrder ?? index,
                    ...configurations[position++]!,
                };
            })
            .sort((a, b) => a.sortOrder - b.sortOrder),
    );
}

function typeOf({ name, strategyName }: NewMilestoneStrategy, path: string): string {
    const type = name ?? strategyName;
    if (type === undefined)
        throw invalid('A strategy of a milestone needs the name of its strategy type.', `${path}/name`);
    return type;
}

function rejectEqualNames(milestones: readonly { name: string }[], path: string): void {
    const names = new Set<string>();
    for (const [index, milestone] of milestones.entries()) {
        const name = milestone.name.trim();
        if (names.has(name)) {
            throw invalid(
                `Two milestones have the name ${name}. Give each milestone a name of its own.`,
                `${path}/${index}/name`,
            );
        }
        names.add(name);
    }
}

/** Returns the condition without members that are null. */
export function checkedCondition(condition: NewTransitionCondition, path: string): StoredTransitionCondition {
    const { type, intervalMinutes, minimumExposures, since, whenHarmExcluded } = condition;
    const required = type === 'exposure' ? 'minimumExposures' : 'intervalMinutes';
    if (condition[required] === undefined || condition[required] === null) {
        throw invalid(`A condition of the type ${type ?? 'time'} needs ${required}.`, `${path}/${required}`);
    }
    if (since && !minimumExposures) {
        throw invalid('`since` tells which exposures count: send minimumExposures, too.', `${path}/since`);
    }
    return {
        ...(type && { type }),
        ...(intervalMinutes && { intervalMinutes }),
        ...(minimumExposures && { minimumExposures }),
        ...(since && { since }),
        ...(whenHarmExcluded && { whenHarmExcluded }),
    };
}
