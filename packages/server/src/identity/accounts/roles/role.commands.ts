import type { Change } from '../../../changes/change.ts';
import { PERMISSIONS, type Permission } from '../../../core/access/permissions.ts';
import { invalid, nameExists, notAllowed, roleInUse } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import {
    findRoleByName,
    getRole,
    getRoleWithPermissions,
    isBuiltIn,
    isPermission,
    isRootRole,
    permissionNumbered,
    type RoleRow,
    roleIsInUse,
} from './role.queries.ts';
import type { NewRole, RoleUpdate, RoleWithPermissions } from './role.schemas.ts';

export async function createRole(change: Change, input: NewRole): Promise<RoleWithPermissions> {
    const { tx, record } = change;
    const name = await freeRoleName(tx, input.name);
    const role = await tx
        .insertInto('roles')
        .values({ name, type: input.type ?? 'custom', description: input.description ?? null })
        .returningAll()
        .executeTakeFirstOrThrow();
    await savePermissions(change, role, input.permissions ?? []);
    const created = await getRoleWithPermissions(tx, role.id);
    record({ type: 'role-created', data: created });
    return created;
}

/** Replaces name, description and permissions; missing permissions stay unchanged. */
export async function updateRole(
    change: Change,
    { roleId, ...input }: RoleUpdate & { roleId: number },
): Promise<RoleWithPermissions> {
    const { tx, record } = change;
    const role = await ownRole(tx, roleId);
    const before = await getRoleWithPermissions(tx, roleId);
    const name = await freeRoleName(tx, input.name, roleId);
    const description = input.description === undefined ? role.description : input.description;
    await tx.updateTable('roles').set({ name, description }).where('id', '=', roleId).execute();
    if (input.permissions !== undefined) await savePermissions(change, role, input.permissions);
    const after = await getRoleWithPermissions(tx, roleId);
    record({ type: 'role-updated', preData: before, data: after });
    return after;
}

export async function deleteRole({ tx, record }: Change, { roleId }: { roleId: number }): Promise<void> {
    const role = await ownRole(tx, roleId);
    if (await roleIsInUse(tx, roleId)) throw roleInUse(role.name);
    const before = await getRoleWithPermissions(tx, roleId);
    await tx.deleteFrom('roles').where('id', '=', roleId).execute();
    record({ type: 'role-deleted', preData: before });
}

/** Returns a custom role; built-in roles are the same in every instance and cannot be changed. */
async function ownRole(db: Db, id: number): Promise<RoleRow> {
    const role = await getRole(db, id);
    if (isBuiltIn(role))
        throw notAllowed(`The role ${role.name} is built in and cannot be changed. Create a custom role.`);
    return role;
}

/** Returns the normalized name; fails if another role has it. */
export async function freeRoleName(db: Db, requested: string, exceptId?: number): Promise<string> {
    const name = requested.trim();
    const other = await findRoleByName(db, name);
    if (other && other.id !== exceptId) throw nameExists(`Role ${name}`);
    return name;
}

type RequestedPermission = NonNullable<NewRole['permissions']>[number];

async function savePermissions(
    { tx }: Change,
    role: RoleRow,
    requested: readonly RequestedPermission[],
): Promise<void> {
    const environments = await tx.selectFrom('environments').select('name').execute();
    const known = new Set(environments.map(({ name }) => name));
    const rows = new Map<string, { role_id: number; permission: string; environment: string | null }>();
    for (const [index, permission] of requested.entries()) {
        const path = `/body/permissions/${index}`;
        const name = permissionOf(permission, role, path);
        const environment = PERMISSIONS[name].scope === 'environment' ? permission.environment || null : null;
        if (environment !== null && !known.has(environment)) {
            throw invalid(`There is no environment ${environment}.`, `${path}/environment`);
        }
        rows.set(`${name} ${environment}`, { role_id: role.id, permission: name, environment });
    }
    await tx.deleteFrom('role_permissions').where('role_id', '=', role.id).execute();
    for (const row of rows.values()) await tx.insertInto('role_permissions').values(row).execute();
}

function permissionOf({ name, id }: RequestedPermission, role: RoleRow, path: string): Permission {
    const resolved = name ?? (id === undefined ? undefined : permissionNumbered(id));
    if (resolved === undefined || !isPermission(resolved)) {
        throw invalid(`There is no permission ${name ?? id}. Use one of /api/admin/permissions.`, path);
    }
    if (resolved === 'ADMIN') throw invalid('ADMIN is part of the role Admin. Assign that role instead.', path);
    const fits = (PERMISSIONS[resolved].scope === 'root') === isRootRole(role);
    if (!fits) {
        throw invalid(
            isRootRole(role)
                ? `${resolved} is a permission in projects, but this is a role for the instance.`
                : `${resolved} is a permission for the instance, but this is a role in projects.`,
            path,
        );
    }
    return resolved;
}

/** Copies the permissions of all roles in one environment to another environment. */
export async function copyEnvironmentPermissions(
    { tx, record }: Change,
    { from, to }: { from: string; to: string },
): Promise<void> {
    const granted = await tx
        .selectFrom('role_permissions')
        .select(['role_id', 'permission'])
        .where('environment', '=', from)
        .orderBy('role_id')
        .orderBy('permission')
        .execute();
    for (const [roleId, ofRole] of Map.groupBy(granted, ({ role_id }) => role_id)) {
        const preData = await getRoleWithPermissions(tx, roleId);
        await tx
            .insertInto('role_permissions')
            .values(ofRole.map((row) => ({ ...row, environment: to })))
            .execute();
        record({ type: 'role-updated', preData, data: await getRoleWithPermissions(tx, roleId) });
    }
}
