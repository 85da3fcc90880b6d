import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../../changes/change.ts';
import { ROLE_ID } from '../../../core/access/permissions.ts';
import { nameExists } from '../../../core/errors/errors.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import type { Db } from '../../../storage/database.ts';
import {
    endLinks,
    resetCredentials,
    revokeAccess,
    revokePriorAccess,
} from '../../accounts/users/credentials.commands.ts';
import { findRootRole, listGrants } from '../../accounts/users/grant.queries.ts';
import {
    addressOrNull,
    insertUser,
    loginIsTaken,
    orNull,
    requireAdministrator,
} from '../../accounts/users/user.commands.ts';
import { findUsersByLogins, type UserRow } from '../../accounts/users/user.queries.ts';
import { toUserEvent } from '../../accounts/users/user-event.ts';
import { deleteUser } from '../../accounts/users/user-removal.commands.ts';
import { isSignedUp } from '../invite-links/invite-link.queries.ts';
import { demandAdministratorsAllowed } from './scim-settings.queries.ts';
import { getScimUser } from './scim-user.queries.ts';
import type { ScimUserChange } from './scim-user-change.ts';

/** Creates a Viewer, or takes over an unmanaged user with that name or address, including their roles. */
export async function createScimUser(change: Change, input: ScimUserChange & { userName: string }): Promise<UserRow> {
    const { tx } = change;
    const logins = [input.userName, addressOf(input)].filter((login) => login !== null);
    const known = await findUsersByLogins(tx, logins);
    if (known.length > 1 || known.some(({ scim_id, is_service }) => scim_id !== null || is_service)) {
        throw nameExists(`A user ${input.userName}`);
    }
    if (!known[0]) {
        const created = await insertUser(change, newUser(input));
        return save(change, {
            before: created,
            after: applyUserChange(created, input, change.now),
            rootRole: ROLE_ID.viewer,
        });
    }
    const before = await takeOverUser(change, known[0], logins);
    return saveChecked(change, before, { ...applyUserChange(before, input, change.now), scim_id: randomUUID() });
}

/** The directory verifies the identity. Credentials that were created with an unverified identity are revoked. */
async function takeOverUser(change: Change, user: UserRow, logins: readonly string[]): Promise<UserRow> {
    await demandManageable(change.tx, user);
    const isKnownByAddress = user.email !== null && logins.map(asciiLower).includes(user.email);
    // A username chosen at sign-up is unverified.
    if (!isKnownByAddress && (await isSignedUp(change.tx, user.id))) return resetCredentials(change, user);
    return revokePriorAccess(change, user);
}

async function demandManageable(db: Db, { id }: UserRow): Promise<void> {
    const grants = await listGrants(db, id);
    if (grants.some(({ permission }) => permission === 'ADMIN')) await demandAdministratorsAllowed(db);
}

function newUser(input: ScimUserChange & { userName: string }) {
    const email = addressOf(input);
    return {
        username: input.userName,
        ...(email !== null && { email }),
        ...(input.name && { name: input.name }),
        rootRole: ROLE_ID.viewer,
        scimId: randomUUID(),
    };
}

/** Directories often use the e-mail address as the username. */
const addressOf = ({ email, userName = '' }: ScimUserChange) =>
    email ?? (/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(userName) && userName.length <= 254 ? userName : null);

/** A deactivated user is signed out and loses all tokens; the row and its roles stay. */
export async function updateScimUser(
    change: Change,
    { scimId, ...input }: ScimUserChange & { scimId: string },
): Promise<UserRow> {
    const before = await getScimUser(change.tx, scimId);
    const after = applyUserChange(before, input, change.now);
    // Rows have no prototype, so they are copied for the comparison.
    if (!isDeepStrictEqual({ ...before }, after)) await demandManageable(change.tx, before);
    return saveChecked(change, before, after);
}

function applyUserChange(before: UserRow, input: ScimUserChange, now: string): UserRow {
    const isActive = input.active ?? before.disabled_at === null;
    return {
        ...before,
        username: orNull(input.userName) ?? before.username,
        name: input.name === undefined ? before.name : orNull(input.name ?? ''),
        email: input.email === undefined ? before.email : addressOrNull(input.email),
        external_id: input.externalId === undefined ? before.external_id : input.externalId,
        disabled_at: isActive ? null : (before.disabled_at ?? now),
    };
}

async function saveChecked(change: Change, before: UserRow, after: UserRow): Promise<UserRow> {
    const { tx } = change;
    const [isTaken, rootRole] = await Promise.all([
        loginIsTaken(tx, [after.username, after.email], after.id),
        findRootRole(tx, after.id),
    ]);
    if (isTaken) throw nameExists('A user of this name or address');
    await save(change, { before, after, rootRole });
    await requireAdministrator(tx);
    return after;
}

interface SavedUser {
    before: UserRow;
    after: UserRow;
    rootRole: number | undefined;
}

async function save(change: Change, { before, after, rootRole }: SavedUser): Promise<UserRow> {
    const { tx, record } = change;
    const { id, username, name, email, scim_id, external_id, disabled_at } = after;
    await tx
        .updateTable('users')
        .set({ username, name, email, scim_id, external_id, disabled_at })
        .where('id', '=', id)
        .execute();
    if (email !== before.email) await endLinks(change, id);
    if (disabled_at !== null && before.disabled_at === null) await revokeAccess(change, id);
    record({ type: 'user-updated', preData: toUserEvent(before, rootRole), data: toUserEvent(after, rootRole) });
    return after;
}

export async function deleteScimUser(change: Change, { scimId }: { scimId: string }): Promise<void> {
    const user = await getScimUser(change.tx, scimId);
    await demandManageable(change.tx, user);
    await deleteUser(change, { id: user.id });
}
