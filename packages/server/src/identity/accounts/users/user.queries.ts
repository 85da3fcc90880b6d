import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { deactivated, notFound } from '../../../core/errors/errors.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import { chunked } from '../../../storage/chunked.ts';
import { contains } from '../../../storage/contains.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Tables } from '../../../storage/tables.ts';
import { administrators } from './grant.queries.ts';
import type { User } from './user.schemas.ts';

export type UserRow = Selectable<Tables['users']>;

/** The columns of users that responses contain. Lists of thousands of users read no others. */
export const SHOWN_COLUMNS = [
    'users.id',
    'users.name',
    'users.username',
    'users.email',
    'users.is_service',
    'users.seen_at',
    'users.login_attempts',
    'users.created_at',
    'users.scim_id',
] as const;

type ColumnName<Column> = Column extends `users.${infer Name extends keyof UserRow}` ? Name : never;
export type ShownUser = Pick<UserRow, ColumnName<(typeof SHOWN_COLUMNS)[number]>>;

export function findUser(db: Db, id: number): Promise<UserRow | undefined> {
    return db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

/** Returns a user; throws if the user does not exist or is a service account. */
export async function getUser(db: Db, id: number): Promise<UserRow> {
    const user = await findUser(db, id);
    if (!user || user.is_service) throw notFound(`user ${id}`);
    return user;
}

/** Finds a user by username or e-mail address. The result may be a deactivated user. */
export function findUserByLogin(db: Db, login: string): Promise<UserRow | undefined> {
    return (
        db
            .selectFrom('users')
            .selectAll()
            .where(({ eb, or, fn }) =>
                or([
                    eb(fn<string>('lower', ['username']), '=', asciiLower(login)),
                    eb('email', '=', asciiLower(login)),
                ]),
            )
            .where('deleted_at', 'is', null)
            .where('is_service', '=', false)
            // Names that differ only in case may exist from before they were compared without it.
            .orderBy((eb) => eb.case().when('username', '=', login).then(0).else(1).end())
            .orderBy('id')
            .executeTakeFirst()
    );
}

/**
 * Returns the users with any of these usernames or e-mail addresses, which share one case-insensitive namespace, because users sign in
 * with either. Deleted users have neither.
 */
export function findUsersByLogins(db: Db, logins: readonly (string | null)[]): Promise<UserRow[]> {
    return usersByLogins(db, { logins: logins.filter((login) => login !== null).map(asciiLower) });
}

const usersByLogins = prepared((db: Db, { logins }: { logins: readonly string[] }) =>
    db
        .selectFrom('users')
        .selectAll()
        .where(({ eb, or, fn }) => or([eb(fn<string>('lower', ['username']), 'in', logins), eb('email', 'in', logins)]))
        .orderBy('id'),
);

export const hasLogin = ({ username, email }: UserRow, login: string | null) =>
    login !== null && [asciiLower(username ?? ''), email].includes(asciiLower(login));

/** Finds a user only by e-mail address, which a mail or an identity provider verified. Usernames are not verified. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
    return db
        .selectFrom('users')
        .selectAll()
        .where('email', '=', asciiLower(email))
        .where('deleted_at', 'is', null)
        .where('is_service', '=', false)
        .executeTakeFirst();
}

/** Rejects a deactivated user, whose row with roles and groups still exists. */
export function demandActive({ disabled_at }: Pick<UserRow, 'disabled_at'>): void {
    if (disabled_at !== null) throw deactivated();
}

export async function countUsers(db: Db): Promise<number> {
    const row = await db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    return row.count;
}

/** Counts users without service accounts and deleted users. */
export async function countPeople(db: Db): Promise<number> {
    const row = await db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('is_service', '=', false)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
    return row.count;
}

/** Selects users or service accounts with an id above `after`, each with their root role. */
const selectUsers = (db: Db, { service = false, after = 0 } = {}) =>
    db
        .selectFrom('users')
        .leftJoin('user_roles', (join) =>
            join
                .onRef('user_roles.user_id', '=', 'users.id')
                .on('user_roles.project', 'is', null)
                // Implied by the ids of the users, but PostgreSQL would read the roles of all earlier users.
                .on('user_roles.user_id', '>', after),
        )
        .select([...SHOWN_COLUMNS, 'user_roles.role_id as root_role'])
        .where('users.id', '>', after)
        .where('users.deleted_at', 'is', null)
        .where('users.is_service', '=', service)
        .orderBy('users.id');

type UserWithRole = ShownUser & { root_role: number | null };

/** The number of rows of one query: thousands of users block other requests for too long. */
const BATCH = 250;

/** Reads users or service accounts in batches. */
export async function* readUsers<T>(
    db: Db,
    convert: (row: UserWithRole) => T,
    { service = false } = {},
): AsyncGenerator<T[]> {
    for (let after = 0; ; ) {
        const rows = await usersAfter(db, { service, after });
        yield rows.map(convert);
        if (rows.length < BATCH) return;
        after = rows.at(-1)!.id;
    }
}

const usersAfter = prepared((db: Db, range: { service: boolean; after: number }) =>
    selectUsers(db, range).limit(BATCH),
);

/** Returns users with the columns that events contain. */
export async function listUsersWithRole(
    db: Db,
    ids: readonly number[],
): Promise<(UserWithRole & Pick<UserRow, 'external_id' | 'disabled_at' | 'unproven'>)[]> {
    const users: Awaited<ReturnType<typeof listUsersWithRole>> = [];
    for (const chunk of chunked(ids)) {
        const query = selectUsers(db).select(['users.external_id', 'users.disabled_at', 'users.unproven']);
        users.push(...(await query.where('users.id', 'in', chunk).execute()));
    }
    return users;
}

/** Returns the users managed by a directory. */
export function listManagedUsers(db: Db): Promise<{ id: number }[]> {
    return db
        .selectFrom('users')
        .select('id')
        .where('scim_id', 'is not', null)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute();
}

/** The maximum number of search results. Users can enter more characters to narrow the search. */
const MAX_RESULTS = 100;

/** Returns the users whose name, username or e-mail address contains the text. */
export function searchUsers(db: Db, text: string): Promise<UserWithRole[]> {
    return selectUsers(db)
        .where(({ or, ref }) =>
            or([
                contains(ref('users.name'), text),
                contains(ref('users.username'), text),
                contains(ref('users.email'), text),
            ]),
        )
        .limit(MAX_RESULTS)
        .execute();
}

/** Counts administrators with a password, without a password, and service accounts. */
export async function countAdministrators(db: Db): Promise<{ password: number; noPassword: number; service: number }> {
    const rows = await administrators(db)
        .select(['is_service', ({ fn }) => fn.countAll<number>().as('count')])
        .select(({ fn }) => fn.count<number>('password_hash').as('with_password'))
        .groupBy('is_service')
        .execute();
    const people = rows.find(({ is_service }) => !is_service) ?? { count: 0, with_password: 0 };
    return {
        password: people.with_password,
        noPassword: people.count - people.with_password,
        service: rows.find(({ is_service }) => is_service)?.count ?? 0,
    };
}

/** Returns the users who neither signed in nor used a personal token since then. */
export function listInactiveUsers(db: Db, since: string) {
    return db
        .selectFrom('users')
        .select(({ selectFrom }) => [
            'id',
            'name',
            'username',
            'email',
            'seen_at',
            'created_at',
            selectFrom('personal_tokens')
                .select((tokens) => tokens.fn.max('personal_tokens.seen_at').as('last'))
                .whereRef('personal_tokens.user_id', '=', 'users.id')
                .as('token_seen_at'),
        ])
        .where('deleted_at', 'is', null)
        .where('is_service', '=', false)
        .where(({ eb, or, and }) =>
            or([eb('seen_at', '<', since), and([eb('seen_at', 'is', null), eb('created_at', '<', since)])]),
        )
        .where(({ not, exists, selectFrom }) =>
            not(
                exists(
                    selectFrom('personal_tokens')
                        .select('personal_tokens.id')
                        .whereRef('personal_tokens.user_id', '=', 'users.id')
                        .where('personal_tokens.seen_at', '>=', since),
                ),
            ),
        )
        .orderBy('id')
        .execute();
}

/** Returns the URL of the avatar at Gravatar, which identifies users by the hash of their address. */
export function imageUrl({ id, email, username }: Pick<UserRow, 'id' | 'email' | 'username'>): string {
    const key = (email ?? username ?? String(id)).trim().toLowerCase();
    return `https://gravatar.com/avatar/${hash('sha256', key, 'hex')}?s=42&d=retro&r=g`;
}

/** Returns the name of a user for the audit log and lists. */
export const nameOf = ({ id, username, email }: Pick<UserRow, 'id' | 'email' | 'username'>) =>
    username ?? email ?? `user ${id}`;

export function toUser(row: ShownUser): User {
    const user: User = toListedUser(row);
    user.isAPI = false;
    user.accountType = row.is_service ? 'Service Account' : 'User';
    user.seenAt = row.seen_at;
    user.loginAttempts = row.login_attempts;
    user.createdAt = row.created_at;
    if (row.scim_id !== null) user.scimId = row.scim_id;
    return user;
}

/** Returns the data of a user that every signed-in user may see. Members without a value are omitted, not null. */
export function toListedUser(row: Pick<UserRow, 'id' | 'name' | 'username' | 'email'>) {
    const user: { id: number; name?: string; username?: string; email?: string; imageUrl: string } = {
        id: row.id,
        imageUrl: imageUrl(row),
    };
    if (row.name !== null) user.name = row.name;
    if (row.username !== null) user.username = row.username;
    if (row.email !== null) user.email = row.email;
    return user;
}

export function toUserWithRole(row: UserWithRole): User {
    const user = toUser(row);
    if (row.root_role !== null) user.rootRole = row.root_role;
    return user;
}
