import type { Selectable } from 'kysely';
import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { FlagLink } from './flag-link.schemas.ts';

export type FlagLinkRow = Selectable<Tables['flag_links']>;

export async function listFlagLinks(db: Db, flag: string): Promise<FlagLink[]> {
    return (await listLinksOfFlags(db, [flag])).get(flag) ?? [];
}

/** Returns the links by flag, without entries for flags that have none. The names must fit into one statement. */
export async function listLinksOfFlags(db: Db, flags: readonly string[]): Promise<Map<string, FlagLink[]>> {
    const rows = await db
        .selectFrom('flag_links')
        .selectAll()
        .where('flag', 'in', flags)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
    const byFlag = Map.groupBy(rows, ({ flag }) => flag);
    return new Map([...byFlag].map(([flag, links]) => [flag, links.map(toFlagLink)]));
}

/** Returns a link only if it belongs to the flag. */
export async function getFlagLink(db: Db, { flag, id }: { flag: string; id: string }): Promise<FlagLinkRow> {
    const row = await db
        .selectFrom('flag_links')
        .selectAll()
        .where('id', '=', id)
        .where('flag', '=', flag)
        .executeTakeFirst();
    if (!row) throw notFound(`link ${id} of flag ${flag}`);
    return row;
}

export const toFlagLink = ({ id, url, title }: FlagLinkRow): FlagLink => ({ id, url, title });
