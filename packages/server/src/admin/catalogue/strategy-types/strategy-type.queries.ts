import type { Selectable } from 'kysely';
import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { StrategyType } from './strategy-type.schemas.ts';

export type StrategyTypeRow = Selectable<Tables['strategy_types']>;

export function findStrategyType(db: Db, name: string): Promise<StrategyTypeRow | undefined> {
    return db.selectFrom('strategy_types').selectAll().where('name', '=', name).executeTakeFirst();
}

export async function getStrategyType(db: Db, name: string): Promise<StrategyTypeRow> {
    const type = await findStrategyType(db, name);
    if (!type) throw notFound(`strategy type ${name}`);
    return type;
}

export async function listStrategyTypes(db: Db): Promise<StrategyType[]> {
    const rows = await db.selectFrom('strategy_types').selectAll().orderBy('sort_order').orderBy('name').execute();
    return rows.map(toStrategyType);
}

export function toStrategyType(row: StrategyTypeRow): StrategyType {
    return {
        name: row.name,
        title: row.title,
        displayName: row.display_name,
        description: row.description,
        editable: row.editable,
        deprecated: row.deprecated,
        parameters: row.parameters,
    };
}
