import { type AdminActor, may, type Scope } from '../../core/actor.ts';
import { PERMISSIONS, type Permission, type PermissionScope } from '../../core/permissions.ts';
import type { Db } from '../../storage/database.ts';
import { listRoles } from '../roles/role.queries.ts';
import { findRootRole, listGrants, listHeldRoles } from './grant.queries.ts';
import { nameOf, toUser, type UserRow } from './user.queries.ts';

/** Every permission there is, each with whether the user has it there. */
export async function permissionOverview(db: Db, user: UserRow, scope: Scope) {
    const [grants, held, roles, own] = await Promise.all([
        listGrants(db, user.id),
        listHeldRoles(db, user.id),
        listRoles(db),
        findRootRole(db, user.id),
    ]);
    const actor: AdminActor = { kind: 'admin', id: user.id, name: nameOf(user), grants, hiddenProjects: [] };
    const states = (wanted: PermissionScope) =>
        permissionNames
            .filter((name) => PERMISSIONS[name].scope === wanted)
            .map((name) => ({
                name,
                displayName: PERMISSIONS[name].label,
                type: wanted,
                hasPermission: may(actor, name, scope),
            }));
    const rootRole = roles.find(({ id }) => id === own);
    const here = held.filter(({ project }) => project !== null && project === scope.project);
    return {
        overview: { root: states('root'), project: states('project'), environment: states('environment') },
        user: { ...toUser(user), ...(own !== undefined && { rootRole: own }) },
        ...(rootRole && { rootRole }),
        projectRoles: roles.filter(({ id }) => here.some(({ role_id }) => role_id === id)),
    };
}

// The keys of an object literal are its names.
const permissionNames = Object.keys(PERMISSIONS) as Permission[];
