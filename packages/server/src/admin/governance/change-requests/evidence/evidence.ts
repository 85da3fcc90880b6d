import { hashOf, type StoredEvent, selectEvents, toEvent } from '../../../../changes/event-log.ts';
import { EVENT_TYPE_NAMES, EVENT_TYPES } from '../../../../core/events/event-types.ts';
import type { Db } from '../../../../storage/database.ts';
import type { StoredRequest } from '../request/change-request.queries.ts';
import { kindOf } from '../request/change-request-object.ts';
import type { Evidence } from './evidence.schemas.ts';

const TYPES = EVENT_TYPE_NAMES.filter((type) => EVENT_TYPES[type].about === 'changeRequest');

/**
 * Returns the request with the events that recorded it, each with its hash chain entry. The document proves who proposed, approved and
 * applied the changes.
 */
export async function evidenceOf(db: Db, request: StoredRequest, createdAt: string): Promise<Evidence> {
    const [links, head] = await Promise.all([
        linksOf(db, request),
        db.selectFrom('event_head').select(['revision', 'hash']).executeTakeFirstOrThrow(),
    ]);
    const { id, project, environment, title, state, min_approvals, content_hash } = request;
    return {
        madeAt: createdAt,
        request: {
            id,
            project,
            environment,
            kind: kindOf(request),
            title,
            state,
            minApprovals: min_approvals,
            contentHash: content_hash,
            createdBy: { id: request.created_by_user_id, username: request.created_by },
            createdAt: request.created_at,
            breakGlass: request.break_glass,
        },
        changes: request.changes.map((change) => ({
            id: change.id,
            feature: change.feature,
            action: change.action,
            payload: change.payload,
            snapshot: change.snapshot,
            ...(change.refs && { references: change.refs }),
            createdBy: { id: change.created_by_user_id, username: change.created_by },
            createdAt: change.created_at,
        })),
        reviews: request.reviews.map((review) => ({
            verdict: review.verdict,
            contentHash: review.content_hash,
            isOfThisContent: review.content_hash === content_hash,
            createdBy: { id: review.created_by_user_id, username: review.created_by },
            createdAt: review.created_at,
        })),
        events: links,
        chain: {
            algorithm: CHAIN,
            intact: links.every(({ event, previousHash, hash }) => hashOf(previousHash, event as StoredEvent) === hash),
            head,
        },
    };
}

const CHAIN =
    'hash = SHA-256 in hex of previousHash, a line feed, and the event as JSON without spaces, members sorted by name. ' +
    'GET /api/admin/events/verify walks all events up to the head.';

/** Returns the events of the request and of its application, in the order of the log. */
async function linksOf(db: Db, request: StoredRequest): Promise<Evidence['events']> {
    const rows = await selectEvents(db)
        .select(['previous_hash', 'hash'])
        .where('project', '=', request.project)
        .where('created_at', '>=', request.created_at)
        .where((row) =>
            row.or([
                row('type', 'in', TYPES),
                ...(request.applied_in === null ? [] : [row('group_id', '=', request.applied_in)]),
            ]),
        )
        .orderBy('id')
        .execute();
    return rows
        .map((row) => ({ event: toEvent(row), previousHash: row.previous_hash, hash: row.hash }))
        .filter(({ event }) => event.groupId === request.applied_in || namesRequest(event, request.id));
}

const namesRequest = ({ data, preData }: StoredEvent, id: number) =>
    [data, preData].some((state) => (state as { changeRequestId?: number } | null)?.changeRequestId === id);
