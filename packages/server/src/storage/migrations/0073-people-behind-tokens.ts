import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/**
 * The person who created a token, and the people who proposed or edited a change request: approvals come from people (decision 72). The
 * creators of existing tokens are taken from the audit log, as far as it reaches back.
 */
export async function up(db: Kysely<Tables>, { json }: ColumnTypes): Promise<void> {
    await sql.raw('alter table api_tokens add column created_by_user_id integer').execute(db);
    await sql.raw('alter table personal_tokens add column created_by_user_id integer').execute(db);
    await sql.raw(`alter table change_requests add column people ${json}`).execute(db);
    await restoreCreators(db, 'api_tokens', 'api-token-created');
    await restoreCreators(db, 'personal_tokens', 'service-account-token-created');
}

async function restoreCreators(
    db: Kysely<Tables>,
    table: 'api_tokens' | 'personal_tokens',
    type: 'api-token-created' | 'service-account-token-created',
): Promise<void> {
    const tokens = new Set((await db.selectFrom(table).select('id').execute()).map(({ id }) => id));
    if (tokens.size === 0) return;
    const created = await db
        .selectFrom('events')
        .innerJoin('users', 'users.id', 'events.created_by_user_id')
        .select(['events.data', 'events.created_by_user_id'])
        .where('events.type', '=', type)
        .where('users.is_service', '=', false)
        .execute();
    for (const { data, created_by_user_id } of created) {
        const id = idIn(data);
        if (!tokens.has(id)) continue;
        await db.updateTable(table).set({ created_by_user_id }).where('id', '=', id).execute();
    }
}

const idIn = (data: unknown): number =>
    Number(((typeof data === 'string' ? JSON.parse(data) : data) as { id?: unknown } | null)?.id);
