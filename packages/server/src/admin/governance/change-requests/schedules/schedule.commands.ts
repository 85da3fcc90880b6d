import type { Change } from '../../../../changes/change.ts';
import { withPermissionCheck } from '../../../../changes/with-permission-check.ts';
import { invalid, notAllowed } from '../../../../core/errors/errors.ts';
import { canonicalJson } from '../../../../core/json/canonical-json.ts';
import { isTimeZone, rejectInFrozenTime } from '../../../catalogue/approval-rules/frozen-times.ts';
import { loadApprovalStatus, settingsFor } from '../approvals/approvals.queries.ts';
import { recordedChange } from '../content/complete-edit.ts';
import { notifyScheduleProblem } from '../notifications/request-mails.ts';
import { authorityOf } from '../request/authority.ts';
import {
    getRequest,
    loadRequestParts,
    type RequestAddress,
    type StoredRequest,
} from '../request/change-request.queries.ts';
import { moveTo } from '../request/state.commands.ts';
import { findConnectedRequests, rehearseSchedules } from './rehearse-schedules.ts';
import { maySchedule } from './schedule.access.ts';
import { isDue, isScheduled, pendingSchedules, type ScheduledRequest } from './schedule.queries.ts';

export interface ScheduleInput {
    scheduledAt?: string | undefined;
    timeZone?: string | undefined;
}

/** Schedules an approved request, or changes its scheduled time. */
export const scheduleRequest = withPermissionCheck(maySchedule, schedule);

async function schedule(change: Change, input: RequestAddress & ScheduleInput): Promise<void> {
    const request = await getRequest(change.tx, { ...input, actor: change.actor });
    if (request.state !== 'Approved' && request.state !== 'Scheduled') {
        throw invalid(
            `The change request is ${request.state}. Only requests that are Approved or Scheduled can be scheduled.`,
            '/body/state',
        );
    }
    if (authorityOf(request).needsApproval) {
        const approvalStatus = await loadApprovalStatus(change.tx, request);
        if (!approvalStatus.isApproved)
            throw notAllowed(`The change request is no longer approved. ${approvalStatus.missing.join(' ')}`);
    }
    await putSchedule(change, request, input);
}

/** Stores the schedule in the name of the actor, and rehearses it on top of earlier schedules. */
export async function putSchedule(change: Change, request: StoredRequest, input: ScheduleInput): Promise<void> {
    const { tx, actor, now } = change;
    const { scheduledAt, timeZone } = checkedTime(input, now);
    rejectInFrozenTime(await settingsFor(tx, request), new Date(scheduledAt));
    const row = {
        request: request.id,
        scheduled_at: scheduledAt,
        time_zone: timeZone,
        status: 'pending' as const,
        reason: null,
        stacked_on: '[]',
        created_by_user_id: actor.id,
        created_by: actor.name,
        created_at: now,
    };
    const { request: _, ...renewed } = row;
    await tx
        .insertInto('change_request_schedules')
        .values(row)
        .onConflict((conflict) => conflict.column('request').doUpdateSet(renewed))
        .execute();
    await tx.updateTable('change_requests').set({ state: 'Scheduled' }).where('id', '=', request.id).execute();
    const stackedOn = await restack(change, request);
    await moveTo(change, request, 'Scheduled', {
        type: 'change-request-scheduled',
        data: {
            scheduledDate: scheduledAt,
            timeZone,
            stackedOn,
            // The log contains the changes of a request since it was sent to review.
            ...(!authorityOf(request).needsApproval && { changes: request.changes.map(recordedChange) }),
        },
    });
}

function checkedTime(
    { scheduledAt, timeZone = 'UTC' }: ScheduleInput,
    now: string,
): Required<ScheduleInput> & { scheduledAt: string } {
    if (scheduledAt === undefined) throw invalid('The time is missing: send `scheduledAt`.', '/body/scheduledAt');
    const at = new Date(scheduledAt).toISOString();
    if (at <= now) throw invalid(`${at} is in the past; it is ${now}. Send a time in the future.`, '/body/scheduledAt');
    if (!isTimeZone(timeZone)) {
        throw invalid(`There is no time zone ${timeZone}. Use one such as Europe/Oslo.`, '/body/timeZone');
    }
    return { scheduledAt: at, timeZone };
}

/** Rehearses a request that was just scheduled together with related scheduled requests. Requests that it would break are suspended. */
async function restack(change: Change, request: StoredRequest): Promise<number[]> {
    const connected = findConnectedRequests(request, await pendingSchedules(change.tx, request.project));
    const rehearsals = await rehearseSchedules(change, connected);
    const own = rehearsals.get(request.id);
    if (own?.failure) throw own.failure;
    await storeRehearsals(change, connected, rehearsals);
    return own?.stackedOn ?? [];
}

/** Checks the pending schedules of a project again, because a flag, a referenced object or a permission has changed. */
export async function recheckSchedules(change: Change, { project }: { project: string }): Promise<number> {
    const pending = await pendingSchedules(change.tx, project);
    return storeRehearsals(change, pending, await rehearseSchedules(change, pending));
}

async function storeRehearsals(
    change: Change,
    requests: readonly ScheduledRequest[],
    rehearsals: Awaited<ReturnType<typeof rehearseSchedules>>,
): Promise<number> {
    let suspended = 0;
    for (const request of requests) {
        const { stackedOn, expected, failure } = rehearsals.get(request.id)!;
        if (failure) {
            await suspend(change, request, failure.message);
            suspended++;
            continue;
        }
        if (canonicalJson(stackedOn) !== canonicalJson(request.schedule.stacked_on)) {
            await change.tx
                .updateTable('change_request_schedules')
                .set({ stacked_on: JSON.stringify(stackedOn) })
                .where('request', '=', request.id)
                .execute();
        }
        for (const { id, expected: known } of request.changes) {
            const actual = expected.get(id) ?? null;
            if (canonicalJson(actual) === canonicalJson(known)) continue;
            await change.tx
                .updateTable('change_request_changes')
                .set({ expected: actual === null ? null : JSON.stringify(actual) })
                .where('id', '=', id)
                .execute();
        }
    }
    return suspended;
}

/** Suspends a schedule with a reason and notifies its owners. */
async function suspend(change: Change, request: ScheduledRequest, reason: string): Promise<void> {
    await endSchedule(change, request, { status: 'suspended', reason });
}

async function endSchedule(
    change: Change,
    request: ScheduledRequest,
    { status, reason }: { status: 'failed' | 'suspended'; reason: string },
): Promise<void> {
    await change.tx
        .updateTable('change_request_schedules')
        .set({ status, reason })
        .where('request', '=', request.id)
        .execute();
    change.record({
        type:
            status === 'failed' ? 'change-request-scheduled-application-failure' : 'change-request-schedule-suspended',
        project: request.project,
        environment: request.environment,
        data: {
            changeRequestId: request.id,
            contentHash: request.content_hash,
            scheduledDate: request.schedule.scheduled_at,
            reason,
        },
    });
    await notifyScheduleProblem(change, request, { status, reason });
}

/** Records that a request could not be applied at its scheduled time, unless it was applied or cancelled in the meantime. */
export async function stopSchedule(
    change: Change,
    { id, status, reason }: { id: number; status: 'failed' | 'suspended'; reason: string },
): Promise<boolean> {
    const { tx, now } = change;
    const row = await tx.selectFrom('change_requests').selectAll().where('id', '=', id).executeTakeFirst();
    const [request] = row ? await loadRequestParts(tx, [row]) : [];
    if (!request || !isScheduled(request) || !isDue(request, now)) return false;
    await endSchedule(change, request, { status, reason });
    return true;
}
