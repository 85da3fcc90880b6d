import type { Change } from '../../../changes/change.ts';
import { chunked } from '../../../storage/chunked.ts';
import { requireAdministrator } from './user.commands.ts';
import { getUser, listInactiveUsers, listManagedUsers, listUsersWithRole } from './user.queries.ts';
import { toUserEvent } from './user-event.ts';

export async function deleteUser(change: Change, { id }: { id: number }): Promise<void> {
    await getUser(change.tx, id);
    await deleteUsers(change, [id]);
}

/** Deletes those of the users who are still inactive: a user may have signed in since the list was read. */
export async function deleteInactiveUsers(
    change: Change,
    { ids, since }: { ids: readonly number[]; since: string },
): Promise<void> {
    const inactive = new Set((await listInactiveUsers(change.tx, since)).map(({ id }) => id));
    await deleteUsers(
        change,
        ids.filter((id) => inactive.has(id)),
    );
}

/** Deletes all users managed by a directory, e.g. before switching to another. */
export async function deleteManagedUsers(change: Change): Promise<void> {
    const managed = await listManagedUsers(change.tx);
    await deleteUsers(
        change,
        managed.map(({ id }) => id),
    );
}

async function deleteUsers(change: Change, ids: readonly number[]): Promise<void> {
    const users = await listUsersWithRole(change.tx, ids);
    await removeUsers(change, ids);
    await requireAdministrator(change.tx);
    for (const { root_role, ...user } of users) {
        change.record({ type: 'user-deleted', preData: toUserEvent(user, root_role ?? undefined) });
    }
}

const USER_TABLES = [
    'sessions',
    'user_roles',
    'group_users',
    'personal_tokens',
    'password_resets',
    'password_history',
    'user_identities',
    'user_views',
    'totp_factors',
    'passkeys',
    'recovery_codes',
] as const;

/**
 * Deletes the credentials, roles and names of users. The rows stay, because the events of the users refer to them. Their names can
 * be reused.
 */
export async function removeUsers({ tx, now }: Change, ids: readonly number[]): Promise<void> {
    for (const chunk of chunked(ids)) {
        await tx
            .updateTable('users')
            .set({
                name: null,
                username: null,
                email: null,
                password_hash: null,
                scim_id: null,
                external_id: null,
                deleted_at: now,
            })
            .where('id', 'in', chunk)
            .execute();
        for (const table of USER_TABLES) await tx.deleteFrom(table).where('user_id', 'in', chunk).execute();
    }
}
