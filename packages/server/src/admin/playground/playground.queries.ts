import type { Db } from '../../storage/database.ts';

/** The active flags that an environment does not have: there they are off and have nothing. */
export function listFlagsOutside(db: Db, environment: string): Promise<{ name: string; project: string }[]> {
    return db
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
        )
        .execute();
}
