import type { Db } from '../../storage/database.ts';
import type { ChangeRow, StoredRequest } from './change-request.queries.ts';
import { isRecord } from './members.ts';
import { type Conflict, mergeChange } from './merge.ts';
import { loadTargets, type Targets } from './targets.ts';

type Changes = Pick<StoredRequest, 'project' | 'environment' | 'changes'>;

/** Why some changes of a request cannot be applied as things are, by the id of the change. */
export type Conflicts = ReadonlyMap<number, Conflict>;

/** Looks at what is there, without holding anyone up: when it is applied, it is looked at again. */
export async function conflictsOf(db: Db, request: Changes): Promise<Conflicts> {
    return conflictsWith(await loadTargets(db, request, request.changes), request.changes);
}

export function conflictsWith(outside: Targets, changes: readonly ChangeRow[]): Conflicts {
    const conflicts = new Map<number, Conflict>();
    for (const change of changes) {
        const conflict = conflictOf(outside, change, changes);
        if (conflict) conflicts.set(change.id, conflict);
    }
    return conflicts;
}

function conflictOf(outside: Targets, change: ChangeRow, all: readonly ChangeRow[]): Conflict | undefined {
    const isMadeHere = all.some(({ action, feature }) => action === 'createFeature' && feature === change.feature);
    const problem = isMadeHere ? undefined : outside.problemOf(change);
    // To archive a flag that is archived, nothing is left to do.
    if (problem !== undefined && change.action !== 'archiveFeature') return { message: problem, members: [] };
    const target = outside.of(change);
    if (target === null && change.snapshot === null && isUpdate(change) && !addsTarget(change, all)) {
        return { message: 'What it changes is gone.', members: [] };
    }
    return mergeChange(change, { outside: target }).conflict;
}

const isUpdate = ({ action }: ChangeRow) => action === 'updateStrategy' || action === 'updateSegment';

/** Whether another change of the request makes what this one names. */
function addsTarget({ payload }: ChangeRow, all: readonly ChangeRow[]): boolean {
    const id = isRecord(payload) ? payload['id'] : undefined;
    return all.some(
        (other) =>
            (other.action === 'addStrategy' || other.action === 'addSegment') &&
            isRecord(other.payload) &&
            other.payload['id'] === id,
    );
}
