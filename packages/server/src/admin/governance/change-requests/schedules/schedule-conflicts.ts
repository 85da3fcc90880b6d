import { actionNamed } from '../../../../changes/action-registry.ts';
import { sameMember } from '../../../../changes/action-rules.ts';
import type { Db } from '../../../../storage/database.ts';
import { targetKey } from '../merge/conflicts.ts';
import { editsOf, mergeChange, mergedTargetOf } from '../merge/merge.ts';
import { contentOf } from '../merge/references.ts';
import { loadTargets, segmentIdOf, type Targets } from '../merge/targets.ts';
import type { ChangeRow, StoredRequest } from '../request/change-request.queries.ts';
import { pendingSchedules, type ScheduledRequest } from './schedule.queries.ts';

interface BrokenRequest {
    id: number;
    title?: string;
}

/** Returns the scheduled requests that could no longer be applied if a change of this request were applied now, by change id. */
export async function scheduleConflictsOf(db: Db, request: StoredRequest): Promise<Map<number, BrokenRequest[]>> {
    const broken = new Map<number, BrokenRequest[]>();
    // Schedules that a pending one would break were suspended when it was scheduled.
    if (request.schedule?.status === 'pending') return broken;
    const pending = await pendingSchedules(db, request.project);
    if (pending.length === 0) return broken;
    for (const change of request.changes) {
        const brokenRequests: BrokenRequest[] = [];
        for (const other of pending) {
            if (await breaks(db, { request, change, other })) {
                brokenRequests.push({ id: other.id, ...(other.title !== null && { title: other.title }) });
            }
        }
        if (brokenRequests.length > 0) broken.set(change.id, brokenRequests);
    }
    return broken;
}

interface ChangePair {
    request: StoredRequest;
    change: ChangeRow;
    other: ScheduledRequest;
}

async function breaks(db: Db, { request, change, other }: ChangePair): Promise<boolean> {
    if (actionNamed(change.action)?.flag === 'archived')
        return other.changes.some(({ feature }) => feature === change.feature);
    if (await changesReference(db, { request, change, other })) return true;
    const related = other.changes.filter(
        (each) => targetKey(change) === targetKey(each) && isSameEnvironment(request, other, each),
    );
    if (related.length === 0) return false;
    const targets = await loadTargets(db, request, [change]);
    const after = targetAfter(change, targets);
    return related.some((each) => mergeChange(each, { outside: after }).conflict !== undefined);
}

/** Whether the change edits a segment that the other request was approved with. */
async function changesReference(db: Db, { request, change, other }: ChangePair): Promise<boolean> {
    const [segment] = segmentIdOf(change);
    const references = other.changes.flatMap(({ refs }) =>
        (refs ?? []).filter((reference) => reference.type === 'segment' && reference.id === segment),
    );
    if (references.length === 0) return false;
    const after = targetAfter(change, await loadTargets(db, request, [change])) as { constraints?: unknown } | null;
    return references.some((reference) => !sameMember('constraints', contentOf(reference), after?.constraints));
}

const isSameEnvironment = (request: StoredRequest, other: StoredRequest, { feature }: ChangeRow) =>
    feature === null || other.environment === request.environment;

/** Returns the state of the target after the change; null if it does not exist then. */
function targetAfter(change: ChangeRow, targets: Targets): unknown {
    const shape = mergedTargetOf(change.action);
    const target = targets.of(change);
    if (!shape || target === undefined) return target;
    if (shape.removes || target === null) return null;
    return shape.write({ ...shape.read(target), ...editsOf(change) }, change.payload);
}
