import type { ColumnTypes } from '../column-types.ts';

/** Strategies, and the objects that they refer to. */
export const strategyTables = ({ text, boolean, json, identity, tableEnd }: ColumnTypes) => [
    `create table strategies (
        id ${text} primary key,
        flag ${text} not null references flags on delete cascade,
        environment ${text} not null references environments on delete cascade,
        name ${text} not null,
        title ${text},
        disabled ${boolean} not null,
        sort_order integer not null,
        parameters ${json} not null,
        constraints ${json} not null,
        variants ${json} not null,
        created_at ${text} not null
    ) ${tableEnd}`,
    'create index strategies_by_flag on strategies (flag, environment)',
    'create index strategies_by_environment on strategies (environment)',
    'create index strategies_by_type on strategies (name)',

    `create table segments (
        id ${identity},
        name ${text} not null unique,
        description ${text},
        project ${text} references projects,
        constraints ${json} not null,
        created_by ${text} not null,
        created_at ${text} not null
    ) ${tableEnd}`,

    `create table strategy_segments (
        strategy_id ${text} not null references strategies on delete cascade,
        segment_id integer not null references segments,
        primary key (strategy_id, segment_id)
    ) ${tableEnd}`,
    'create index strategy_segments_by_segment on strategy_segments (segment_id)',

    `create table context_fields (
        name ${text} primary key,
        description ${text},
        stickiness ${boolean} not null,
        sort_order integer not null,
        legal_values ${json} not null,
        project ${text} references projects on delete cascade,
        created_at ${text} not null
    ) ${tableEnd}`,

    `create table strategy_types (
        name ${text} primary key,
        title ${text},
        display_name ${text},
        description ${text},
        editable ${boolean} not null,
        deprecated ${boolean} not null,
        parameters ${json} not null,
        sort_order integer not null
    ) ${tableEnd}`,

    // Fields have no foreign key: a constraint may use a field that is not defined (yet).
    `create table strategy_context_fields (
        strategy_id ${text} not null references strategies on delete cascade,
        field ${text} not null,
        flag ${text} not null,
        primary key (strategy_id, field)
    ) ${tableEnd}`,
    'create index strategy_context_fields_by_field on strategy_context_fields (field, flag)',

    `create table segment_context_fields (
        segment_id integer not null references segments on delete cascade,
        field ${text} not null,
        primary key (segment_id, field)
    ) ${tableEnd}`,
    'create index segment_context_fields_by_field on segment_context_fields (field)',
];
