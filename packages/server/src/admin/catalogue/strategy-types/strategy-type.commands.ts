import type { Change } from '../../../changes/change.ts';
import { conflict, nameExists, notAllowed } from '../../../core/errors/errors.ts';
import { listFlagsWithType } from '../../../storage/strategies/strategy-uses.ts';
import { describeUsers } from '../strategy-rules/strategy-usage.queries.ts';
import { findStrategyType, getStrategyType, type StrategyTypeRow, toStrategyType } from './strategy-type.queries.ts';
import type { NewStrategyType, StrategyType, StrategyTypeUpdate } from './strategy-type.schemas.ts';

export async function createStrategyType(
    { tx, record }: Change,
    { name, title, description, editable = true, deprecated = false, parameters }: NewStrategyType,
): Promise<StrategyType> {
    if (await findStrategyType(tx, name)) throw nameExists(`Strategy type ${name}`);
    const { last } = await tx
        .selectFrom('strategy_types')
        .select(({ fn }) => fn.max('sort_order').as('last'))
        .executeTakeFirstOrThrow();
    const row: StrategyTypeRow = {
        name,
        title: title ?? null,
        display_name: null,
        description: description ?? null,
        editable,
        deprecated,
        parameters,
        sort_order: (last ?? 0) + 1,
    };
    await tx
        .insertInto('strategy_types')
        .values({ ...row, parameters: JSON.stringify(parameters) })
        .execute();
    const type = toStrategyType(row);
    record({ type: 'strategy-created', data: type });
    return type;
}

export async function updateStrategyType(
    change: Change,
    { strategyName, title, description, parameters }: StrategyTypeUpdate & { strategyName: string },
): Promise<void> {
    const before = await getEditable(change, strategyName);
    const after = { ...before, title: title ?? null, description: description ?? null, parameters };
    await saveStrategyType(change, 'strategy-updated', before, after);
}

export async function setStrategyTypeDeprecated(
    change: Change,
    { strategyName, deprecated }: { strategyName: string; deprecated: boolean },
): Promise<void> {
    const before = await getStrategyType(change.tx, strategyName);
    const type = deprecated ? 'strategy-deprecated' : 'strategy-reactivated';
    await saveStrategyType(change, type, before, { ...before, deprecated });
}

/** Deletes a strategy type that no strategy uses. */
export async function deleteStrategyType(change: Change, { strategyName }: { strategyName: string }): Promise<void> {
    const { tx, record, actor } = change;
    const type = await getEditable(change, strategyName);
    const users = describeUsers(actor, {
        flag: await listFlagsWithType(tx, strategyName),
    });
    if (users) throw conflict(`Strategy type ${strategyName} is used by ${users}. Remove its strategies first.`);
    await tx.deleteFrom('strategy_types').where('name', '=', strategyName).execute();
    record({ type: 'strategy-deleted', preData: toStrategyType(type) });
}

async function getEditable({ tx }: Change, name: string): Promise<StrategyTypeRow> {
    const type = await getStrategyType(tx, name);
    if (!type.editable) throw notAllowed(`Strategy type ${name} is not editable: it cannot be changed or deleted.`);
    return type;
}

async function saveStrategyType(
    { tx, record }: Change,
    type: 'strategy-updated' | 'strategy-deprecated' | 'strategy-reactivated',
    before: StrategyTypeRow,
    after: StrategyTypeRow,
): Promise<void> {
    await tx
        .updateTable('strategy_types')
        .set({ ...after, parameters: JSON.stringify(after.parameters) })
        .where('name', '=', before.name)
        .execute();
    record({ type, preData: toStrategyType(before), data: toStrategyType(after) });
}
