import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Grant } from '../../core/actor.ts';
import { PERMISSIONS, type Permission } from '../../core/permissions.ts';
import type { Db } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';
import type { User } from './user.schemas.ts';

export type UserRow = Selectable<Tables['users']>;

export function findUser(db: Db, id: number): Promise<UserRow | undefined> {
    return db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

/** People sign in with their username or their e-mail address. */
export function findUserByLogin(db: Db, login: string): Promise<UserRow | undefined> {
    return db
        .selectFrom('users')
        .selectAll()
        .where((row) => row.or([row('username', '=', login), row('email', '=', login.toLowerCase())]))
        .where('deleted_at', 'is', null)
        .where('is_service', '=', false)
        .executeTakeFirst();
}

export async function countUsers(db: Db): Promise<number> {
    const row = await db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    return row.count;
}

/** Root roles give project permissions in this project only. */
const PROJECT_OF_ROOT_ROLES = 'default';

/** What the roles of a user allow, and where. */
export async function listGrants(db: Db, userId: number): Promise<Grant[]> {
    const rows = await db
        .selectFrom('user_roles')
        .innerJoin('role_permissions', 'role_permissions.role_id', 'user_roles.role_id')
        .select(['permission', 'user_roles.project', 'role_permissions.environment'])
        .where('user_roles.user_id', '=', userId)
        .execute();
    return rows
        .filter((row) => Object.hasOwn(PERMISSIONS, row.permission))
        .map((row) => {
            const permission = row.permission as Permission;
            const isRoot = PERMISSIONS[permission].scope === 'root';
            return {
                permission,
                ...(!isRoot && { project: row.project ?? PROJECT_OF_ROOT_ROLES }),
                ...(row.environment !== null && { environment: row.environment }),
            };
        });
}

/** The private projects in which a user has no role, not even one that allows nothing. */
export async function listHiddenProjects(db: Db, userId: number, grants: readonly Grant[]): Promise<string[]> {
    if (grants.some(({ permission }) => permission === 'ADMIN')) return [];
    const rows = await db
        .selectFrom('projects')
        .select('id')
        .where('mode', '=', 'private')
        .where(({ not, exists, selectFrom }) =>
            not(
                exists(
                    selectFrom('user_roles')
                        .select('user_id')
                        .where('user_id', '=', userId)
                        .whereRef('user_roles.project', '=', 'projects.id'),
                ),
            ),
        )
        .orderBy('id')
        .execute();
    // Whoever may change something in a project knows of it, whichever role allows it.
    return rows.map(({ id }) => id).filter((id) => !grants.some(({ project }) => project === id));
}

export async function findRootRole(db: Db, userId: number): Promise<number | undefined> {
    const row = await db
        .selectFrom('user_roles')
        .select('role_id')
        .where('user_id', '=', userId)
        .where('project', 'is', null)
        .executeTakeFirst();
    return row?.role_id;
}

/** Avatars come from a public service that knows people by the hash of their address. */
export function imageUrl({ id, email, username }: Pick<UserRow, 'id' | 'email' | 'username'>): string {
    const key = (email ?? username ?? String(id)).trim().toLowerCase();
    return `https://gravatar.com/avatar/${hash('sha256', key, 'hex')}?s=42&d=retro&r=g`;
}

export function toUser(row: UserRow): User {
    return {
        id: row.id,
        isAPI: false,
        accountType: row.is_service ? 'Service Account' : 'User',
        ...(row.name !== null && { name: row.name }),
        ...(row.username !== null && { username: row.username }),
        ...(row.email !== null && { email: row.email }),
        imageUrl: imageUrl(row),
        seenAt: row.seen_at,
        loginAttempts: row.login_attempts,
        createdAt: row.created_at,
        scimId: row.scim_id,
    };
}
