import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Which units met a flag, in which arm; their outcomes, and the sums of these. */
export async function up(db: Kysely<Tables>, { text, json, count, number, tableEnd }: ColumnTypes): Promise<void> {
    const sum = `${number} not null default 0`;
    const statements = [
        `create table assignment_interests (
            id ${text} not null primary key,
            owner ${text} not null,
            flag ${text} not null references flags on delete cascade,
            environment ${text} not null references environments on delete cascade,
            content ${json} not null,
            started_at ${text} not null,
            ended_at ${text}
        ) ${tableEnd}`,
        'create index assignment_interests_by_owner on assignment_interests (owner)',
        'create index assignment_interests_by_flag on assignment_interests (flag)',
        `create table assignments (
            interest ${text} not null references assignment_interests on delete cascade,
            unit ${text} not null,
            status ${text} not null,
            arm ${text},
            stratum ${text},
            definition ${text},
            at ${text} not null,
            arrived_at ${text} not null,
            primary key (interest, unit)
        ) ${tableEnd}`,
        'create index assignments_by_unit on assignments (unit)',
        `create table assignment_counts (
            interest ${text} not null references assignment_interests on delete cascade,
            status ${text} not null,
            stratum ${text} not null,
            arm ${text} not null,
            units ${count} not null,
            primary key (interest, status, stratum, arm)
        ) ${tableEnd}`,
        `create table assignment_strata (
            interest ${text} not null references assignment_interests on delete cascade,
            stratum ${text} not null,
            shares ${json} not null,
            created_at ${text} not null,
            primary key (interest, stratum)
        ) ${tableEnd}`,
        `create table assignment_values (
            interest ${text} not null references assignment_interests on delete cascade,
            metric ${text} not null,
            unit ${text} not null,
            outcomes ${count} not null,
            value ${sum},
            denominator ${sum},
            pre_value ${sum},
            primary key (interest, metric, unit)
        ) ${tableEnd}`,
        'create index assignment_values_by_unit on assignment_values (unit)',
        `create table assignment_totals (
            interest ${text} not null references assignment_interests on delete cascade,
            metric ${text} not null,
            stratum ${text} not null,
            arm ${text} not null,
            sum ${sum},
            sum_squares ${sum},
            den_sum ${sum},
            den_sum_squares ${sum},
            den_cross_sum ${sum},
            pre_sum ${sum},
            pre_sum_squares ${sum},
            pre_cross_sum ${sum},
            primary key (interest, metric, stratum, arm)
        ) ${tableEnd}`,
        `create table pending_outcomes (
            id ${text} not null primary key,
            interest ${text} not null references assignment_interests on delete cascade,
            unit ${text} not null,
            name ${text} not null,
            count ${count} not null,
            value ${json} not null,
            at ${text} not null,
            arrived_at ${text} not null
        ) ${tableEnd}`,
        'create index pending_outcomes_by_unit on pending_outcomes (interest, unit)',
        'create index pending_outcomes_by_age on pending_outcomes (arrived_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
}
