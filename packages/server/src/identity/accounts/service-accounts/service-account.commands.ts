import type { Change } from '../../../changes/change.ts';
import { invalid, nameExists } from '../../../core/errors/errors.ts';
import { rootRoleId } from '../roles/role.queries.ts';
import { findRootRole } from '../users/grant.queries.ts';
import { giveRootRole, loginIsTaken, orNull } from '../users/user.commands.ts';
import { toUserEvent } from '../users/user-event.ts';
import { removeUsers } from '../users/user-removal.commands.ts';
import { getServiceAccount, getServiceAccountRow } from './service-account.queries.ts';
import type { NewServiceAccount, ServiceAccount, ServiceAccountUpdate } from './service-account.schemas.ts';

export async function createServiceAccount(change: Change, input: NewServiceAccount): Promise<ServiceAccount> {
    const { tx, record, now } = change;
    const name = orNull(input.name);
    const username = orNull(input.username) ?? (name === null ? null : usernameFor(name));
    if (username === null) throw invalid('A service account needs a username or a name.', '/body/username');
    if (await loginIsTaken(tx, [username])) throw nameExists(`A user or service account ${username}`);
    const rootRole = await rootRoleId(tx, input.rootRole);
    const account = await tx
        .insertInto('users')
        .values({
            name,
            username,
            email: null,
            password_hash: null,
            is_service: true,
            login_attempts: 0,
            created_at: now,
            seen_at: null,
            scim_id: null,
            deleted_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    await giveRootRole(change, account.id, rootRole);
    record({ type: 'service-account-created', data: toUserEvent(account, rootRole) });
    return getServiceAccount(tx, account.id);
}

const usernameFor = (name: string) => name.toLowerCase().replace(/\s+/g, '-');

export async function updateServiceAccount(
    change: Change,
    { id, ...input }: ServiceAccountUpdate & { id: number },
): Promise<ServiceAccount> {
    const { tx, record } = change;
    const before = await getServiceAccountRow(tx, id);
    const roleBefore = await findRootRole(tx, id);
    const after = { ...before, name: orNull(input.name) ?? before.name };
    await tx.updateTable('users').set({ name: after.name }).where('id', '=', id).execute();
    const rootRole = input.rootRole === undefined ? roleBefore : await rootRoleId(tx, input.rootRole);
    if (rootRole !== undefined && rootRole !== roleBefore) await giveRootRole(change, id, rootRole);
    record({
        type: 'service-account-updated',
        preData: toUserEvent(before, roleBefore),
        data: toUserEvent(after, rootRole),
    });
    return getServiceAccount(tx, id);
}

/** Deletes the account with its tokens. */
export async function deleteServiceAccount(change: Change, { id }: { id: number }): Promise<void> {
    const account = await getServiceAccountRow(change.tx, id);
    const rootRole = await findRootRole(change.tx, id);
    await removeUsers(change, [id]);
    change.record({ type: 'service-account-deleted', preData: toUserEvent(account, rootRole) });
}
