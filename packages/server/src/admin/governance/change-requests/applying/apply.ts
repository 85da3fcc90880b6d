import { guarded } from '../../../../changes/guarded.ts';
import type { Change, May } from '../../../../changes/write.ts';
import { demandOneOf } from '../../../../core/access/demand.ts';
import { invalid, noAccess, notAllowed } from '../../../../core/errors/errors.ts';
import { refuseFrozen } from '../../../catalogue/approval-rules/frozen-times.ts';
import { asMemberOf } from '../../proposals/as-member-of.ts';
import { settingsFor, standingOf } from '../approvals/approvals.queries.ts';
import { tellApplied, tellBrokenGlass } from '../notifications/request-mails.ts';
import { getRequest, type RequestAddress, type StoredRequest } from '../request/change-request.queries.ts';
import { moveTo } from '../request/state.commands.ts';
import { dropSchedule, isDue } from '../schedules/schedule.queries.ts';
import { mayBreakGlass, permitOfApprovals, permitOfBreakGlass } from './permit.ts';
import { takeChanges } from './take-changes.ts';

export interface ApplyInput extends RequestAddress {
    /** Applies the request without the required approvals, in an emergency. */
    breakGlass?: boolean;
    reason?: string;
    /** Whether the scheduler applies the request, because its scheduled time has come. */
    isDue?: boolean;
}

/** Applies all changes of an approved request, or none. */
export const applyRequest = guarded(mayApply, apply);

async function mayApply(change: Parameters<May<unknown>>[0], input: ApplyInput): Promise<void> {
    const request = await getRequest(change.tx, { ...input, actor: change.actor });
    if (request.kind === 'schedule' && request.created_by_user_id === change.actor.id) return;
    if (input.breakGlass) {
        const settings = await settingsFor(change.tx, request);
        if (mayBreakGlass(change.actor, settings)) return;
        if (settings.rules.bypass !== 'nobody') throw noAccess(['SKIP_CHANGE_REQUEST'], ` in ${request.environment}`);
        throw notAllowed(
            `The rules of ${request.environment} let nobody apply what is not approved. Ask for approvals.`,
        );
    }
    demandOneOf(change.actor, ['APPLY_CHANGE_REQUEST'], request);
}

/** Returns false if another node has applied the scheduled request, or a user has applied or cancelled it. */
async function apply(change: Change, input: ApplyInput): Promise<boolean> {
    const { tx, actor } = change;
    const request = await getRequest(tx, { ...input, actor });
    if (input.isDue && !isDue(request, change.now)) return false;
    refuseState(request, input);
    if (request.kind === 'schedule') await takeChanges(change, request, actor);
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
    change.onRevision(async ({ groupId, revision }) => {
        await tx
            .updateTable('change_requests')
            .set({ applied_in: groupId, applied_at_revision: revision })
            .where('id', '=', request.id)
            .execute();
    });
    if (input.isDue) await tellApplied(change, request);
    return true;
}

const STATES: Record<'approved' | 'breakGlass', readonly string[]> = {
    approved: ['Approved', 'Scheduled'],
    breakGlass: ['Draft', 'In review', 'Approved', 'Scheduled'],
};

function refuseState({ state }: StoredRequest, { breakGlass }: ApplyInput): void {
    const allowed = STATES[breakGlass ? 'breakGlass' : 'approved'];
    if (allowed.includes(state)) return;
    throw invalid(
        `It is ${state}. Only what is ${allowed.join(' or ')} can be applied${state === 'In review' ? ': ask for approvals first' : ''}.`,
        '/body/state',
    );
}

async function applyApproved(change: Change, request: StoredRequest): Promise<void> {
    const [standing, settings, permit] = await Promise.all([
        standingOf(change.tx, request),
        settingsFor(change.tx, request),
        permitOfApprovals(change.tx, request),
    ]);
    // Reviewers can lose permissions or be deleted, and rules can change, after the approval.
    if (!standing.isApproved) {
        throw notAllowed(`It is not approved any more. ${standing.missing.join(' ')}`);
    }
    refuseFrozen(settings, new Date(change.now));
    change.permit(permit);
    await takeChanges(change, request, asMemberOf(request.project, change.actor));
}

async function breakGlass(change: Change, request: StoredRequest, reason: string | undefined): Promise<void> {
    if (!reason?.trim()) {
        throw invalid('Say why it cannot wait for approvals: send a `reason`.', '/body/reason');
    }
    change.permit(await permitOfBreakGlass(change.tx, change.actor, reason));
    // Without approvals, the user needs the permissions for each change.
    await takeChanges(change, request, change.actor);
    const { id: userId, name, personId } = change.actor;
    const person = personId !== undefined && personId !== userId && { personId };
    const broken = { reason, userId, name, ...person, at: change.now, review: 'pending' as const };
    await change.tx
        .updateTable('change_requests')
        .set({ break_glass: JSON.stringify(broken) })
        .where('id', '=', request.id)
        .execute();
    await tellBrokenGlass(change, request, reason);
}
