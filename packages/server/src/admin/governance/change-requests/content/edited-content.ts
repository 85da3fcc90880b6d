import type { Change } from '../../../../changes/write.ts';
import { settingsFor } from '../approvals/approvals.queries.ts';
import { authorsOf, peopleWith } from '../approvals/people.ts';
import { contentHashOf } from '../merge/content.ts';
import type { ChangeRow, StoredRequest } from '../request/change-request.queries.ts';
import { withParts } from '../request/change-request.queries.ts';
import { settleChanges } from './settled-content.ts';

interface Edit {
    type: 'change-added' | 'change-edited' | 'change-discarded';
    changed: readonly ChangeRow[];
    replaced?: ChangeRow;
}

/**
 * Every edit of a request ends here: approvals were of something else, so they are taken away, which everyone can see, and what
 * was approved is in review again.
 */
export async function contentChanged(change: Change, request: StoredRequest, edit: Edit): Promise<void> {
    const { tx, actor, now } = change;
    const [after] = await withParts(tx, [request]);
    const changes = await settleChanges(tx, request, after!.changes, edit.changed);
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
            // Of what it was; how many would notice is measured again.
            effect: null,
            min_approvals: (await settingsFor(tx, request)).requiredApprovals,
            state,
            state_timestamps: JSON.stringify({
                ...request.state_timestamps,
                ...(state !== request.state && { [state]: now }),
            }),
            people: peopleWith(actor, authorsOf(request)),
            ...(cleared && { approvals_cleared: JSON.stringify(cleared) }),
        })
        .where('id', '=', request.id)
        .execute();
    const changed = edit.changed.map((row) => changes.find(({ id }) => id === row.id) ?? row);
    recordEdit(change, request, { ...edit, changed, contentHash, cleared: cleared ? cleared.approvals.length : 0 });
}

/** A change as events contain it. */
export const recordedChange = ({ id, feature, action, payload, snapshot, refs }: ChangeRow) => ({
    id,
    feature,
    action,
    payload,
    snapshot,
    ...(refs && { references: refs }),
});

/** A draft is its author's alone, so its events tell nothing of what is in it. What is in review, everyone may see. */
function recordEdit(
    { record }: Change,
    { id: changeRequestId, project, environment, state }: StoredRequest,
    { type, changed, replaced, contentHash, cleared }: Edit & { contentHash: string; cleared: number },
): void {
    const isSecret = state === 'Draft';
    const tell = (row: ChangeRow) => (isSecret ? {} : { change: recordedChange(row) });
    const rest = isSecret
        ? { changeRequestId, draft: true }
        : { changeRequestId, contentHash, ...(cleared > 0 && { approvalsCleared: cleared }) };
    const before = replaced && { preData: { changeRequestId, changeId: replaced.id, ...tell(replaced) } };
    if (changed.length === 0) record({ type, project, environment, ...before, data: rest });
    for (const each of changed) {
        record({ type, project, environment, ...before, data: { ...rest, changeId: each.id, ...tell(each) } });
    }
}
