import type { AdminActor } from '../../../core/access/actor.ts';
import { PERMISSION_NAMES, PERMISSIONS } from '../../../core/access/permissions.ts';

/**
 * Returns the actor with all permissions of one project: previews and proposals need no permission there, and approved changes have the
 * permission of the approvers. Objects of other projects or of the instance still require the actor's own permissions, and hidden
 * objects stay hidden.
 */
export function withProjectPermissions(project: string, actor: AdminActor): AdminActor {
    const permissions = PERMISSION_NAMES.filter((name) => PERMISSIONS[name].scope !== 'root');
    return { ...actor, grants: [...actor.grants, ...permissions.map((permission) => ({ permission, project }))] };
}
