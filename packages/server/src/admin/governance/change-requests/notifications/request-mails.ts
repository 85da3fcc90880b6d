import { localTime } from '@halyard/engine';
import type { Change } from '../../../../changes/change.ts';
import { enqueueMail } from '../../../../identity/accounts/mail/mail-queue.ts';
import { listRequestedApprovers, listReviewers } from '../approvals/reviewers.queries.ts';
import type { StoredRequest } from '../request/change-request.queries.ts';
import { titleOf } from '../request/change-request-object.ts';
import type { ScheduledRequest } from '../schedules/schedule.queries.ts';
import { sentencesOf } from './request-summaries.ts';

/** The maximum number of recipients when no reviewer was requested. */
const MAX_RECIPIENTS = 50;

/** Notifies the requested reviewers once. Drafts cause no mails. */
export async function notifyReviewers(change: Change, request: StoredRequest): Promise<void> {
    if (request.state === 'Draft') return;
    const { tx } = change;
    const unnotified = await tx
        .updateTable('change_request_approvers')
        .set({ notified: true })
        .where('request', '=', request.id)
        .where('notified', '=', false)
        .returning('user_id')
        .execute();
    await send(change, request, {
        to: unnotified.map(({ user_id }) => user_id),
        subject: `Please review: ${titleOf(request)}`,
        lines: [
            `${request.created_by} asks you to review changes for ${request.environment} of project ${request.project}.`,
        ],
        label: 'Review the changes',
    });
}

/** Notifies that a scheduled request was applied. */
export async function notifyApplied(change: Change, request: StoredRequest): Promise<void> {
    await send(change, request, {
        to: peopleOf(request),
        subject: `Applied: ${titleOf(request)}`,
        lines: [`the change that was scheduled for ${timeOf(request)} was applied in ${request.environment}.`],
        label: 'See what was changed',
    });
}

const HEADLINE = { failed: 'Could not be applied', suspended: 'Suspended' };

/** Notifies that a scheduled request failed or was suspended. */
export async function notifyScheduleProblem(
    change: Change,
    request: ScheduledRequest,
    { status, reason }: { status: 'failed' | 'suspended'; reason: string },
): Promise<void> {
    const outcome = status === 'failed' ? 'could not be applied' : 'will not be applied';
    await send(change, request, {
        to: peopleOf(request),
        subject: `${HEADLINE[status]}: ${titleOf(request)}`,
        lines: [
            `the change that was scheduled for ${timeOf(request)} in ${request.environment} ${outcome}: ${reason}`,
            'You can schedule it again, apply it now, let its author resolve the conflict, or reject it.',
        ],
        label: 'Decide what happens',
    });
}

/** Notifies the approvers of a request that was applied without approvals, because they have to review it afterwards. */
export async function notifyBreakGlass(change: Change, request: StoredRequest, reason: string): Promise<void> {
    const requested = await listRequestedApprovers(change.tx, request.id);
    const able = requested.length > 0 ? requested : await listReviewers(change.tx, request);
    const others = able.map(({ id }) => id).filter((id) => id !== change.actor.id);
    await send(change, request, {
        to: others.slice(0, MAX_RECIPIENTS),
        subject: `Applied without approval: ${titleOf(request)}`,
        lines: [
            `${change.actor.name} applied changes in ${request.environment} of project ${request.project} without the approvals they need. The reason given: ${reason}`,
            'Please look at it now: approve it to confirm, or reject it to object.',
        ],
        label: 'Review what was done',
    });
}

/** Returns the author and the user who scheduled the request. */
const peopleOf = ({ created_by_user_id, schedule }: StoredRequest) => [
    ...new Set([created_by_user_id, ...(schedule ? [schedule.created_by_user_id] : [])]),
];

/** Returns the scheduled time in the time zone in which it was chosen. */
function timeOf({ schedule }: StoredRequest): string {
    if (!schedule) return 'now';
    const { scheduled_at, time_zone } = schedule;
    return `${localTime(new Date(scheduled_at), time_zone).replace('T', ' ')} (${time_zone})`;
}

interface Message {
    to: readonly number[];
    subject: string;
    lines: string[];
    label: string;
}

/** Enqueues a mail with the changes of the request in sentences. Tokens and the system user have no mailbox. */
async function send(
    { tx, now }: Change,
    request: StoredRequest,
    { to, subject, lines, label }: Message,
): Promise<void> {
    const content = {
        subject,
        lines: [...lines, ...sentencesOf(request)],
        link: { path: `/projects/${request.project}/change-requests/${request.id}`, label },
    };
    for (const userId of to.filter((id) => id > 0)) {
        await enqueueMail(tx, { kind: 'change-request', userId, address: '', now, content });
    }
}
