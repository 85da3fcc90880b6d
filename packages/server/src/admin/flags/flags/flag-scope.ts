import { type AdminActor, mayKnowOf, type Scope } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { findFlag } from './flag.queries.ts';

interface FlagRequest {
    params: { featureName: string };
    actor: AdminActor;
}

/**
 * Returns the scope of routes whose path contains a flag but not its project. The scope is empty for a flag in a project that
 * is hidden from the actor, as for a flag that does not exist: an error message must not reveal the project.
 */
export const flagScope =
    (db: Db) =>
    async ({ params, actor }: FlagRequest): Promise<Scope> => {
        const flag = await findFlag(db, params.featureName);
        return flag && mayKnowOf(actor, flag.project) ? { project: flag.project } : {};
    };
