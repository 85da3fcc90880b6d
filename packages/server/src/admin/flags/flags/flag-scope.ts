import { type AdminActor, mayKnowOf, type Scope } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { findFlag } from './flag.queries.ts';

interface FlagRequest {
    params: { featureName: string };
    actor: AdminActor;
}

/**
 * The scope of routes whose address names a flag but not its project. A flag in a project that the actor may not know of
 * is in none, like one that does not exist: a refusal must not name the project.
 */
export const flagScope =
    (db: Db) =>
    async ({ params, actor }: FlagRequest): Promise<Scope> => {
        const flag = await findFlag(db, params.featureName);
        return flag && mayKnowOf(actor, flag.project) ? { project: flag.project } : {};
    };
