import type { Change } from '../../../../changes/change.ts';
import { type AdminActor, may } from '../../../../core/access/actor.ts';
import { demandOneOf } from '../../../../core/access/demand.ts';
import { demandFreshSecondFactor } from '../../../../core/access/fresh-second-factor.ts';
import { invalid, noAccess, notAllowed } from '../../../../core/errors/errors.ts';
import { readSecondFactorSetting } from '../../../../identity/accounts/second-factors/second-factor.queries.ts';
import type { EnvironmentApprovalSettings } from '../../../catalogue/approval-rules/change-request-config.queries.ts';
import { hasUnknownAuthor, isAmongAuthors, NO_PERSON, personInEvent, reviewerBehind } from '../approvals/people.ts';
import { notifyBreakGlass } from '../notifications/request-mails.ts';
import type { StoredRequest } from '../request/change-request.queries.ts';
import { insertComment } from '../request/discussion.commands.ts';
import { applyChanges } from './apply-changes.ts';
import { mayBreakGlass, permitOfBreakGlass } from './permit.ts';

/** Whether the request was applied without approvals and has not been reviewed since. */
export const isAwaitingReview = ({ state, break_glass }: Pick<StoredRequest, 'state' | 'break_glass'>) =>
    state === 'Applied' && break_glass?.review === 'pending';

/** Demands the permission to apply changes without approvals, in an environment whose rules allow it. */
export function demandBreakGlass(actor: AdminActor, settings: EnvironmentApprovalSettings): void {
    if (mayBreakGlass(actor, settings)) return;
    const { environment, rules } = settings;
    if (rules.bypass !== 'nobody') throw noAccess(['SKIP_CHANGE_REQUEST'], ` in ${environment}`);
    throw notAllowed(`Nobody can bypass approval in ${environment}. Request approvals.`);
}

/** Applies the changes of a request without the required approvals. Approvers review them afterwards. */
export async function breakGlass(change: Change, request: StoredRequest, reason: string | undefined): Promise<void> {
    if (!reason?.trim()) {
        throw invalid('The reason why the change cannot wait for approvals is missing: send `reason`.', '/body/reason');
    }
    const { forBreakGlass } = await readSecondFactorSetting(change.tx);
    if (forBreakGlass) demandFreshSecondFactor(change.actor, change.now);
    change.permit(await permitOfBreakGlass(change.tx, change.actor, reason));
    // Without approvals, the user needs the permissions for each change.
    await applyChanges(change, request, change.actor);
    const { id: userId, name, personId } = change.actor;
    const person = personId === undefined ? { isPersonUnknown: true as const } : personId !== userId && { personId };
    const broken = { reason, userId, name, ...person, at: change.now, review: 'pending' as const };
    await change.tx
        .updateTable('change_requests')
        .set({ break_glass: JSON.stringify(broken) })
        .where('id', '=', request.id)
        .execute();
    await notifyBreakGlass(change, request, reason);
}

type BrokenGlassRequest = Pick<
    StoredRequest,
    'project' | 'environment' | 'break_glass' | 'created_by_user_id' | 'people'
>;

/** Whether the actor may approve and is neither the author nor the user who broke the glass. */
export const mayReviewBrokenGlass = (actor: AdminActor, request: BrokenGlassRequest): boolean =>
    actor.personId !== undefined &&
    isUninvolved(actor, request) &&
    may(actor, 'APPROVE_CHANGE_REQUEST', { project: request.project, environment: request.environment });

const isUninvolved = (actor: AdminActor, request: BrokenGlassRequest) => {
    const { userId, personId = userId } = request.break_glass ?? {};
    return !isAmongAuthors(actor, request) && (actor.personId ?? actor.id) !== personId;
};

/** Whether the author, or the user who broke the glass, may be any of the reviewers: then two of them have to confirm. */
export const involvesUnknownPerson = (request: Omit<BrokenGlassRequest, 'project' | 'environment'>): boolean =>
    request.break_glass?.isPersonUnknown === true || hasUnknownAuthor(request);

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
            'Another user reviews a change that was applied without approval. Ask a user who can approve changes.',
        );
    }
    if (actor.personId === undefined) throw notAllowed(NO_PERSON);
    const reviewer = await reviewerBehind(change, request);
    if (comment?.trim()) await insertComment(change, request, comment);
    const approvers = request.reviews.flatMap((review) =>
        review.verdict === 'approved' && review.content_hash === request.content_hash ? review.created_by_user_id : [],
    );
    const isConfirmed = !involvesUnknownPerson(request) || new Set([...approvers, reviewer.id]).size > 1;
    const approved = isConfirmed ? ('confirmed' as const) : ('pending' as const);
    const review = state === 'Approved' ? approved : ('objected' as const);
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
            ...personInEvent(change, reviewer),
            ...(reason && { reason }),
        },
    });
}
