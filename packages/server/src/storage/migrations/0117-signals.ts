import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Webhooks of projects, their tokens, and what they received. */
export async function up(db: Kysely<Tables>, { text, json, boolean, identity, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table signal_endpoints (
            id ${identity},
            project ${text} not null references projects on delete cascade,
            name ${text} not null,
            description ${text},
            enabled ${boolean} not null,
            dry_run ${boolean} not null,
            rules ${json} not null,
            owner_id integer not null references users,
            created_by_user_id integer not null,
            created_at ${text} not null,
            unique (project, name)
        ) ${tableEnd}`,
        `create table signal_tokens (
            id ${identity},
            endpoint integer not null references signal_endpoints on delete cascade,
            name ${text} not null,
            secret_hash ${text} not null unique,
            created_by_user_id integer not null,
            created_at ${text} not null,
            unique (endpoint, name)
        ) ${tableEnd}`,
        `create table signals (
            id ${identity},
            endpoint integer not null references signal_endpoints on delete cascade,
            token_name ${text} not null,
            identity ${text} not null,
            payload ${json} not null,
            results ${json} not null,
            repeats integer not null,
            created_at ${text} not null,
            last_at ${text} not null
        ) ${tableEnd}`,
        'create index signals_by_endpoint on signals (endpoint, id)',
        'create index signals_by_identity on signals (endpoint, identity)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
