import type { ColumnTypes } from '../column-types.ts';

/** Events, and the publications for SDKs. */
export const logTables = ({ text, boolean, json, tableEnd }: ColumnTypes) => [
    // One row, whose lock makes one writer at a time. The epoch defines the meaning of a revision: restoring a backup begins another.
    `create table event_head (
        id integer primary key check (id = 1),
        revision integer not null,
        hash ${text} not null,
        epoch ${text} not null default '',
        highest_revision integer not null default 0
    ) ${tableEnd}`,

    `create table events (
        id integer primary key,
        type ${text} not null,
        created_by ${text} not null,
        created_by_user_id integer not null,
        created_at ${text} not null,
        feature_name ${text},
        project ${text},
        environment ${text},
        data ${json},
        pre_data ${json},
        tags ${json} not null,
        group_id ${text} not null,
        previous_hash ${text} not null,
        hash ${text} not null,
        group_type ${text},
        reason ${text},
        bypass ${boolean},
        via ${text}
    ) ${tableEnd}`,
    'create index events_by_project on events (project, id)',
    'create index events_by_flag on events (feature_name, id)',
    'create index events_by_type on events (type, id)',
    'create index events_by_creator on events (created_by_user_id, id)',
    'create index events_by_time on events (created_at)',
    'create index events_by_project_and_time on events (project, created_at)',
    // The time at which a flag was first enabled in an environment is queried for all flags of a project at once.
    `create index events_turning_on on events (feature_name, environment, created_at)
        where type = 'feature-environment-enabled'`,
    'create index events_by_change on events (group_id)',
    // Counts recent actions of agents by the user they act for.
    'create index events_via on events (created_by_user_id, created_at) where via is not null',

    `create table publications (
        environment ${text} not null,
        kind ${text} not null check (kind in ('flag', 'segment', 'hidden')),
        name ${text} not null,
        revision integer not null,
        superseded_by integer,
        project ${text},
        definition ${text},
        primary key (environment, kind, name, revision)
    ) ${tableEnd}`,
    'create unique index publications_current on publications (kind, name, environment) where superseded_by is null',
    'create index publications_by_revision on publications (revision, environment, kind, name)',
    // The publications that changed since a revision, independent of how often they changed.
    `create index publications_current_by_revision on publications (environment, revision, kind, name)
        where superseded_by is null`,
    // The newest revision that changed, moved or removed a flag of each project.
    `create index publications_replaced on publications (environment, project, superseded_by)
        where kind <> 'hidden' and superseded_by is not null`,
    // The newest revision that superseded a publication, which the verification of the audit log reads.
    'create index publications_superseded on publications (superseded_by) where superseded_by is not null',

    `create table event_archives (
        through_revision integer primary key,
        from_revision integer not null,
        previous_hash ${text} not null,
        hash ${text} not null,
        through_at ${text} not null,
        file ${text} not null,
        archived_at ${text} not null
    ) ${tableEnd}`,

    `create table publication_horizon (
        id integer primary key check (id = 1),
        revision integer not null,
        at ${text} not null
    ) ${tableEnd}`,

    `create table change_receipts (
        user_id integer not null,
        id ${text} not null,
        outcome ${text} not null,
        created_at ${text} not null,
        primary key (user_id, id)
    ) ${tableEnd}`,
    'create index change_receipts_by_time on change_receipts (created_at)',
    `create index change_receipts_not_applied on change_receipts (user_id) where outcome = 'not-applied'`,
];
