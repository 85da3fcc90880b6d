import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Rules that watch a release, and their evaluations. */
export async function up(db: Kysely<Tables>, { text, json, tableEnd }: ColumnTypes): Promise<void> {
    const statements = [
        `create table safeguards (
            id integer not null primary key,
            flag ${text} not null references flags on delete cascade,
            environment ${text} not null references environments on delete cascade,
            plan ${text},
            kind ${text} not null,
            content ${json} not null,
            state ${text},
            checked_at ${text},
            hold ${text},
            check_at ${text} not null,
            created_at ${text} not null,
            changed_at ${text} not null
        ) ${tableEnd}`,
        'create index safeguards_by_plan on safeguards (plan)',
        'create index safeguards_by_check on safeguards (check_at, id)',
        'create index safeguards_by_flag on safeguards (flag, environment)',
        `create table safeguard_evaluations (
            id ${text} not null primary key,
            safeguard integer not null references safeguards on delete cascade,
            at ${text} not null,
            state ${text} not null,
            content ${json} not null
        ) ${tableEnd}`,
        'create index safeguard_evaluations_by_time on safeguard_evaluations (safeguard, at)',
        'create index safeguard_evaluations_by_age on safeguard_evaluations (at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
