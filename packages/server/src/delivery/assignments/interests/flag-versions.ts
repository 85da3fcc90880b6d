import type { PastFlags } from '../../../snapshots/past.ts';
import type { Db } from '../../../storage/database.ts';
import type { FlagVersion } from './assignment-interests.ts';

/** The versions that are read after a start. */
const MAX_PAST_VERSIONS = 20;

interface PastVersionsOptions {
    db: Db;
    pastFlags: Pick<PastFlags, 'at'>;
    limit?: number;
}

/** Returns the definitions of an environment that were valid since a time, as far as these flags were changed, oldest first. */
export function pastVersions({ db, pastFlags, limit = MAX_PAST_VERSIONS }: PastVersionsOptions) {
    return async (environment: string, flags: readonly string[], since: Date): Promise<FlagVersion[]> => {
        const initial = await db
            .selectFrom('events')
            .select('id')
            .where('created_at', '<=', since.toISOString())
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirst();
        const changes = await db
            .selectFrom('publications')
            .innerJoin('events', 'events.id', 'publications.revision')
            .select(['publications.revision', 'events.created_at'])
            .distinct()
            .where('publications.environment', '=', environment)
            .where('publications.name', 'in', flags)
            .where('publications.revision', '>', initial?.id ?? 0)
            .orderBy('publications.revision', 'desc')
            .limit(limit)
            .execute();
        const revisions = [
            ...(initial ? [{ revision: initial.id, since: since.getTime() }] : []),
            ...changes.reverse().map(({ revision, created_at }) => ({ revision, since: Date.parse(created_at) })),
        ];
        const versions: FlagVersion[] = [];
        for (const { revision, since: from } of revisions) {
            const { flags: set } = await pastFlags.at({ environment, revision });
            versions.push({ since: from, flags: set });
        }
        return versions;
    };
}
