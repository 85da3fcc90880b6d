import type { Selectable } from 'kysely';
import { type AdminActor, mayKnowOf, originOf, type RequestOrigin } from '../../../../core/access/actor.ts';
import { notFound } from '../../../../core/errors/errors.ts';
import { chunked } from '../../../../storage/chunked.ts';
import type { Db } from '../../../../storage/database.ts';
import type { ChangeRequestState, StoredEffect } from '../../../../storage/tables/change-requests.ts';
import type { Tables } from '../../../../storage/tables.ts';
import { mayViewRequest, OPEN_STATES } from '../../../catalogue/approval-rules/request-visibility.ts';
import { sortForApplication } from '../applying/application-order.ts';
import { authorityOf } from './authority.ts';

export type TableRow<Name extends keyof Tables> = Selectable<Tables[Name]>;

export type ChangeRow = TableRow<'change_request_changes'>;

/** A stored request with its changes, reviews, comments and schedule. */
export interface StoredRequest extends Omit<TableRow<'change_requests'>, 'effect'> {
    effect: MeasuredEffect | null;
    /** In order of application. */
    changes: ChangeRow[];
    reviews: TableRow<'change_request_reviews'>[];
    comments: TableRow<'change_request_comments'>[];
    schedule: TableRow<'change_request_schedules'> | undefined;
}

/** The effect of a request, measured when it was sent to review. */
export type MeasuredEffect = Omit<StoredEffect, 'evaluated' | 'asked'> & { evaluated: number };

/** Nodes of the previous release store the former name only. */
const toMeasuredEffect = ({ asked = 0, ...effect }: StoredEffect): MeasuredEffect => ({ evaluated: asked, ...effect });

/** The request, for decisions that need neither its changes nor its reviews. */
export const withoutParts = (row: TableRow<'change_requests'>): StoredRequest => ({
    ...row,
    effect: row.effect && toMeasuredEffect(row.effect),
    changes: [],
    reviews: [],
    comments: [],
    schedule: undefined,
});

export interface RequestAddress {
    project: string;
    id: number;
}

/** Whether changes can be added to the request. */
export const isEditable = ({ kind, state }: Pick<StoredRequest, 'kind' | 'state'>) =>
    authorityOf({ kind }).needsApproval && (EDITABLE_STATES as readonly string[]).includes(state);

const EDITABLE_STATES = ['Draft', 'In review', 'Approved'] as const satisfies ChangeRequestState[];

/** Returns the request if the actor may see it; otherwise throws "not found". */
export async function getRequest(
    db: Db,
    { project, id, actor }: RequestAddress & { actor: AdminActor },
): Promise<StoredRequest> {
    const request = await findRequest(db, { project, id });
    if (!request || !mayViewRequest(actor, request)) throw notFound(`change request ${id} in project ${project}`);
    return request;
}

/** Returns the request, regardless of access. */
export async function findRequest(db: Db, { project, id }: RequestAddress): Promise<StoredRequest | undefined> {
    const row = await db
        .selectFrom('change_requests')
        .selectAll()
        .where('id', '=', id)
        .where('project', '=', project)
        .executeTakeFirst();
    return row && (await loadRequestParts(db, [row]))[0];
}

/** Like `getRequest`, by id alone. */
export async function getRequestById(db: Db, { id, actor }: { id: number; actor: AdminActor }): Promise<StoredRequest> {
    const row = await db.selectFrom('change_requests').selectAll().where('id', '=', id).executeTakeFirst();
    // The message for a hidden request must not name its project.
    if (!row || !mayViewRequest(actor, row)) throw notFound(`change request ${id}`);
    return (await loadRequestParts(db, [row]))[0]!;
}

/** Returns the requests with their changes, reviews, comments and schedules, in the same order. */
export async function loadRequestParts(db: Db, rows: readonly TableRow<'change_requests'>[]): Promise<StoredRequest[]> {
    const requests = new Map(rows.map((row): [number, StoredRequest] => [row.id, withoutParts(row)]));
    for (const ids of chunked([...requests.keys()])) {
        const [changes, reviews, comments, schedules] = await Promise.all([
            db
                .selectFrom('change_request_changes')
                .selectAll()
                .where('request', 'in', ids)
                .orderBy('position')
                .orderBy('id')
                .execute(),
            db
                .selectFrom('change_request_reviews')
                .selectAll()
                .where('request', 'in', ids)
                .orderBy('created_at')
                .execute(),
            db.selectFrom('change_request_comments').selectAll().where('request', 'in', ids).orderBy('id').execute(),
            db.selectFrom('change_request_schedules').selectAll().where('request', 'in', ids).execute(),
        ]);
        for (const change of changes) requests.get(change.request)!.changes.push(change);
        for (const request of requests.values()) request.changes = sortForApplication(request.changes);
        for (const review of reviews) requests.get(review.request)!.reviews.push(review);
        for (const comment of comments) requests.get(comment.request)!.comments.push(comment);
        for (const schedule of schedules) requests.get(schedule.request)!.schedule = schedule;
    }
    return [...requests.values()];
}

/** Returns the request to which further changes of the author with this origin are added by default in that environment. */
export async function findCollecting(
    db: Db,
    {
        project,
        environment,
        author,
        origin,
    }: { project: string; environment: string; author: number; origin: RequestOrigin },
): Promise<StoredRequest | undefined> {
    const row = await db
        .selectFrom('change_requests')
        .selectAll()
        .where('project', '=', project)
        .where('environment', '=', environment)
        .where('created_by_user_id', '=', author)
        .where('origin', '=', origin)
        .where('kind', '=', 'request')
        .where('state', 'in', EDITABLE_STATES)
        .executeTakeFirst();
    return row && (await loadRequestParts(db, [row]))[0];
}

/** Returns the undecided requests of a user with the origin of the caller in visible projects, oldest first. */
export async function listOpenOf(db: Db, author: AdminActor): Promise<StoredRequest[]> {
    const rows = await db
        .selectFrom('change_requests')
        .selectAll()
        .where('created_by_user_id', '=', author.id)
        .where('origin', '=', originOf(author))
        .where('kind', '!=', 'schedule')
        .where('state', 'in', OPEN_STATES)
        .orderBy('id')
        .execute();
    return loadRequestParts(
        db,
        rows.filter(({ project }) => mayKnowOf(author, project)),
    );
}
