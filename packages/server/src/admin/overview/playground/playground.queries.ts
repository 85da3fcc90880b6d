import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';

/** Selects the active flags that are not in the environment. The playground shows them as off, without strategies. */
export const listFlagsOutside = prepared((db: Db, { environment }: { environment: string }) =>
    db
        .selectFrom('flags')
        .select(['name', 'project'])
        .where('archived_at', 'is', null)
        // All flags of a project are in the same environments.
        .where('project', 'in', ({ selectFrom }) =>
            selectFrom('projects')
                .select('projects.id')
                .where('projects.id', 'not in', (row) =>
                    row
                        .selectFrom('project_environments')
                        .select('project_environments.project')
                        .where('project_environments.environment', '=', environment),
                ),
        ),
);
