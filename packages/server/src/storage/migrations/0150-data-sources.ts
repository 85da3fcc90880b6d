import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Databases outside of this service that experiments query, and the last sums that they returned. */
export async function up(db: Kysely<Tables>, { text, json, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table data_sources (
            project ${text} not null references projects on delete cascade,
            name ${text} not null,
            content ${json} not null,
            password ${text} not null,
            created_at ${text} not null,
            primary key (project, name)
        ) ${tableEnd}`,
        `alter table experiments add column data_source ${text}`,
        `create table source_results (
            experiment ${text} not null primary key references experiments on delete cascade,
            next_at ${text},
            attempted_at ${text},
            failure ${text},
            computed_at ${text},
            summary ${json}
        ) ${tableEnd}`,
        'create index source_results_by_next on source_results (next_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    await grantToOwners(db);
}

const OWNER = 4;
const PERMISSION = 'UPDATE_EXPERIMENT_SOURCE';

/** New installations have this permission already. */
async function grantToOwners(db: Kysely<Tables>): Promise<void> {
    const role = await db.selectFrom('roles').select('id').where('id', '=', OWNER).executeTakeFirst();
    if (!role) return;
    const granted = await db
        .selectFrom('role_permissions')
        .select('role_id')
        .where('role_id', '=', OWNER)
        .where('permission', '=', PERMISSION)
        .executeTakeFirst();
    if (granted) return;
    await db
        .insertInto('role_permissions')
        .values({ role_id: OWNER, permission: PERMISSION, environment: null })
        .execute();
}
