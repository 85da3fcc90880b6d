import type { Change, PermissionCheck } from '../../../../changes/change.ts';
import { withPermissionCheck } from '../../../../changes/with-permission-check.ts';
import { demandOneOf } from '../../../../core/access/demand.ts';
import { invalid, notAllowed } from '../../../../core/errors/errors.ts';
import type { StoredAppliedEffect } from '../../../../storage/tables/change-requests.ts';
import { rejectInFrozenTime } from '../../../catalogue/approval-rules/frozen-times.ts';
import { loadApprovalStatus, settingsFor } from '../approvals/approvals.queries.ts';
import { notifyApplied } from '../notifications/request-mails.ts';
import { authorityOf } from '../request/authority.ts';
import { getRequest, type RequestAddress, type StoredRequest } from '../request/change-request.queries.ts';
import { moveTo } from '../request/state.commands.ts';
import { dropSchedule, isDue } from '../schedules/schedule.queries.ts';
import { applyChanges } from './apply-changes.ts';
import { breakGlass, demandBreakGlass } from './break-glass.ts';
import { permitOfApprovals } from './permit.ts';

export interface ApplyInput extends RequestAddress {
    /** Applies the request without the required approvals, in an emergency. */
    breakGlass?: boolean;
    reason?: string;
    /** The effect that was measured before. */
    effect?: StoredAppliedEffect | undefined;
    /** Whether the scheduler applies the request, because its scheduled time has come. */
    isDue?: boolean;
}

/** Applies all changes of an approved request, or none. */
export const applyRequest = withPermissionCheck(mayApply, apply);

async function mayApply(change: Parameters<PermissionCheck<unknown>>[0], input: ApplyInput): Promise<void> {
    const request = await getRequest(change.tx, { ...input, actor: change.actor });
    if (authorityOf(request).mayApply(change.actor, request)) return;
    if (input.breakGlass) {
        demandBreakGlass(change.actor, await settingsFor(change.tx, request));
        return;
    }
    demandOneOf(change.actor, ['APPLY_CHANGE_REQUEST'], request);
}

/** Returns false if another node has applied the scheduled request, or a user has applied or cancelled it. */
async function apply(change: Change, input: ApplyInput): Promise<boolean> {
    const { tx, actor } = change;
    const request = await getRequest(tx, { ...input, actor });
    if (input.isDue && !isDue(request, change.now)) return false;
    refuseState(request, input);
    if (!authorityOf(request).needsApproval) await applyWith(change, request);
    else if (input.breakGlass) await breakGlass(change, request, input.reason);
    else await applyApproved(change, request);
    await dropSchedule(tx, request.id);
    const { schedule } = request;
    await moveTo(change, request, 'Applied', {
        type: input.isDue ? 'change-request-scheduled-application-success' : 'change-request-applied',
        data: {
            ...(schedule && { scheduledDate: schedule.scheduled_at }),
            ...(input.breakGlass && { breakGlass: true }),
        },
    });
    storeRevision(change, request, input.effect);
    if (input.isDue) await notifyApplied(change, request);
    return true;
}

/** Stores the revision in which the request was applied, with the effect that was measured before. */
export function storeRevision(
    { tx, onRevision }: Change,
    { id }: Pick<StoredRequest, 'id'>,
    effect: StoredAppliedEffect | undefined,
): void {
    onRevision(async ({ groupId, revision }) => {
        await tx
            .updateTable('change_requests')
            .set({
                applied_in: groupId,
                applied_at_revision: revision,
                ...(effect && { applied_effect: JSON.stringify(effect) }),
            })
            .where('id', '=', id)
            .execute();
    });
}

const STATES: Record<'approved' | 'breakGlass', readonly string[]> = {
    approved: ['Approved', 'Scheduled'],
    breakGlass: ['Draft', 'In review', 'Approved', 'Scheduled'],
};

function refuseState({ state }: StoredRequest, { breakGlass }: ApplyInput): void {
    const allowed = STATES[breakGlass ? 'breakGlass' : 'approved'];
    if (allowed.includes(state)) return;
    throw invalid(
        `The change request is ${state}. Only requests that are ${allowed.join(' or ')} can be applied${state === 'In review' ? ': request approvals first' : ''}.`,
        '/body/state',
    );
}

async function applyApproved(change: Change, request: StoredRequest): Promise<void> {
    const [approvalStatus, settings, permit] = await Promise.all([
        loadApprovalStatus(change.tx, request),
        settingsFor(change.tx, request),
        permitOfApprovals(change.tx, request),
    ]);
    // Reviewers can lose permissions or be deleted, and rules can change, after the approval.
    if (!approvalStatus.isApproved) {
        throw notAllowed(`The change request is no longer approved. ${approvalStatus.missing.join(' ')}`);
    }
    rejectInFrozenTime(settings, new Date(change.now));
    change.permit(permit);
    await applyWith(change, request);
}

const applyWith = (change: Change, request: StoredRequest): Promise<void> =>
    applyChanges(change, request, authorityOf(request).actorFor(change.actor, request));
