import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';

/** The active flags that an environment does not have: there they are off and have nothing. */
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
