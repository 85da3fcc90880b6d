import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Stores where code uses flags, as reported by repository scans. Only adds tables. */
export async function up(db: Kysely<Tables>, { text, boolean, json, identity, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table code_scans (
            id ${identity},
            project ${text} not null references projects on delete cascade,
            repository ${text} not null,
            branch ${text} not null,
            is_default ${boolean} not null,
            revision ${text} not null,
            link_template ${text},
            files integer not null,
            uploaded_at ${text} not null,
            uploaded_by ${text} not null,
            unique (project, repository, branch)
        ) ${tableEnd}`,
        `create table code_references (
            scan integer not null references code_scans on delete cascade,
            flag ${text} not null references flags on delete cascade,
            count integer not null,
            places ${json} not null,
            gone_at ${text},
            gone_revision ${text},
            primary key (scan, flag)
        ) ${tableEnd}`,
        'create index code_references_by_flag on code_references (flag)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
