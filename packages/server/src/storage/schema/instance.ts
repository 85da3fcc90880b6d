import type { ColumnTypes } from '../column-types.ts';

/** Settings, ids and the work of nodes. */
export const instanceTables = ({ text, json, count, tableEnd }: ColumnTypes) => [
    `create table settings (
        name ${text} primary key,
        content ${json} not null
    ) ${tableEnd}`,

    `create table counters (
        name ${text} primary key,
        last ${count} not null
    ) ${tableEnd}`,

    `create table job_turns (
        name ${text} primary key,
        next_at ${text} not null
    ) ${tableEnd}`,

    // Not part of a backup, so a restored database may already have the table.
    `create table if not exists running_nodes (
        id ${text} not null primary key,
        name ${text} not null,
        reports ${count} not null,
        reported_at ${text} not null
    ) ${tableEnd}`,
];
