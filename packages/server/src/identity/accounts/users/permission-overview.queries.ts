import { type AdminActor, may, type Scope } from '../../../core/access/actor.ts';
import { PERMISSIONS, type PermissionScope, permissionsIn } from '../../../core/access/permissions.ts';
import type { Db } from '../../../storage/database.ts';
import { listRoles } from '../roles/role.queries.ts';
import { findRootRole, listGrants } from './grant.queries.ts';
import { listRolesOf } from './profile.queries.ts';
import { nameOf, toUser, type UserRow } from './user.queries.ts';

export async function permissionOverview(db: Db, user: UserRow, scope: Scope) {
    const [grants, own, rootRoles, projectRoles] = await Promise.all([
        listGrants(db, user.id),
        findRootRole(db, user.id),
        listRoles(db, 'root'),
        scope.project === undefined ? [] : listRolesOf(db, user.id, scope.project),
    ]);
    const actor: AdminActor = { kind: 'admin', id: user.id, name: nameOf(user), grants, hiddenProjects: [] };
    const states = (permissionScope: PermissionScope) =>
        permissionsIn(permissionScope).map((name) => ({
            name,
            displayName: PERMISSIONS[name].label,
            type: permissionScope,
            hasPermission: may(actor, name, scope),
        }));
    const rootRole = rootRoles.find(({ id }) => id === own);
    return {
        overview: { root: states('root'), project: states('project'), environment: states('environment') },
        user: { ...toUser(user), ...(own !== undefined && { rootRole: own }) },
        ...(rootRole && { rootRole }),
        projectRoles,
    };
}
