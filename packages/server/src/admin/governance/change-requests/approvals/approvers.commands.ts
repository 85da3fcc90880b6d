import type { Change } from '../../../../changes/change.ts';
import { invalid } from '../../../../core/errors/errors.ts';
import { notifyReviewers } from '../notifications/request-mails.ts';
import { demandAuthor } from '../request/change-request.access.ts';
import { getRequest, type RequestAddress } from '../request/change-request.queries.ts';
import { listReviewers } from './reviewers.queries.ts';

/** Sets the requested reviewers; others may approve as well. Replaces the whole list. */
export async function requestApprovers(
    change: Change,
    { reviewers: requested, ...address }: RequestAddress & { reviewers: readonly number[] },
): Promise<void> {
    const { tx, actor, now, record } = change;
    const request = await getRequest(tx, { ...address, actor });
    demandAuthor(actor, request, 'request reviews');
    if (request.state !== 'Draft' && request.state !== 'In review') {
        throw invalid(`Change request ${request.id} is ${request.state} and needs no approvals.`);
    }
    const ids = [...new Set(requested)];
    const able = new Set((await listReviewers(tx, request)).map(({ id }) => id));
    const unableReviewer = ids.find((id) => !able.has(id));
    if (unableReviewer !== undefined) {
        throw invalid(
            `User ${unableReviewer} cannot approve changes in ${request.environment}, or does not exist. Choose one of the available reviewers.`,
            '/body/reviewers',
        );
    }
    const before = await tx
        .selectFrom('change_request_approvers')
        .selectAll()
        .where('request', '=', request.id)
        .orderBy('user_id')
        .execute();
    await tx.deleteFrom('change_request_approvers').where('request', '=', request.id).execute();
    const rows = ids.map((user_id) => {
        const known = before.find((row) => row.user_id === user_id);
        return known ?? { request: request.id, user_id, requested_at: now, notified: false };
    });
    if (rows.length > 0) await tx.insertInto('change_request_approvers').values(rows).execute();
    const { id: changeRequestId, project, environment } = request;
    const isSame = before.length === ids.length && before.every(({ user_id }) => ids.includes(user_id));
    if (isSame) return;
    const event = { type: 'change-request-requested-approvers-updated', project, environment } as const;
    const toEventData = (reviewers: number[]) => ({ changeRequestId, reviewers: reviewers.sort((a, b) => a - b) });
    if (request.state === 'Draft') record({ ...event, data: { changeRequestId, draft: true } });
    else record({ ...event, preData: toEventData(before.map(({ user_id }) => user_id)), data: toEventData(ids) });
    await notifyReviewers(change, request);
}

/** Deletes a draft with its changes. */
export async function discardDraft({ tx, actor, record }: Change, address: RequestAddress): Promise<void> {
    const request = await getRequest(tx, { ...address, actor });
    demandAuthor(actor, request, 'discard the request');
    if (request.state !== 'Draft') {
        throw invalid(
            `Change request ${request.id} is ${request.state} and can no longer be discarded. Cancel it instead.`,
        );
    }
    await tx.deleteFrom('change_requests').where('id', '=', request.id).execute();
    const { project, environment } = request;
    record({
        type: 'change-request-discarded',
        project,
        environment,
        preData: { changeRequestId: request.id, draft: true },
    });
}
