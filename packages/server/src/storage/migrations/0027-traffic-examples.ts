import type { Kysely } from 'kysely';
import { ROLE_ID } from '../../core/access/permissions.ts';
import type { Tables } from '../tables.ts';

const permission = 'READ_TRAFFIC_EXAMPLES';

/** Owners of projects may see examples of traffic; where the role is older than the permission, it is given. */
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
