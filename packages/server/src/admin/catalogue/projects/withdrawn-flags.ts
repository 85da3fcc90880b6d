import type { Db, Tx } from '../../../storage/database.ts';
import { insertRows } from '../../../storage/insert-rows.ts';

/** Removes the flags of a project from an environment and stores their configuration. */
export async function withdrawFlags(tx: Tx, project: string, environment: string): Promise<void> {
    await tx
        .insertInto('withdrawn_flag_environments')
        .columns(['flag', 'environment', 'enabled', 'variants', 'last_seen_at'])
        .expression(({ selectFrom }) =>
            selectFrom('flag_environments')
                .innerJoin('flags', 'flags.name', 'flag_environments.flag')
                .select(['flag', 'environment', 'enabled', 'variants', 'last_seen_at'])
                .where('flags.project', '=', project)
                .where('environment', '=', environment),
        )
        .execute();
    await tx
        .deleteFrom('flag_environments')
        .where('environment', '=', environment)
        .where('flag', 'in', ({ selectFrom }) => selectFrom('flags').select('name').where('project', '=', project))
        .execute();
}

/** Adds all flags of a project to an environment: with their stored configuration if there is one, otherwise off. */
export async function restoreFlags(tx: Tx, project: string, environment: string): Promise<void> {
    const flags = await tx
        .selectFrom('flags')
        .leftJoin('withdrawn_flag_environments as withdrawn', (join) =>
            join.onRef('withdrawn.flag', '=', 'flags.name').on('withdrawn.environment', '=', environment),
        )
        .select(['flags.name', 'withdrawn.enabled', 'withdrawn.variants', 'withdrawn.last_seen_at'])
        .where('flags.project', '=', project)
        .orderBy('flags.name')
        .execute();
    await insertRows(
        tx,
        'flag_environments',
        flags.map(({ name, enabled, variants, last_seen_at }) => ({
            flag: name,
            environment,
            enabled: enabled ?? false,
            variants: JSON.stringify(variants ?? []),
            last_seen_at,
        })),
    );
    await tx
        .deleteFrom('withdrawn_flag_environments')
        .where('environment', '=', environment)
        .where('flag', 'in', ({ selectFrom }) => selectFrom('flags').select('name').where('project', '=', project))
        .execute();
}

/** Counts the flags of a project that would be on again after a removed environment is added back, by environment. */
export async function countWithdrawnFlags(db: Db, project: string): Promise<Map<string, number>> {
    const rows = await db
        .selectFrom('withdrawn_flag_environments')
        .innerJoin('flags', 'flags.name', 'withdrawn_flag_environments.flag')
        .select(({ fn }) => ['withdrawn_flag_environments.environment', fn.countAll<number>().as('count')])
        .where('flags.project', '=', project)
        .where('flags.archived_at', 'is', null)
        .where('withdrawn_flag_environments.enabled', '=', true)
        .groupBy('withdrawn_flag_environments.environment')
        .execute();
    return new Map(rows.map(({ environment, count }) => [environment, count]));
}
