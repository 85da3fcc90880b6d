import type { AdminActor } from '../../../../core/access/actor.ts';
import type { Db } from '../../../../storage/database.ts';
import { OPEN_STATES } from '../../../catalogue/approval-rules/request-visibility.ts';
import { knownAppliedEffect } from '../applying/applied-effect.ts';
import { uncoveredByBreakGlass } from '../applying/break-glass-coverage.ts';
import { loadApprovalStatus } from '../approvals/approvals.queries.ts';
import { defaultChangesOf } from '../content/default-changes.ts';
import { conflictsWith, flagConflictsOf } from '../merge/conflicts.ts';
import { loadTargets } from '../merge/targets.ts';
import { scheduleConflictsOf } from '../schedules/schedule-conflicts.ts';
import { authorityOf } from './authority.ts';
import { getRequest, loadRequestParts, type RequestAddress, type StoredRequest } from './change-request.queries.ts';
import type { ChangeRequest, ListedChangeRequest } from './change-request.schemas.ts';
import { namesFor, toChangeRequest, toListedRequest } from './change-request-object.ts';

export const isOpen = ({ state }: Pick<StoredRequest, 'state'>) => (OPEN_STATES as readonly string[]).includes(state);

/** Returns one request with all computed details. */
export async function readRequest(
    db: Db,
    { actor, ...address }: RequestAddress & { actor: AdminActor },
): Promise<ChangeRequest> {
    const request = await getRequest(db, { ...address, actor });
    const names = await namesFor(db, [request]);
    if (!isOpen(request)) {
        const effect = request.applied_effect;
        return toChangeRequest(request, names, effect ? { appliedEffect: knownAppliedEffect(effect, actor) } : {});
    }
    const [approvalStatus, targets, scheduleConflicts, notCoveredByBreakGlass] = await Promise.all([
        authorityOf(request).needsApproval ? loadApprovalStatus(db, request) : undefined,
        loadTargets(db, request, request.changes),
        scheduleConflictsOf(db, request),
        uncoveredByBreakGlass(db, request),
    ]);
    return toChangeRequest(request, names, {
        ...(approvalStatus && { approvalStatus }),
        defaultChanges: defaultChangesOf(request.changes, targets),
        conflicts: conflictsWith(targets, request.changes),
        flagConflicts: flagConflictsOf(targets, request.changes),
        scheduleConflicts,
        notCoveredByBreakGlass,
    });
}

/** Returns requests in the format of lists, in the order of their rows. */
export async function readListed(
    db: Db,
    rows: readonly Parameters<typeof loadRequestParts>[1][number][],
): Promise<ListedChangeRequest[]> {
    const requests = await loadRequestParts(db, rows);
    const names = await namesFor(db, requests);
    return requests.map((request) => toListedRequest(request, names));
}
