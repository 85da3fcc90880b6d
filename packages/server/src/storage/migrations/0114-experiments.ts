import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Experiments. Units of kept outcomes are stored encrypted, too, so that their arms can be computed for a start in the past. */
export async function up(db: Kysely<Tables>, { text, json, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `alter table outcome_units add column value ${text}`,
        `create table experiments (
            id ${text} not null primary key,
            flag ${text} not null references flags on delete cascade,
            environment ${text} not null references environments on delete cascade,
            name ${text} not null,
            state ${text} not null,
            content ${json} not null,
            created_at ${text} not null,
            started_at ${text},
            stopped_at ${text},
            decided_at ${text},
            variant ${text}
        ) ${tableEnd}`,
        'create index experiments_by_flag on experiments (flag, environment)',
        'create index experiments_by_environment on experiments (environment)',
        `create table experiment_metrics (
            project ${text} not null references projects on delete cascade,
            key ${text} not null,
            content ${json} not null,
            created_at ${text} not null,
            primary key (project, key)
        ) ${tableEnd}`,
        `create table experiment_summaries (
            experiment ${text} not null references experiments on delete cascade,
            at ${text} not null,
            content ${json} not null,
            primary key (experiment, at)
        ) ${tableEnd}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    await grantToRoles(db);
}

/** The predefined roles that work on flags: editors, owners and members. */
const ROLES = [2, 4, 5];
const PERMISSIONS = ['CREATE_EXPERIMENT', 'UPDATE_EXPERIMENT', 'DELETE_EXPERIMENT', 'DECIDE_EXPERIMENT'];

/** New installations have these permissions already. */
async function grantToRoles(db: Kysely<Tables>): Promise<void> {
    const roles = await db.selectFrom('roles').select('id').where('id', 'in', ROLES).orderBy('id').execute();
    const granted = await db
        .selectFrom('role_permissions')
        .select(['role_id', 'permission'])
        .where('role_id', 'in', ROLES)
        .where('permission', 'in', PERMISSIONS)
        .execute();
    const isGranted = (role: number, permission: string) =>
        granted.some((each) => each.role_id === role && each.permission === permission);
    const missing = roles.flatMap(({ id }) =>
        PERMISSIONS.filter((permission) => !isGranted(id, permission)).map((permission) => ({
            ...{ role_id: id, permission, environment: null },
        })),
    );
    if (missing.length > 0) await db.insertInto('role_permissions').values(missing).execute();
}
