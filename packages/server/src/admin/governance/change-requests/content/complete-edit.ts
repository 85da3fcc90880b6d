import type { Change } from '../../../../changes/change.ts';
import { settingsFor } from '../approvals/approvals.queries.ts';
import { addToPeople, authorsOf } from '../approvals/people.ts';
import { contentHashOf } from '../merge/content.ts';
import type { ChangeRow, StoredRequest } from '../request/change-request.queries.ts';
import { loadRequestParts } from '../request/change-request.queries.ts';
import { makeSelfContained } from './self-contained-changes.ts';

interface Edit {
    type: 'change-added' | 'change-edited' | 'change-discarded';
    changed: readonly ChangeRow[];
    replaced?: ChangeRow;
}

/**
 * Completes every edit of a request: approvals of the previous content are removed, which is visible to everyone, and an approved
 * request is in review again.
 */
export async function completeEdit(change: Change, request: StoredRequest, edit: Edit): Promise<void> {
    const { tx, actor, now } = change;
    const [after] = await loadRequestParts(tx, [request]);
    const changes = await makeSelfContained(tx, request, after!.changes, edit.changed);
    const contentHash = contentHashOf(changes);
    const approvals = request.reviews.filter(({ verdict }) => verdict === 'approved');
    const cleared = approvals.length > 0 && {
        userId: actor.id,
        name: actor.name,
        at: now,
        approvals: approvals.map((review) => ({
            userId: review.created_by_user_id,
            name: review.created_by,
            at: review.created_at,
            contentHash: review.content_hash,
        })),
    };
    const state = request.state === 'Draft' ? 'Draft' : 'In review';
    if (cleared) await tx.deleteFrom('change_request_reviews').where('request', '=', request.id).execute();
    await tx
        .updateTable('change_requests')
        .set({
            content_hash: contentHash,
            // The effect of the previous content is void and is measured again.
            effect: null,
            min_approvals: (await settingsFor(tx, request)).requiredApprovals,
            state,
            state_timestamps: JSON.stringify({
                ...request.state_timestamps,
                ...(state !== request.state && { [state]: now }),
            }),
            people: JSON.stringify(addToPeople(actor, authorsOf(request))),
            ...(cleared && { approvals_cleared: JSON.stringify(cleared) }),
        })
        .where('id', '=', request.id)
        .execute();
    const changed = edit.changed.map((row) => changes.find(({ id }) => id === row.id) ?? row);
    recordEdit(change, request, { ...edit, changed, contentHash, cleared: cleared ? cleared.approvals.length : 0 });
}

/** Returns a change in the format of events. */
export const recordedChange = ({ id, feature, action, payload, snapshot, refs }: ChangeRow) => ({
    id,
    feature,
    action,
    payload,
    snapshot,
    ...(refs && { references: refs }),
});

/** Events of a draft do not contain its changes, because only its author can see it. Everyone can see a request in review. */
function recordEdit(
    { record }: Change,
    { id: changeRequestId, project, environment, state }: StoredRequest,
    { type, changed, replaced, contentHash, cleared }: Edit & { contentHash: string; cleared: number },
): void {
    const isSecret = state === 'Draft';
    const contentIn = (row: ChangeRow) => (isSecret ? {} : { change: recordedChange(row) });
    const rest = isSecret
        ? { changeRequestId, draft: true }
        : { changeRequestId, contentHash, ...(cleared > 0 && { approvalsCleared: cleared }) };
    const before = replaced && { preData: { changeRequestId, changeId: replaced.id, ...contentIn(replaced) } };
    if (changed.length === 0) record({ type, project, environment, ...before, data: rest });
    for (const each of changed) {
        record({ type, project, environment, ...before, data: { ...rest, changeId: each.id, ...contentIn(each) } });
    }
}
