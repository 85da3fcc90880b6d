import type { Change } from '../../../changes/change.ts';
import { notAllowed } from '../../../core/errors/errors.ts';
import { rootRoleId } from '../roles/role.queries.ts';
import { revokePriorAccess } from './credentials.commands.ts';
import { insertUser } from './user.commands.ts';
import { findUserByEmail, getUser, type UserRow } from './user.queries.ts';
import { findUserByIdentity, listIdentities, type ProviderIdentity } from './user-identity.queries.ts';

interface ProvisionInput {
    email: string;
    name?: string;
    /** The root role of a created user. */
    rootRole: number | string;
    /** The permanent identity at the provider, if it sends one. */
    identity: ProviderIdentity | undefined;
}

/** Finds or creates the user with an address that the provider verified, and links the identity to the user. */
export async function provisionUser(
    change: Change,
    { rootRole, identity, ...input }: ProvisionInput,
): Promise<UserRow> {
    const { tx } = change;
    // Concurrent first sign-ins create one user.
    const known = (identity && (await findUserByIdentity(tx, identity))) ?? (await findUserByEmail(tx, input.email));
    const user = known ?? (await insertUser(change, { ...input, rootRole: await rootRoleId(tx, rootRole) }));
    if (identity) await link(change, user, identity);
    return revokePriorAccess(change, user);
}

async function link({ tx, record, now }: Change, user: UserRow, identity: ProviderIdentity): Promise<void> {
    const { method, issuer, subject } = identity;
    const others = (await listIdentities(tx, user.id)).filter(
        (other) => other.authType === method && other.issuer === issuer,
    );
    if (others.some((other) => other.subject === subject)) return;
    if (others.length > 0) {
        throw notAllowed('Another identity is linked to your e-mail address. Ask an administrator to unlink it.');
    }
    await tx
        .insertInto('user_identities')
        .values({ ...identity, user_id: user.id, created_at: now })
        .execute();
    const { id, username, email } = user;
    record({ type: 'user-identity-linked', data: { id, username, email, ...identity } });
}

/** Deletes the linked identities. The next identity with the address of the user is linked to the user. */
export async function deleteIdentities({ tx, record }: Change, { id }: { id: number }): Promise<void> {
    const { username, email } = await getUser(tx, id);
    const identities = await listIdentities(tx, id);
    await tx.deleteFrom('user_identities').where('user_id', '=', id).execute();
    if (identities.length > 0) {
        record({ type: 'user-identities-forgotten', preData: { id, username, email, identities } });
    }
}
