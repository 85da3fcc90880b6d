import type { ColumnTypes } from '../column-types.ts';

/** Projects and environments. */
export const projectTables = ({ text, boolean, json, count, identity, tableEnd }: ColumnTypes) => [
    `create table projects (
        id ${text} primary key,
        name ${text} not null,
        description ${text},
        mode ${text} not null check (mode in ('open', 'protected', 'private')),
        default_stickiness ${text} not null,
        feature_limit integer,
        naming_pattern ${text},
        naming_example ${text},
        naming_description ${text},
        created_at ${text} not null,
        updated_at ${text} not null,
        archived_at ${text},
        link_templates ${json} not null default '[]',
        review_optional ${boolean} not null default false
    ) ${tableEnd}`,

    `create table environments (
        name ${text} primary key,
        type ${text} not null,
        enabled ${boolean} not null,
        protected ${boolean} not null,
        sort_order integer not null,
        required_approvals integer
    ) ${tableEnd}`,

    `create table project_environments (
        project ${text} not null references projects on delete cascade,
        environment ${text} not null references environments on delete cascade,
        default_strategy ${json},
        primary key (project, environment)
    ) ${tableEnd}`,
    'create index project_environments_by_environment on project_environments (environment)',

    `create table deleted_private_projects (
        project ${text} primary key,
        up_to ${count}
    ) ${tableEnd}`,

    `create table personas (
        id ${identity},
        project ${text} not null references projects on delete cascade,
        name ${text} not null,
        description ${text},
        context ${json} not null,
        created_at ${text} not null,
        unique (project, name)
    ) ${tableEnd}`,
];
