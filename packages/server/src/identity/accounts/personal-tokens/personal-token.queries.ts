import type { Selectable } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { PersonalToken } from './personal-token.schemas.ts';

export type PersonalTokenRow = Selectable<Tables['personal_tokens']>;

export async function listPersonalTokens(db: Db, userId: number): Promise<PersonalToken[]> {
    const rows = await db
        .selectFrom('personal_tokens')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute();
    return rows.map(toPersonalToken);
}

export const toPersonalToken = (row: PersonalTokenRow): PersonalToken => ({
    id: row.id,
    description: row.description,
    userId: row.user_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    seenAt: row.seen_at,
});
