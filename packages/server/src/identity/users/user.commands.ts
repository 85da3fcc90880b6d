import type { Change } from '../../changes/write.ts';
import { ROLE_ID } from '../../core/permissions.ts';
import { countUsers } from './user.queries.ts';

/** Creates the first administrator; does nothing once there are users. Tells whether it did. */
export async function createFirstAdministrator(
    { tx, record, now }: Change,
    { username, passwordHash }: { username: string; passwordHash: string },
): Promise<boolean> {
    if ((await countUsers(tx)) > 0) return false;
    const { id } = await tx
        .insertInto('users')
        .values({
            name: null,
            username,
            email: null,
            password_hash: passwordHash,
            is_service: false,
            login_attempts: 0,
            created_at: now,
            seen_at: null,
            scim_id: null,
            deleted_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    await tx
        .insertInto('user_roles')
        .values({ user_id: id, role_id: ROLE_ID.admin, project: null, created_at: now })
        .execute();
    record({ type: 'user-created', data: { id, username, rootRole: ROLE_ID.admin } });
    return true;
}
