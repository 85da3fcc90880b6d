import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Release templates, and release plans with their milestones. A strategy that a milestone serves refers to it. */
export async function up(db: Kysely<Tables>, { text, json, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `alter table strategies add column milestone_id ${text}`,
        `create table release_templates (
            id ${text} not null primary key,
            project ${text} references projects on delete cascade,
            name ${text} not null unique,
            description ${text},
            milestones ${json} not null,
            created_by_user_id integer not null,
            created_at ${text} not null,
            archived_at ${text}
        ) ${tableEnd}`,
        'create index release_templates_by_project on release_templates (project)',
        `create table release_plans (
            id ${text} not null primary key,
            number integer not null unique,
            flag ${text} not null references flags on delete cascade,
            environment ${text} not null references environments on delete cascade,
            template_id ${text} not null,
            name ${text} not null,
            description ${text},
            created_by_user_id integer not null,
            created_at ${text} not null,
            active_milestone_id ${text},
            content_hash ${text} not null,
            unique (flag, environment)
        ) ${tableEnd}`,
        'create index release_plans_by_environment on release_plans (environment)',
        `create table release_milestones (
            id ${text} not null primary key,
            plan_id ${text} not null references release_plans on delete cascade,
            name ${text} not null,
            sort_order integer not null,
            strategies ${json} not null,
            condition ${json},
            target_id ${text},
            started_at ${text},
            paused_at ${text},
            progressed_at ${text},
            usage_before ${json}
        ) ${tableEnd}`,
        'create index release_milestones_by_plan on release_milestones (plan_id, sort_order)',
        `create table release_milestone_references (
            milestone_id ${text} not null references release_milestones on delete cascade,
            kind ${text} not null,
            name ${text} not null,
            primary key (milestone_id, kind, name)
        ) ${tableEnd}`,
        'create index release_milestone_references_by_name on release_milestone_references (kind, name)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
