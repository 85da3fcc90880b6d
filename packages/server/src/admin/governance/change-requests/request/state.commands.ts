import type { Change } from '../../../../changes/change.ts';
import { invalid } from '../../../../core/errors/errors.ts';
import type { EventType } from '../../../../core/events/event-types.ts';
import type { ChangeRequestState } from '../../../../storage/tables/change-requests.ts';
import type { EnvironmentApprovalSettings } from '../../../catalogue/approval-rules/change-request-config.queries.ts';
import { groupsOf, loadApprovalContext, settingsFor } from '../approvals/approvals.queries.ts';
import { type ApprovalStatus, approvalStatusOf, isExcluded } from '../approvals/approvals.ts';
import { personInEvent, type Reviewer, reviewerBehind } from '../approvals/people.ts';
import { recordedChange } from '../content/complete-edit.ts';
import { notifyReviewers } from '../notifications/request-mails.ts';
import { getRequest, type RequestAddress, type StoredRequest } from './change-request.queries.ts';
import type { StateUpdate } from './change-request.schemas.ts';
import { titleOf } from './change-request-object.ts';
import { insertComment } from './discussion.commands.ts';
import { demandMove } from './transitions.ts';

export type StateChangeInput = RequestAddress & StateUpdate;

/** The states that result from a decision. Applying and scheduling have their own commands. */
const DECIDE: Partial<
    Record<ChangeRequestState, (change: Change, request: StoredRequest, update: Decision) => Promise<void>>
> = {
    'In review': sendToReview,
    Approved: approve,
    Rejected: reject,
    Cancelled: cancel,
};

type Decision = StateUpdate & { settings: EnvironmentApprovalSettings };

/** Moves a request to another state, if the transition is allowed. */
export async function decide(change: Change, { project, id, ...update }: StateChangeInput): Promise<void> {
    const { tx, actor } = change;
    const request = await getRequest(tx, { project, id, actor });
    const settings = await settingsFor(tx, request);
    demandMove({ actor, request, settings }, update.state);
    const decideThis = DECIDE[update.state];
    if (!decideThis) throw invalid(`The state ${update.state} cannot be set.`, '/body/state');
    if (update.comment?.trim()) await insertComment(change, request, update.comment);
    await decideThis(change, request, { ...update, settings });
}

/** Updates the state and its timestamp, and records the event. */
export async function moveTo(
    { tx, now, record }: Change,
    request: StoredRequest,
    state: ChangeRequestState,
    { type, data }: { type: EventType & `change-request-${string}`; data: Record<string, unknown> },
): Promise<void> {
    await tx
        .updateTable('change_requests')
        .set({ state, state_timestamps: JSON.stringify({ ...request.state_timestamps, [state]: now }) })
        .where('id', '=', request.id)
        .execute();
    const { id: changeRequestId, project, environment, content_hash: contentHash } = request;
    record({ type, project, environment, data: { changeRequestId, contentHash, ...data } });
}

async function sendToReview(change: Change, request: StoredRequest, { settings, ...decision }: Decision) {
    if (request.changes.length === 0) throw invalid('There is nothing to review yet. Propose a change first.');
    const reason = decision.reason ?? decision.comment?.trim();
    if (settings.rules.reasonRequired && !reason) {
        throw invalid(
            `Changes in ${request.environment} need a reason. Send it as \`reason\` or \`comment\`.`,
            '/body/reason',
        );
    }
    await moveTo(change, request, 'In review', {
        type: 'change-request-sent-to-review',
        // The event contains all changes: from now on everyone may see them, and the approved content must be distinguishable from
        // later edits.
        data: {
            title: titleOf(request),
            changes: request.changes.map(recordedChange),
            ...(reason && { reason }),
        },
    });
    await notifyReviewers(change, { ...request, state: 'In review' });
}

async function approve(change: Change, request: StoredRequest, { settings, reason }: Decision) {
    const { tx } = change;
    const reviewer = await reviewerBehind(change, request);
    if (request.reviews.some(({ created_by_user_id }) => created_by_user_id === reviewer.id)) {
        throw invalid(
            'You have already approved this request. It needs other approvals, or can be applied.',
            '/body/state',
        );
    }
    if (isExcluded(settings.rules, reviewer.id, (await groupsOf(tx, [reviewer.id])).get(reviewer.id) ?? [])) {
        throw invalid(`The rules of ${request.environment} exclude your approval. Ask another user.`);
    }
    const reviewed = await review(change, request, { verdict: 'approved', reviewer });
    const { needed, given, missing, isApproved } = await approvalStatusAfter(change, reviewed, settings);
    await tx.updateTable('change_requests').set({ min_approvals: needed }).where('id', '=', request.id).execute();
    const data = { approvals: given, needed, ...personInEvent(change, reviewer), ...(reason && { reason }) };
    const becomesApproved = isApproved && request.state !== 'Approved';
    if (becomesApproved) await moveTo(change, request, 'Approved', { type: 'change-request-approved', data });
    else
        await moveTo(change, request, request.state, {
            type: 'change-request-approval-added',
            data: { ...data, missing },
        });
}

const approvalStatusAfter = async (
    { tx }: Change,
    request: StoredRequest,
    settings: EnvironmentApprovalSettings,
): Promise<ApprovalStatus> => approvalStatusOf(request, settings, await loadApprovalContext(tx, request));

async function reject(change: Change, request: StoredRequest, decision: Decision) {
    const reviewer = await reviewerBehind(change, request);
    await review(change, request, { verdict: 'rejected', reviewer });
    await change.tx.deleteFrom('change_request_schedules').where('request', '=', request.id).execute();
    const reason = decision.reason ?? decision.comment?.trim();
    await moveTo(change, request, 'Rejected', {
        type: 'change-request-rejected',
        data: { ...personInEvent(change, reviewer), ...(reason && { reason }) },
    });
}

async function cancel(change: Change, request: StoredRequest) {
    await change.tx.deleteFrom('change_request_schedules').where('request', '=', request.id).execute();
    await moveTo(change, request, 'Cancelled', { type: 'change-request-cancelled', data: {} });
}

/** Stores the verdict of a reviewer on exactly this content. A new verdict replaces the previous one of the reviewer. */
async function review(
    { tx, now }: Change,
    request: StoredRequest,
    { verdict, reviewer }: { verdict: 'approved' | 'rejected'; reviewer: Reviewer },
): Promise<StoredRequest> {
    const row = {
        request: request.id,
        verdict,
        content_hash: request.content_hash,
        created_by_user_id: reviewer.id,
        created_by: reviewer.name,
        created_at: now,
    };
    await tx
        .deleteFrom('change_request_reviews')
        .where('request', '=', request.id)
        .where('created_by_user_id', '=', reviewer.id)
        .execute();
    await tx.insertInto('change_request_reviews').values(row).execute();
    const others = request.reviews.filter(({ created_by_user_id }) => created_by_user_id !== reviewer.id);
    return { ...request, reviews: [...others, row] };
}
