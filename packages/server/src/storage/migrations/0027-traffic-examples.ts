import type { Kysely } from 'kysely';
import { ROLE_ID } from '../../core/access/permissions.ts';
import type { Tables } from '../tables.ts';

const permission = 'READ_TRAFFIC_EXAMPLES';

/** Project owners may view traffic examples; existing owner roles get the permission. */
export async function up(db: Kysely<Tables>): Promise<void> {
    const given = await db
        .selectFrom('role_permissions')
        .select('permission')
        .where('role_id', '=', ROLE_ID.owner)
        .where('permission', '=', permission)
        .executeTakeFirst();
    if (given) return;
    await db.insertInto('role_permissions').values({ role_id: ROLE_ID.owner, permission, environment: null }).execute();
}
