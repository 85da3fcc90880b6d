import type { AdminActor } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { listGrants, listHiddenProjects } from './grant.queries.ts';
import { findUser, nameOf } from './user.queries.ts';

/** Returns the user or service account as an actor with all permissions. */
export async function findActor(db: Db, userId: number): Promise<AdminActor | undefined> {
    const user = await findUser(db, userId);
    if (!user || user.disabled_at !== null) return undefined;
    const grants = await listGrants(db, user.id);
    return {
        kind: 'admin',
        id: user.id,
        userId: user.id,
        ...(!user.is_service && { personId: user.id }),
        name: nameOf(user),
        grants,
        hiddenProjects: await listHiddenProjects(db, user.id, grants),
    };
}
