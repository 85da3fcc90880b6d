import type { Selectable } from 'kysely';
import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { FlagType } from './flag-type.schemas.ts';

export async function listFlagTypes(db: Db): Promise<FlagType[]> {
    const rows = await db.selectFrom('flag_types').selectAll().orderBy('id').execute();
    return rows.map(toFlagType);
}

export async function getFlagType(db: Db, id: string): Promise<FlagType> {
    const row = await db.selectFrom('flag_types').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound(`flag type ${id}`);
    return toFlagType(row);
}

const toFlagType = ({ lifetime_days, ...row }: Selectable<Tables['flag_types']>): FlagType => ({
    ...row,
    lifetimeDays: lifetime_days,
});
