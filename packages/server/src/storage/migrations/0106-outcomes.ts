import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Outcomes (what single users did), and the last values of metrics that count from a start. */
export async function up(db: Kysely<Tables>, { text, json, count, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table outcome_settings (
            project ${text} not null primary key references projects on delete cascade,
            keep_days integer not null,
            context_fields ${json} not null
        ) ${tableEnd}`,
        `create table outcome_names (
            token_id integer not null,
            name ${text} not null,
            seen_at ${text} not null,
            primary key (token_id, name)
        ) ${tableEnd}`,
        `create table outcome_ids (
            id ${text} not null primary key,
            received_at ${text} not null
        ) ${tableEnd}`,
        'create index outcome_ids_by_time on outcome_ids (received_at)',
        `create table outcomes (
            id ${text} not null primary key,
            project ${text} not null references projects on delete cascade,
            environment ${text} not null,
            signal ${text} not null,
            name ${text} not null,
            variant ${text},
            at ${text} not null,
            received_at ${text} not null,
            count ${count} not null,
            value ${json},
            reporter ${text} not null,
            context ${text}
        ) ${tableEnd}`,
        'create index outcomes_by_name on outcomes (project, environment, name, at)',
        'create index outcomes_by_age on outcomes (project, received_at)',
        `create table outcome_units (
            outcome_id ${text} not null references outcomes on delete cascade,
            field ${text} not null,
            hash ${text} not null,
            primary key (outcome_id, field)
        ) ${tableEnd}`,
        'create index outcome_units_by_hash on outcome_units (hash)',
        `create table cumulative_values (
            token_id integer not null,
            source ${text} not null,
            at ${count} not null,
            value ${json} not null,
            seen_at ${text} not null,
            primary key (token_id, source)
        ) ${tableEnd}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    // Encrypted when the service starts, if it has a key.
    const content = JSON.stringify({ key: randomBytes(32).toString('base64url') });
    await db.insertInto('settings').values({ name: 'units', content }).execute();
}
