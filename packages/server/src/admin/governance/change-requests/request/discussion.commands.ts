import type { Change } from '../../../../changes/change.ts';
import { invalid } from '../../../../core/errors/errors.ts';
import { nextNumber } from '../../../../storage/counters.ts';
import { demandAuthor } from './change-request.access.ts';
import { getRequest, type RequestAddress, type StoredRequest } from './change-request.queries.ts';
import { titleOf } from './change-request-object.ts';

const MAX_TITLE = 200;
const MAX_COMMENT = 1_000;

/** Sets the title of a request. Only its author may do so. */
export async function nameRequest(
    { tx, actor, record }: Change,
    { title: untrimmed, ...address }: RequestAddress & { title: string },
): Promise<void> {
    const request = await getRequest(tx, { ...address, actor });
    demandAuthor(actor, request, 'rename the request');
    const title = atMost(MAX_TITLE, untrimmed, '/body/title');
    await tx.updateTable('change_requests').set({ title }).where('id', '=', request.id).execute();
    const { id: changeRequestId, project, environment } = request;
    // Only the author can rename a draft.
    if (titleOf(request) === title) return;
    const content = request.state === 'Draft' ? { draft: true } : { title };
    record({ type: 'change-request-title-updated', project, environment, data: { changeRequestId, ...content } });
}

/** Adds a comment. Everyone who sees a request may comment on it, even after it is closed. */
export async function addComment(
    change: Change,
    { text, ...address }: RequestAddress & { text: string },
): Promise<void> {
    const request = await getRequest(change.tx, { ...address, actor: change.actor });
    const { id: commentId, text: stored } = await insertComment(change, request, text);
    const { id: changeRequestId, project, environment, state } = request;
    change.record({
        type: 'change-request-comment-added',
        project,
        environment,
        data: { changeRequestId, commentId, ...(state === 'Draft' ? { draft: true } : { text: stored }) },
    });
}

/** Stores the comment only: the comment of a decision is part of the event of that decision. */
export async function insertComment(
    { tx, actor, now }: Change,
    request: StoredRequest,
    untrimmed: string,
): Promise<{ id: number; text: string }> {
    const text = atMost(MAX_COMMENT, untrimmed, '/body/comment');
    const id = await nextNumber(tx, 'change-request-comments');
    await tx
        .insertInto('change_request_comments')
        .values({
            id,
            request: request.id,
            text,
            created_by_user_id: actor.id,
            created_by: actor.name,
            created_at: now,
        })
        .execute();
    return { id, text };
}

function atMost(limit: number, untrimmed: string, path: string): string {
    const text = untrimmed.trim();
    if (text.length <= limit) return text;
    throw invalid(`The text has ${text.length} characters, and the limit is ${limit}. Shorten it.`, path);
}
