import type { ColumnTypes } from '../column-types.ts';

/** Integrations and the queue of their deliveries. */
export const integrationTables = ({ text, boolean, json, identity, tableEnd }: ColumnTypes) => [
    `create table integrations (
        id ${identity},
        provider ${text} not null,
        description ${text},
        enabled ${boolean} not null,
        parameters ${json} not null,
        events ${json} not null,
        projects ${json} not null,
        environments ${json} not null,
        by_administrator ${boolean} not null,
        parameters_changed_at ${text} not null,
        created_at ${text} not null,
        reads_log ${boolean} not null default false
    ) ${tableEnd}`,

    `create table delivery_cursor (
        id integer primary key check (id = 1),
        revision integer not null
    ) ${tableEnd}`,

    `create table deliveries (
        id ${identity},
        key ${text} not null,
        integration_id integer not null references integrations on delete cascade,
        event_id integer,
        created_at ${text} not null,
        attempts integer not null,
        due_at ${text},
        delivered ${boolean} not null,
        outcome ${text}
    ) ${tableEnd}`,
    'create index deliveries_due on deliveries (due_at) where due_at is not null',
    'create index deliveries_by_integration on deliveries (integration_id, id)',
    'create index deliveries_by_time on deliveries (created_at)',
];
