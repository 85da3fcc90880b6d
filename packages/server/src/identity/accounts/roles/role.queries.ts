import type { Selectable } from 'kysely';
import {
    PERMISSION_NAMES,
    PERMISSIONS,
    type Permission,
    type PermissionScope,
    permissionsIn,
} from '../../../core/access/permissions.ts';
import { invalid, notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import { readSignInSettings } from '../sso-settings/sso-settings.queries.ts';
import type { PermissionOnWire, Role, RoleWithPermissions } from './role.schemas.ts';

export type RoleRow = Selectable<Tables['roles']>;

const ROOT_TYPES = ['root', 'root-custom'];
const PROJECT_TYPES = ['project', 'custom'];

export const isRootRole = ({ type }: RoleRow) => ROOT_TYPES.includes(type);

export const isBuiltIn = ({ type }: RoleRow) => type === 'root' || type === 'project';

export async function getRole(db: Db, id: number): Promise<RoleRow> {
    const role = await db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst();
    if (!role) throw notFound(`role ${id}`);
    return role;
}

export function findRoleByName(db: Db, name: string): Promise<RoleRow | undefined> {
    return db.selectFrom('roles').selectAll().where('name', '=', name).executeTakeFirst();
}

export async function listRoles(db: Db, kind?: 'root' | 'project'): Promise<Role[]> {
    const rows = await db
        .selectFrom('roles')
        .selectAll()
        .$if(kind !== undefined, (query) => query.where('type', 'in', kind === 'root' ? ROOT_TYPES : PROJECT_TYPES))
        .orderBy('id')
        .execute();
    return rows.map(toRole);
}

/** Returns the id of a root role that is specified by id or name. */
export async function rootRoleId(db: Db, idOrName: number | string, path = '/body/rootRole'): Promise<number> {
    const isName = typeof idOrName === 'string' && !/^\d{1,9}$/.test(idOrName);
    const role = await db
        .selectFrom('roles')
        .selectAll()
        .$if(isName, (query) => query.where('name', '=', String(idOrName)))
        .$if(!isName, (query) => query.where('id', '=', Number(idOrName)))
        .executeTakeFirst();
    if (!role || !isRootRole(role)) {
        const member = path.slice(path.lastIndexOf('/') + 1);
        throw invalid(
            `\`${member}\` ${idOrName} is not the id or the name of a root role. Use one of the root roles under /api/admin/roles.`,
            path,
        );
    }
    return role.id;
}

export async function getRoleWithPermissions(db: Db, id: number): Promise<RoleWithPermissions> {
    const role = await getRole(db, id);
    const rows = await db
        .selectFrom('role_permissions')
        .select(['permission', 'environment'])
        .where('role_id', '=', id)
        .orderBy('permission')
        .orderBy('environment')
        .execute();
    return {
        ...toRole(role),
        permissions: rows
            // Unknown permissions were granted by another version.
            .filter(({ permission }) => isPermission(permission))
            .map(({ permission, environment }) => ({
                ...toPermission(permission as Permission),
                ...(environment !== null && { environment }),
            })),
    };
}

/** Whether any user or group has the role, or gets it at the first sign-in. */
export async function roleIsInUse(db: Db, id: number): Promise<boolean> {
    const user = await db
        .selectFrom('user_roles')
        .select('user_id')
        .where('role_id', '=', id)
        .limit(1)
        .executeTakeFirst();
    const groupRole = await db
        .selectFrom('group_roles')
        .select('group_id')
        .where('role_id', '=', id)
        .limit(1)
        .executeTakeFirst();
    const group = await db.selectFrom('groups').select('id').where('root_role_id', '=', id).limit(1).executeTakeFirst();
    const { samlAuth, oidcAuth } = await readSignInSettings(db);
    const isDefault = samlAuth.defaultRootRoleId === id || oidcAuth.defaultRootRoleId === id;
    return isDefault || user !== undefined || groupRole !== undefined || group !== undefined;
}

export const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name);

export const permissionNumbered = (id: number): Permission | undefined => PERMISSION_NAMES[id - 1];

/** Returns the permissions that roles can contain; environment permissions are listed for each environment. */
export async function listPermissions(db: Db) {
    const environments = await db
        .selectFrom('environments')
        .select('name')
        .orderBy('sort_order')
        .orderBy('name')
        .execute();
    return {
        root: permissionsFor('root'),
        project: permissionsFor('project'),
        environments: environments.map(({ name }) => ({
            name,
            permissions: permissionsFor('environment').map((permission) => ({ ...permission, environment: name })),
        })),
    };
}

/** Returns the permissions of a scope without ADMIN, which only the built-in role Admin contains. */
const permissionsFor = (scope: PermissionScope): PermissionOnWire[] =>
    permissionsIn(scope)
        .filter((name) => name !== 'ADMIN')
        .map(toPermission);

const toPermission = (name: Permission): PermissionOnWire => ({
    id: PERMISSION_NAMES.indexOf(name) + 1,
    name,
    displayName: PERMISSIONS[name].label,
    type: PERMISSIONS[name].scope,
});

export const toRole = ({ id, name, type, description }: RoleRow): Role => ({
    id,
    name,
    type,
    ...(description !== null && { description }),
});
