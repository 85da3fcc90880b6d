import type { Change } from '../../../changes/change.ts';
import { DEFAULT_PROJECT, ROLE_ID } from '../../../core/access/permissions.ts';
import { conflict, invalid } from '../../../core/errors/errors.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import type { Db } from '../../../storage/database.ts';
import { enqueueMail } from '../mail/mail-queue.ts';
import { addProjectAccess } from '../project-access/project-access.commands.ts';
import { rootRoleId } from '../roles/role.queries.ts';
import { endSessions } from '../sessions/sessions.ts';
import { readSignInSettings } from '../sso-settings/sso-settings.queries.ts';
import { endLinks } from './credentials.commands.ts';
import { administrators, findRootRole } from './grant.queries.ts';
import { createResetSecret, savePassword } from './password.commands.ts';
import { countUsers, findUsersByLogins, getUser, hasLogin, type UserRow } from './user.queries.ts';
import type { NewUser, UserUpdate } from './user.schemas.ts';
import { toUserEvent } from './user-event.ts';

/** Creates the first administrator unless users exist. Returns whether it was created. */
export async function createFirstAdministrator(
    change: Change,
    { username, passwordHash }: { username: string; passwordHash: string },
): Promise<boolean> {
    if ((await countUsers(change.tx)) > 0) return false;
    await insertUser(change, { username, rootRole: ROLE_ID.admin, passwordHash });
    return true;
}

/** The API also accepts these project roles as `rootRole`. They are assigned in the default project, which always exists. */
const PROJECT_ROLES = new Map<number | string, number>([
    ['Owner', ROLE_ID.owner],
    ['Member', ROLE_ID.member],
]);

/** Creates a user, the secret of the link to choose a password, and a mail with the link if requested. */
export async function createUser(
    change: Change,
    { passwordHash, sendEmail, projects = [], ...input }: Omit<NewUser, 'password'> & { passwordHash?: string },
): Promise<{ user: UserRow; resetSecret: string; mailId: number | undefined }> {
    const projectRole = PROJECT_ROLES.get(input.rootRole);
    const [rootRole] = await Promise.all([
        projectRole === undefined ? rootRoleId(change.tx, input.rootRole) : ROLE_ID.viewer,
        requireFreeLogins(change.tx, input),
        requireProjects(change.tx, projects),
    ]);
    const user = await addUser(change, { ...input, rootRole, ...(passwordHash !== undefined && { passwordHash }) });
    const memberships = [
        ...projects,
        ...(projectRole === undefined ? [] : [{ id: DEFAULT_PROJECT, role: projectRole }]),
    ];
    for (const { id: projectId, role } of memberships) {
        await addProjectAccess(change, { projectId, roles: [role], users: [user.id], groups: [] });
    }
    const { tx, now } = change;
    const mailId =
        sendEmail && user.email !== null
            ? await enqueueMail(tx, { kind: 'welcome', userId: user.id, address: user.email, now })
            : undefined;
    return { user, resetSecret: await createResetSecret(change, user), mailId };
}

async function requireProjects(db: Db, projects: readonly { id: string }[]): Promise<void> {
    if (projects.length === 0) return;
    const ids = projects.map(({ id }) => id);
    const rows = await db.selectFrom('projects').select('id').where('id', 'in', ids).execute();
    const missing = ids.find((id) => !rows.some((row) => row.id === id));
    if (missing !== undefined) throw invalid(`There is no project ${missing}. Leave it out.`, '/body/projects');
}

interface UserInput {
    name?: string;
    username?: string;
    email?: string;
    rootRole: number;
    passwordHash?: string;
    scimId?: string;
    unproven?: boolean;
}

export async function insertUser(change: Change, input: UserInput): Promise<UserRow> {
    await requireFreeLogins(change.tx, input);
    return addUser(change, input);
}

async function requireFreeLogins(db: Db, input: Pick<UserInput, 'username' | 'email'>): Promise<void> {
    const [username, email] = [orNull(input.username), addressOrNull(input.email)];
    if (username === null && email === null) {
        throw invalid('A user needs a username or an e-mail address.', '/body/username');
    }
    const users = await findUsersByLogins(db, [username, email]);
    const isTaken = (login: string | null) => users.some((user) => hasLogin(user, login));
    if (isTaken(username)) {
        throw invalid('A user with this username already exists. Choose another.', '/body/username');
    }
    if (isTaken(email)) {
        throw invalid('A user with this e-mail address already exists. Choose another.', '/body/email');
    }
}

/** Adds a user whose username and e-mail address are known to be free. */
async function addUser(change: Change, input: UserInput): Promise<UserRow> {
    const { tx, record, now } = change;
    const user = await tx
        .insertInto('users')
        .values({
            name: orNull(input.name),
            username: orNull(input.username),
            email: addressOrNull(input.email),
            password_hash: null,
            is_service: false,
            login_attempts: 0,
            created_at: now,
            seen_at: null,
            scim_id: input.scimId ?? null,
            unproven: input.unproven ?? false,
            deleted_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    await giveRootRole(change, user.id, input.rootRole);
    if (input.passwordHash !== undefined) await savePassword(change, user.id, input.passwordHash);
    record({ type: 'user-created', data: toUserEvent(user, input.rootRole) });
    return user;
}

/** Updates the members that are present and not empty. A change of the root role ends all sessions of the user. */
export async function updateUser(
    change: Change,
    { id, ...input }: UserUpdate & { id: number },
): Promise<{ user: UserRow; rootRole: number | undefined }> {
    const { tx, record } = change;
    const before = await getUser(tx, id);
    const roleBefore = await findRootRole(tx, id);
    const after = {
        ...before,
        name: orNull(input.name) ?? before.name,
        email: addressOrNull(input.email) ?? before.email,
    };
    if (before.scim_id !== null && (after.name !== before.name || after.email !== before.email)) {
        throw invalid('This user is managed by a directory (SCIM). Change name and e-mail address there.');
    }
    if (after.email !== before.email && (await loginIsTaken(tx, [after.email], id))) {
        throw invalid('Another user has this e-mail address.', '/body/email');
    }
    await tx.updateTable('users').set({ name: after.name, email: after.email }).where('id', '=', id).execute();
    // Password links may be in the mailbox of the previous address.
    if (after.email !== before.email) await endLinks(change, id);
    const rootRole = input.rootRole === undefined ? roleBefore : await rootRoleId(tx, input.rootRole);
    if (rootRole !== undefined && rootRole !== roleBefore) {
        await giveRootRole(change, id, rootRole);
        await endSessions(tx, id);
        await requireAdministrator(tx);
    }
    record({ type: 'user-updated', preData: toUserEvent(before, roleBefore), data: toUserEvent(after, rootRole) });
    return { user: after, rootRole };
}

export async function giveRootRole({ tx, now }: Change, userId: number, roleId: number): Promise<void> {
    await tx.deleteFrom('user_roles').where('user_id', '=', userId).where('project', 'is', null).execute();
    await tx
        .insertInto('user_roles')
        .values({ user_id: userId, role_id: roleId, project: null, created_at: now })
        .execute();
}

/** Throws unless an administrator remains who can sign in. Must be called after every change that could remove the Admin role. */
export async function requireAdministrator(db: Db): Promise<void> {
    const { simpleAuth } = await readSignInSettings(db);
    const administrator = await administrators(db)
        .select('id')
        .where('is_service', '=', false)
        // Single sign-on matches users by their e-mail address.
        .$if(simpleAuth.disabled, (query) => query.where('email', 'is not', null))
        .limit(1)
        .executeTakeFirst();
    if (administrator) return;
    throw conflict(
        simpleAuth.disabled
            ? 'No administrator could sign in any longer: without passwords, administrators need an e-mail address. Add an e-mail address to an administrator first.'
            : 'There would be no administrator left. Make another user an administrator first.',
    );
}

export async function loginIsTaken(db: Db, logins: readonly (string | null)[], exceptId?: number): Promise<boolean> {
    return (await findUsersByLogins(db, logins)).some(({ id }) => id !== exceptId);
}

export const orNull = (text: string | null | undefined) => text?.trim() || null;

/** Addresses are stored in lower case, because they are compared so. */
export const addressOrNull = (text: string | null | undefined) => {
    const address = orNull(text);
    return address === null ? null : asciiLower(address);
};
