import { randomUUID } from 'node:crypto';
import type { Change } from '../../changes/write.ts';
import { nameExists } from '../../core/errors.ts';
import { ROLE_ID } from '../../core/permissions.ts';
import type { Db } from '../../storage/database.ts';
import { deletePersonalToken } from '../personal-tokens/personal-token.commands.ts';
import { listPersonalTokens } from '../personal-tokens/personal-token.queries.ts';
import { endSessions } from '../sessions/sessions.ts';
import { findRootRole } from '../users/grant.queries.ts';
import { inEvent, insertUser, keepAnAdministrator, loginIsTaken, orNull } from '../users/user.commands.ts';
import type { UserRow } from '../users/user.queries.ts';
import { deleteUser } from '../users/user-removal.commands.ts';
import { getScimUser } from './scim-user.queries.ts';
import type { ScimUserChange } from './scim-user-change.ts';

/** Creates a Viewer; or takes over someone of that name or address whom nobody manages yet, with the roles they have. */
export async function createScimUser(change: Change, input: ScimUserChange & { userName: string }): Promise<UserRow> {
    const { tx } = change;
    const logins = [input.userName, addressOf(input)].filter((login) => login !== null);
    const known = await findByLogins(tx, logins);
    if (known.length > 1 || known.some(({ scim_id, is_service }) => scim_id !== null || is_service)) {
        throw nameExists(`A user ${input.userName}`);
    }
    const before = known[0] ?? (await insertUser(change, newUser(input)));
    const scim_id = before.scim_id ?? randomUUID();
    return save(change, before, { ...changed(before, input, change.now), scim_id });
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

/** Directories often use the address as the name. */
const addressOf = ({ email, userName = '' }: ScimUserChange) =>
    email ?? (/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(userName) && userName.length <= 254 ? userName : null);

function findByLogins(db: Db, logins: readonly string[]) {
    const wanted = logins.map((login) => login.toLowerCase());
    return db
        .selectFrom('users')
        .selectAll()
        .where('deleted_at', 'is', null)
        .where(({ eb, or, fn }) => or([eb(fn<string>('lower', ['username']), 'in', wanted), eb('email', 'in', wanted)]))
        .orderBy('id')
        .limit(2)
        .execute();
}

/** Whoever is no longer active is signed out and loses their tokens; the row and its roles stay. */
export async function updateScimUser(
    change: Change,
    { scimId, ...input }: ScimUserChange & { scimId: string },
): Promise<UserRow> {
    const before = await getScimUser(change.tx, scimId);
    return save(change, before, changed(before, input, change.now));
}

function changed(before: UserRow, input: ScimUserChange, now: string): UserRow {
    const isActive = input.active ?? before.disabled_at === null;
    return {
        ...before,
        username: orNull(input.userName) ?? before.username,
        name: input.name === undefined ? before.name : orNull(input.name ?? ''),
        email: input.email === undefined ? before.email : (orNull(input.email ?? '')?.toLowerCase() ?? null),
        external_id: input.externalId === undefined ? before.external_id : input.externalId,
        disabled_at: isActive ? null : (before.disabled_at ?? now),
    };
}

async function save(change: Change, before: UserRow, after: UserRow): Promise<UserRow> {
    const { tx, record } = change;
    const { id, username, name, email, scim_id, external_id, disabled_at } = after;
    if (await loginIsTaken(tx, [username, email], id)) throw nameExists('A user of this name or address');
    const rootRole = await findRootRole(tx, id);
    await tx
        .updateTable('users')
        .set({ username, name, email, scim_id, external_id, disabled_at })
        .where('id', '=', id)
        .execute();
    if (disabled_at !== null && before.disabled_at === null) await shutOut(change, id);
    await keepAnAdministrator(tx);
    record({ type: 'user-updated', preData: inEvent(before, rootRole), data: inEvent(after, rootRole) });
    return after;
}

async function shutOut(change: Change, userId: number): Promise<void> {
    const { tx } = change;
    await endSessions(tx, userId);
    await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute();
    for (const { id } of await listPersonalTokens(tx, userId)) await deletePersonalToken(change, { userId, id });
}

export async function deleteScimUser(change: Change, { scimId }: { scimId: string }): Promise<void> {
    const { id } = await getScimUser(change.tx, scimId);
    await deleteUser(change, { id });
}
