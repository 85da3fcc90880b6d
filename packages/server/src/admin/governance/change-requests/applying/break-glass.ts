import type { Change } from '../../../../changes/write.ts';
import { type AdminActor, may } from '../../../../core/access/actor.ts';
import { demandOneOf } from '../../../../core/access/demand.ts';
import { notAllowed } from '../../../../core/errors/errors.ts';
import { isAmongAuthors, NO_PERSON, personIn, reviewerBehind } from '../approvals/people.ts';
import type { StoredRequest } from '../request/change-request.queries.ts';
import { insertComment } from '../request/discussion.commands.ts';

/** Whether the request was applied without approvals and has not been reviewed since. */
export const isAwaitingReview = ({ state, break_glass }: Pick<StoredRequest, 'state' | 'break_glass'>) =>
    state === 'Applied' && break_glass?.review === 'pending';

type Broken = Pick<StoredRequest, 'project' | 'environment' | 'break_glass' | 'created_by_user_id' | 'people'>;

/** Whether the actor may approve and is neither the author nor the user who broke the glass. */
export const mayReviewBrokenGlass = (actor: AdminActor, request: Broken): boolean =>
    actor.personId !== undefined &&
    isUninvolved(actor, request) &&
    may(actor, 'APPROVE_CHANGE_REQUEST', { project: request.project, environment: request.environment });

const isUninvolved = (actor: AdminActor, request: Broken) => {
    const { userId, personId = userId } = request.break_glass ?? {};
    return !isAmongAuthors(actor, request) && (actor.personId ?? actor.id) !== personId;
};

/** Stores the subsequent review by an approver. The change stays applied. */
export async function reviewBrokenGlass(
    change: Change,
    request: StoredRequest,
    { state, comment, reason }: { state: string; comment?: string | null; reason?: string },
): Promise<void> {
    const { tx, actor, now } = change;
    const { id, project, environment, break_glass: broken } = request;
    demandOneOf(actor, ['APPROVE_CHANGE_REQUEST'], { project, environment });
    if (!isUninvolved(actor, request)) {
        throw notAllowed(
            'Somebody else looks at what was applied without approvals. Ask one of those who may approve.',
        );
    }
    if (actor.personId === undefined) throw notAllowed(NO_PERSON);
    const reviewer = await reviewerBehind(change, request);
    if (comment?.trim()) await insertComment(change, request, comment);
    const review = state === 'Approved' ? ('confirmed' as const) : ('objected' as const);
    await tx
        .updateTable('change_requests')
        .set({ break_glass: JSON.stringify({ ...broken, review }) })
        .where('id', '=', id)
        .execute();
    const verdict = state === 'Approved' ? ('approved' as const) : ('rejected' as const);
    await tx
        .deleteFrom('change_request_reviews')
        .where('request', '=', id)
        .where('created_by_user_id', '=', reviewer.id)
        .execute();
    await tx
        .insertInto('change_request_reviews')
        .values({
            request: id,
            verdict,
            content_hash: request.content_hash,
            created_by_user_id: reviewer.id,
            created_by: reviewer.name,
            created_at: now,
        })
        .execute();
    change.record({
        type: verdict === 'approved' ? 'change-request-approved' : 'change-request-rejected',
        project,
        environment,
        data: {
            changeRequestId: id,
            contentHash: request.content_hash,
            breakGlass: review,
            ...personIn(change, reviewer),
            ...(reason && { reason }),
        },
    });
}
