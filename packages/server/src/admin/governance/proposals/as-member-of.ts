import type { AdminActor } from '../../../core/access/actor.ts';
import { PERMISSION_NAMES, PERMISSIONS } from '../../../core/access/permissions.ts';

/**
 * The actor with all that can be allowed in one project: what is only asked, or proposed, takes no permission there, and what
 * others approved has theirs. What belongs to no project, or to another, still takes the actor's own permissions; and what is
 * hidden from them stays hidden.
 */
export function asMemberOf(project: string, actor: AdminActor): AdminActor {
    const permissions = PERMISSION_NAMES.filter((name) => PERMISSIONS[name].scope !== 'root');
    return { ...actor, grants: [...actor.grants, ...permissions.map((permission) => ({ permission, project }))] };
}
