import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';

/** Selects the active flags that are not in the environment. The playground shows them as off, without strategies. */
export const listFlagsOutside = prepared((db: Db, { environment }: { environment: string }) =>
    db
        .selectFrom('flags')
        .select(['name', 'project'])
        .where('archived_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
            not(
                exists(
                    selectFrom('flag_environments')
                        .select('flag_environments.flag')
                        .whereRef('flag_environments.flag', '=', 'flags.name')
                        .where('flag_environments.environment', '=', environment),
                ),
            ),
        ),
);
