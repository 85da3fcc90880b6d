import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
    for (const statement of schema(types)) await sql.raw(statement).execute(db);
}

const schema = ({ text, tableEnd }: ColumnTypes) => [
    `create table flag_stages (
        flag ${text} not null references flags on delete cascade,
        stage ${text} not null,
        position integer not null,
        entered_at ${text} not null,
        status ${text},
        status_value ${text},
        primary key (flag, position)
    ) ${tableEnd}`,

    `create table favorite_flags (
        user_id integer not null references users on delete cascade,
        flag ${text} not null references flags on delete cascade,
        primary key (user_id, flag)
    ) ${tableEnd}`,
    'create index favorite_flags_by_flag on favorite_flags (flag)',

    `create table favorite_projects (
        user_id integer not null references users on delete cascade,
        project ${text} not null references projects on delete cascade,
        primary key (user_id, project)
    ) ${tableEnd}`,
    'create index favorite_projects_by_project on favorite_projects (project)',

    `create table flag_links (
        id ${text} primary key,
        flag ${text} not null references flags on delete cascade,
        url ${text} not null,
        title ${text},
        created_at ${text} not null
    ) ${tableEnd}`,
    'create index flag_links_by_flag on flag_links (flag)',
];
