import { type Kysely, sql } from 'kysely';
import { ROLE_ID } from '../../core/access/permissions.ts';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Requests outlive the flags, users and environments that they refer to, and are deleted with their project. */
export async function up(db: Kysely<Tables>, { text, json, count, boolean, tableEnd }: ColumnTypes): Promise<void> {
    const requestOf = 'request integer not null references change_requests on delete cascade';
    const by = `created_by_user_id integer not null, created_by ${text} not null, created_at ${text} not null`;
    const statements = [
        `create table change_request_settings (
            project ${text} not null references projects on delete cascade,
            environment ${text} not null references environments on delete cascade,
            required_approvals integer not null,
            rules ${json} not null,
            primary key (project, environment)
        ) ${tableEnd}`,
        'alter table environments add column required_approvals integer',
        `create table change_requests (
            id integer not null primary key,
            project ${text} not null references projects on delete cascade,
            environment ${text} not null,
            kind ${text} not null,
            title ${text},
            state ${text} not null,
            min_approvals integer not null,
            content_hash ${text} not null,
            state_timestamps ${json} not null,
            effect ${json},
            break_glass ${json},
            applied_in ${text},
            applied_at_revision ${count},
            ${by}
        ) ${tableEnd}`,
        'create index change_requests_by_project on change_requests (project, created_at)',
        // A draft collects all changes that its author proposes for an environment, until it is decided.
        `create unique index one_open_change_request on change_requests (created_by_user_id, project, environment)
            where kind = 'request' and state in ('Draft', 'In review', 'Approved')`,
        `create table change_request_changes (
            id integer not null primary key,
            ${requestOf},
            position integer not null,
            feature ${text},
            action ${text} not null,
            payload ${json},
            snapshot ${json},
            ${by}
        ) ${tableEnd}`,
        'create index change_request_changes_by_request on change_request_changes (request, position)',
        'create index change_request_changes_by_feature on change_request_changes (feature)',
        `create table change_request_reviews (
            ${requestOf},
            verdict ${text} not null,
            content_hash ${text} not null,
            ${by},
            primary key (request, created_by_user_id)
        ) ${tableEnd}`,
        `create table change_request_comments (
            id integer not null primary key,
            ${requestOf},
            text ${text} not null,
            ${by}
        ) ${tableEnd}`,
        'create index change_request_comments_by_request on change_request_comments (request)',
        `create table change_request_approvers (
            ${requestOf},
            user_id integer not null,
            requested_at ${text} not null,
            notified ${boolean} not null,
            primary key (request, user_id)
        ) ${tableEnd}`,
        `create table change_request_schedules (
            request integer not null primary key references change_requests on delete cascade,
            scheduled_at ${text} not null,
            time_zone ${text} not null,
            status ${text} not null,
            reason ${text},
            stacked_on ${json} not null,
            ${by}
        ) ${tableEnd}`,
        'create index change_request_schedules_by_time on change_request_schedules (status, scheduled_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    for (const name of ['change-requests', 'change-request-changes', 'change-request-comments']) {
        await sql`insert into counters (name, last) values (${name}, 0)`.execute(db);
    }
    await giveOwners(db);
}

/** Adds the permissions to owner roles that are older than these permissions. */
async function giveOwners(db: Kysely<Tables>): Promise<void> {
    for (const permission of ['APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST']) {
        const given = await db
            .selectFrom('role_permissions')
            .select('permission')
            .where('role_id', '=', ROLE_ID.owner)
            .where('permission', '=', permission)
            .executeTakeFirst();
        if (given) continue;
        await db
            .insertInto('role_permissions')
            .values({ role_id: ROLE_ID.owner, permission, environment: null })
            .execute();
    }
}
