import type { Tx } from '../../../storage/database.ts';
import { insertRows } from '../../../storage/insert-rows.ts';
import { fieldsOf } from '../../catalogue/constraints/constraint-rules.ts';
import type { FeatureStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';

export interface StrategyOfFlag {
    featureName: string;
    strategy: FeatureStrategy;
}

export interface StrategyInEnvironment extends StrategyOfFlag {
    environment: string;
    /** Only for a strategy that a milestone serves. */
    milestoneId?: string;
}

/** Stores new strategies. */
export async function insertStrategyRows(
    tx: Tx,
    strategies: readonly StrategyInEnvironment[],
    created_at: string,
): Promise<void> {
    const rows = strategies.map(({ featureName, environment, strategy, milestoneId = null }) => ({
        ...toColumns(strategy),
        id: strategy.id,
        flag: featureName,
        environment,
        created_at,
        milestone_id: milestoneId,
    }));
    await insertRows(tx, 'strategies', rows);
    await insertReferences(tx, strategies);
}

/** Replaces everything that is stored of a strategy. */
export async function replaceStrategyRow(tx: Tx, { featureName, strategy }: StrategyOfFlag): Promise<void> {
    const { id } = strategy;
    await tx.updateTable('strategies').set(toColumns(strategy)).where('id', '=', id).execute();
    await tx.deleteFrom('strategy_segments').where('strategy_id', '=', id).execute();
    await tx.deleteFrom('strategy_context_fields').where('strategy_id', '=', id).execute();
    await insertReferences(tx, [{ featureName, strategy }]);
}

export async function enableStrategyRows(tx: Tx, ids: readonly string[]): Promise<void> {
    await tx.updateTable('strategies').set({ disabled: false }).where('id', 'in', ids).execute();
}

export async function setSortOrder(tx: Tx, id: string, sortOrder: number): Promise<void> {
    await tx.updateTable('strategies').set({ sort_order: sortOrder }).where('id', '=', id).execute();
}

export async function deleteStrategyRow(tx: Tx, id: string): Promise<void> {
    await tx.deleteFrom('strategies').where('id', '=', id).execute();
}

/** Removes the strategies that a milestone serves. */
export async function deleteMilestoneStrategyRows(tx: Tx, flag: string, environment: string): Promise<void> {
    await tx
        .deleteFrom('strategies')
        .where('flag', '=', flag)
        .where('environment', '=', environment)
        .where('milestone_id', 'is not', null)
        .execute();
}

/** Removes all strategies of these flags in one environment, except those that milestones serve. */
export async function deleteStrategyRowsOf(tx: Tx, flags: readonly string[], environment: string): Promise<void> {
    await tx
        .deleteFrom('strategies')
        .where('flag', 'in', flags)
        .where('environment', '=', environment)
        .where('milestone_id', 'is', null)
        .execute();
}

const toColumns = ({ name, title, disabled, sortOrder, parameters, constraints, variants }: FeatureStrategy) => ({
    name,
    title,
    disabled: disabled ?? false,
    sort_order: sortOrder,
    parameters: JSON.stringify(parameters),
    constraints: JSON.stringify(constraints),
    variants: JSON.stringify(variants),
});

/** Stores the segments and context fields of strategies in separate rows, so that their users are found by an index. */
async function insertReferences(tx: Tx, strategies: readonly StrategyOfFlag[]): Promise<void> {
    const segments = strategies.flatMap(({ strategy: { id, segments } }) =>
        segments.map((segment_id) => ({ strategy_id: id, segment_id })),
    );
    const fields = strategies.flatMap(({ featureName, strategy: { id, constraints } }) =>
        fieldsOf(constraints).map((field) => ({ strategy_id: id, field, flag: featureName })),
    );
    await insertRows(tx, 'strategy_segments', segments);
    await insertRows(tx, 'strategy_context_fields', fields);
}
