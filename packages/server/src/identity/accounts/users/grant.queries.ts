import { sql } from 'kysely';
import type { Grant } from '../../../core/access/actor.ts';
import { DEFAULT_PROJECT, PERMISSIONS, type Permission, ROLE_ID } from '../../../core/access/permissions.ts';
import type { Db } from '../../../storage/database.ts';

interface HeldRole {
    role_id: number;
    /** Null for a root role. */
    project: string | null;
}

/** Returns the roles of a user: their own, those of their groups in projects, and the root roles of their groups. */
const heldRoles = (db: Db, userId: number) =>
    db
        .selectFrom('user_roles')
        .select(['role_id', 'project'])
        .where('user_id', '=', userId)
        .unionAll(
            db
                .selectFrom('group_users')
                .innerJoin('group_roles', 'group_roles.group_id', 'group_users.group_id')
                .select(['role_id', 'project'])
                .where('user_id', '=', userId)
                .$castTo<HeldRole>(),
        )
        .unionAll(
            db
                .selectFrom('group_users')
                .innerJoin('groups', 'groups.id', 'group_users.group_id')
                .select(['root_role_id as role_id', sql<string | null>`null`.as('project')])
                .where('user_id', '=', userId)
                .where('root_role_id', 'is not', null)
                .$castTo<HeldRole>(),
        );

export function listHeldRoles(db: Db, userId: number): Promise<HeldRole[]> {
    return heldRoles(db, userId).execute();
}

/** Returns the permissions of a user with their scopes. */
export async function listGrants(db: Db, userId: number): Promise<Grant[]> {
    const rows = await db
        .selectFrom(heldRoles(db, userId).as('held'))
        .innerJoin('role_permissions', 'role_permissions.role_id', 'held.role_id')
        .select(['role_permissions.permission', 'held.project', 'role_permissions.environment'])
        .distinct()
        .orderBy('role_permissions.permission')
        .orderBy('held.project')
        .orderBy('role_permissions.environment')
        .execute();
    const grants = rows
        .filter((row) => Object.hasOwn(PERMISSIONS, row.permission))
        .map((row): Grant => {
            // The filter above guarantees that the value is a permission.
            const permission = row.permission as Permission;
            const isRoot = PERMISSIONS[permission].scope === 'root';
            return {
                permission,
                ...(!isRoot && { project: row.project ?? DEFAULT_PROJECT }),
                ...(row.environment !== null && { environment: row.environment }),
            };
        });
    // A root role and a project role can grant the same permission in the default project.
    return [...new Map(grants.map((grant) => [JSON.stringify(grant), grant])).values()];
}

/** Returns the private projects in which a user has no role, not even one without permissions. */
export async function listHiddenProjects(db: Db, userId: number, grants: readonly Grant[]): Promise<string[]> {
    if (grants.some(({ permission }) => permission === 'ADMIN')) return [];
    const rows = await db
        .selectFrom('projects')
        .select('id')
        .where('mode', '=', 'private')
        .where(({ not, exists }) =>
            not(
                exists(
                    db
                        .selectFrom(heldRoles(db, userId).as('held'))
                        .select('held.project')
                        .where(sql<boolean>`held.project = projects.id`),
                ),
            ),
        )
        .orderBy('id')
        .execute();
    // Every permission in a project makes the project visible.
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

/** Returns the users who are administrators, directly or through a group. */
export const administrators = (db: Db) =>
    db
        .selectFrom('users')
        .where('deleted_at', 'is', null)
        .where('disabled_at', 'is', null)
        .where(({ or, exists, selectFrom }) =>
            or([
                exists(
                    selectFrom('user_roles')
                        .select('user_roles.user_id')
                        .whereRef('user_roles.user_id', '=', 'users.id')
                        .where('user_roles.role_id', '=', ROLE_ID.admin),
                ),
                exists(
                    selectFrom('group_users')
                        .innerJoin('groups', 'groups.id', 'group_users.group_id')
                        .select('group_users.user_id')
                        .whereRef('group_users.user_id', '=', 'users.id')
                        .where('groups.root_role_id', '=', ROLE_ID.admin),
                ),
            ]),
        );
