import { randomUUID } from 'node:crypto';
import type { Change } from '../../../changes/change.ts';
import { conflict, exceedsLimit, invalid, notFound } from '../../../core/errors/errors.ts';
import { applyPatch, type PatchOperation } from '../../../core/json/json-patch.ts';
import { validateAs } from '../../../http/route/schemas.ts';
import { chunked } from '../../../storage/chunked.ts';
import { findIdOfMilestones } from '../../../storage/releases/milestone-uses.ts';
import { findUsedId, hasServedStrategy } from '../../../storage/strategies/strategy-rows.ts';
import {
    type FeatureStrategy,
    type ProposedStrategy,
    type StrategySortOrder,
    StrategyUpdate,
} from '../../catalogue/strategy-rules/strategy.schemas.ts';
import {
    checkedConfigurations,
    validateConfiguration,
    validateSegments,
} from '../../catalogue/strategy-rules/strategy-rules.ts';
import { findFlagEnvironment, getFlag } from '../flags/flag.queries.ts';
import {
    getOwnStrategy,
    listStrategies,
    listStrategiesOf,
    type StrategiesByFlag,
    type StrategyScope,
} from './strategy.queries.ts';
import {
    deleteStrategyRow,
    enableStrategyRows,
    insertStrategyRows,
    replaceStrategyRow,
    type StrategyInEnvironment,
    type StrategyOfFlag,
    setSortOrder,
} from './strategy-store.ts';

type At<Input> = StrategyScope & Input;

/** Adds a strategy to a flag in an environment that its project uses. */
export async function addStrategy(change: Change, input: At<ProposedStrategy>): Promise<FeatureStrategy> {
    const { tx } = change;
    const { project, featureName, environment } = input;
    const [, ofEnvironment, existing] = await Promise.all([
        getFlag(tx, { project, name: featureName }),
        findFlagEnvironment(tx, featureName, environment),
        listStrategies(tx, [featureName], environment),
    ]);
    if (!ofEnvironment) throw notFound(`environment ${environment} in project ${project}`);
    const [strategy] = await addStrategies(change, { project, environment, proposed: [input], existing });
    return strategy!;
}

/** Adds strategies to many flags in an environment with few queries. `existing` contains the current strategies of these flags. */
export async function addStrategies(
    change: Change,
    {
        project,
        environment,
        proposed,
        existing,
    }: Omit<StrategyScope, 'featureName'> & {
        proposed: readonly (ProposedStrategy & { featureName: string })[];
        existing: StrategiesByFlag;
    },
): Promise<FeatureStrategy[]> {
    const { record, limits } = change;
    await rejectUsedIds(
        change,
        proposed.flatMap(({ id }) => id ?? []),
    );
    const configurations = await checkedConfigurations(
        change,
        project,
        proposed.map((strategy) => ({ ...strategy, path: '/body' })),
    );
    const strategies = proposed.map(({ featureName, id, name, title, disabled, sortOrder }, index) => {
        const others = existing.get(featureName)?.get(environment) ?? [];
        if (others.length >= limits.featureEnvironmentStrategies) {
            throw exceedsLimit('strategies of a flag in one environment', limits.featureEnvironmentStrategies);
        }
        const strategy: FeatureStrategy = {
            id: id ?? randomUUID(),
            name,
            title: title ?? null,
            disabled: disabled ?? false,
            sortOrder: sortOrder ?? (others.at(-1)?.sortOrder ?? -1) + 1,
            ...configurations[index]!,
        };
        return { featureName, environment, strategy };
    });
    await insertStrategies(change, strategies);
    for (const { featureName, strategy } of strategies) {
        record({ type: 'feature-strategy-add', project, featureName, environment, data: strategy });
    }
    return strategies.map(({ strategy }) => strategy);
}

async function rejectUsedIds({ tx }: Change, ids: readonly string[]): Promise<void> {
    for (const chunk of chunked(ids)) {
        const used = (await findUsedId(tx, chunk)) ?? (await findIdOfMilestones(tx, chunk));
        if (used) throw conflict(`Strategy ${used} already exists. Omit the id, or use another one.`);
    }
}

/** Enables disabled strategies of any flags of the project. */
export async function enableStrategies(
    { tx, record }: Change,
    {
        project,
        environment,
        placed: strategies,
    }: Omit<StrategyScope, 'featureName'> & { placed: readonly StrategyOfFlag[] },
): Promise<void> {
    for (const chunk of chunked(strategies.map(({ strategy }) => strategy.id))) {
        await enableStrategyRows(tx, chunk);
    }
    for (const { featureName, strategy } of strategies) {
        const data = { ...strategy, disabled: false };
        record({ type: 'feature-strategy-update', project, featureName, environment, preData: strategy, data });
    }
}

/**
 * Replaces the configuration of a strategy. Omitted constraints, variants and parameters are removed.
 * Omitted `name`, `title`, `segments`, `sortOrder` and `disabled` are kept.
 */
export async function updateStrategy(
    change: Change,
    input: At<StrategyUpdate & { strategyId: string }>,
): Promise<FeatureStrategy> {
    const before = await getOwnStrategy(change.tx, input);
    const after: FeatureStrategy = {
        ...before,
        name: input.name ?? before.name,
        title: input.title === undefined ? before.title : input.title,
        disabled: input.disabled ?? before.disabled,
        sortOrder: input.sortOrder ?? before.sortOrder,
        ...(await validateConfiguration(change, {
            ...input,
            name: input.name,
            segments: input.segments ?? before.segments,
            before,
        })),
    };
    await saveStrategy(change, input, before, after);
    return after;
}

/** Changes parts of a strategy by a JSON Patch. The id does not change. */
export async function patchStrategy(
    change: Change,
    input: At<{ strategyId: string; patch: readonly PatchOperation[] }>,
): Promise<FeatureStrategy> {
    const { patch, ...address } = input;
    const patched = applyPatch(await getOwnStrategy(change.tx, input), patch);
    return updateStrategy(change, { ...validateAs(StrategyUpdate, patched), ...address });
}

/** Sets the segments of a strategy and nothing else. */
export async function setStrategySegments(
    change: Change,
    input: At<{ strategyId: string; segments: number[] }>,
): Promise<FeatureStrategy> {
    const before = await getOwnStrategy(change.tx, input);
    if (input.segments.length > Math.max(change.limits.strategySegments, before.segments.length)) {
        throw exceedsLimit('segments in one strategy', change.limits.strategySegments);
    }
    const after = { ...before, segments: await validateSegments(change, input.segments, input.project) };
    await saveStrategy(change, input, before, after);
    return after;
}

export async function deleteStrategy(change: Change, input: At<{ strategyId: string }>): Promise<void> {
    const { tx, record } = change;
    const { project, featureName, environment } = input;
    const strategy = await getOwnStrategy(tx, input);
    await deleteStrategyRow(tx, strategy.id);
    record({ type: 'feature-strategy-remove', project, featureName, environment, preData: strategy });
    await turnOffWithoutStrategies(change, input);
}

/** Changes the order of the strategies of a flag. Strategies that are not listed keep their `sortOrder`. */
export async function sortStrategies(change: Change, input: At<{ order: StrategySortOrder }>): Promise<void> {
    const { tx, record } = change;
    const { project, featureName, environment, order } = input;
    await getFlag(tx, { project, name: featureName });
    const before = await listStrategiesOf(tx, featureName, environment);
    const known = new Set(before.map(({ id }) => id));
    for (const { id, sortOrder } of order) {
        if (!known.delete(id)) {
            throw invalid(
                `${id} is not a strategy of flag ${featureName} in ${environment}, or it is listed twice. List each strategy once.`,
            );
        }
        await setSortOrder(tx, id, sortOrder);
    }
    const after = await listStrategiesOf(tx, featureName, environment);
    record({
        type: 'strategy-order-changed',
        project,
        featureName,
        environment,
        preData: inOrder(before),
        data: inOrder(after),
    });
}

const inOrder = (strategies: FeatureStrategy[]) => ({
    strategyIds: strategies.map(({ id }) => id),
    sortOrders: strategies.map(({ sortOrder }) => sortOrder),
});

/** Inserts validated strategies. The caller records the events. */
export const insertStrategies = ({ tx, now }: Change, strategies: readonly StrategyInEnvironment[]): Promise<void> =>
    insertStrategyRows(tx, strategies, now);

async function saveStrategy(
    change: Change,
    { project, featureName, environment }: StrategyScope,
    before: FeatureStrategy,
    after: FeatureStrategy,
): Promise<void> {
    const { tx, record } = change;
    await replaceStrategyRow(tx, { featureName, strategy: after });
    record({ type: 'feature-strategy-update', project, featureName, environment, preData: before, data: after });
    await turnOffWithoutStrategies(change, { project, featureName, environment });
}

/** Turns a flag off that has no enabled strategy: otherwise it would be on for all users. */
export async function turnOffWithoutStrategies(
    { tx, record }: Change,
    { project, featureName, environment }: StrategyScope,
): Promise<void> {
    if (await hasServedStrategy(tx, featureName, environment)) return;
    const turnedOff = await tx
        .updateTable('flag_environments')
        .set({ enabled: false })
        .where('flag', '=', featureName)
        .where('environment', '=', environment)
        .where('enabled', '=', true)
        .returning('flag')
        .executeTakeFirst();
    if (turnedOff) record({ type: 'feature-environment-disabled', project, featureName, environment });
}
