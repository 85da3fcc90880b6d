import type { Static } from 'typebox';
import type { AdminActor } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { listDependenciesOf, listParentsInUse } from '../dependencies/dependency.queries.ts';
import { listFlagsOf } from './flag.queries.ts';
import type { ArchiveCheck } from './flag.schemas.ts';

/** Returns the reasons that prevent archiving these flags, and whether dependencies would be lost. */
export async function checkArchiving(
    db: Db,
    actor: AdminActor,
    query: { project: string; names: readonly string[] },
): Promise<Static<typeof ArchiveCheck>> {
    const flags = (await listFlagsOf(db, actor, query)).map(({ name }) => name);
    return {
        parentsWithChildFeatures: await listParentsInUse(db, flags),
        hasDeletedDependencies: (await listDependenciesOf(db, flags)).length > 0,
    };
}
