import { type Kysely, sql } from 'kysely';
import { ROLE_ID } from '../../core/access/permissions.ts';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

const permission = 'UPDATE_IMPACT_METRICS';

/** Charts of metrics. Existing editors get the permission for charts that belong to no flag. */
export async function up(db: Kysely<Tables>, { text, json, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table metric_charts (
            id ${text} not null primary key,
            flag ${text} references flags on delete cascade,
            project ${text} references projects on delete cascade,
            content ${json} not null,
            created_at ${text} not null
        ) ${tableEnd}`,
        'create index metric_charts_by_flag on metric_charts (flag)',
        'create index metric_charts_by_project on metric_charts (project)',
        `create table registered_metrics (
            name ${text} not null primary key,
            kind ${text} not null,
            created_at ${text} not null
        ) ${tableEnd}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    const editor = { role_id: ROLE_ID.editor, permission, environment: null };
    const existing = await db
        .selectFrom('role_permissions')
        .select('permission')
        .where('role_id', '=', editor.role_id)
        .where('permission', '=', permission)
        .executeTakeFirst();
    if (!existing) await db.insertInto('role_permissions').values(editor).execute();
}
