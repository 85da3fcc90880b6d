import { actionNamed } from '../../../../changes/action-registry.ts';
import type { Change } from '../../../../changes/change.ts';
import type { AdminActor } from '../../../../core/access/actor.ts';
import { type ErrorDetail, HalyardError } from '../../../../core/errors/errors.ts';
import { readSteps } from '../../proposals/read-steps.ts';
import { conflictsWith } from '../merge/conflicts.ts';
import { type Conflict, mergeChange } from '../merge/merge.ts';
import { loadTargets, segmentIdOf } from '../merge/targets.ts';
import type { ChangeRow, StoredRequest } from '../request/change-request.queries.ts';

/** A change that conflicts with the current state, as a detail of an error. */
export interface ConflictDetail extends ErrorDetail {
    change: number;
    conflict: Conflict;
}

/**
 * Applies the changes of a request, merged with changes that others made since it was proposed: all of them, or none if one of them
 * fails. The permissions of `actor` apply.
 */
export async function applyChanges(
    change: Change,
    request: Pick<StoredRequest, 'id' | 'project' | 'environment' | 'changes'>,
    actor: AdminActor,
): Promise<void> {
    const outside = await loadTargets(change.tx, request, request.changes);
    const conflicts = conflictsWith(outside, request.changes);
    if (conflicts.size > 0) throw conflictError(request, conflicts);
    const touched = new Set<string>();
    for (const row of request.changes) {
        const isTouched = targetNamesOf(row, request).some((name) => touched.has(name));
        const now = isTouched ? await loadTargets(change.tx, request, [row]) : outside;
        for (const name of targetNamesOf(row, request)) touched.add(name);
        if (actionNamed(row.action)?.flag === 'archived' && now.problemOf(row) !== undefined) continue;
        const merged = mergeChange(row, { outside: outside.of(row), current: now.of(row) });
        if (!merged.isDone) await takeChange({ ...change, actor }, request, { ...row, payload: merged.payload });
    }
}

/** Returns keys that identify the targets of a change. */
export const targetNamesOf = (row: ChangeRow, { environment }: Pick<StoredRequest, 'environment'>): string[] => [
    ...(row.feature === null ? [] : [`flag ${row.feature} in ${environment}`]),
    ...segmentIdOf(row).map((id) => `segment ${id}`),
];

async function takeChange(
    change: Change,
    { project, environment }: Pick<StoredRequest, 'project' | 'environment'>,
    { id, feature, action, payload }: ChangeRow,
): Promise<void> {
    const proposed = {
        action,
        feature,
        environment,
        ...(payload !== null && { payload: actionNamed(action)?.applied?.(payload) ?? payload }),
    };
    try {
        const [step] = await readSteps(project, [proposed], `changes/${id}`);
        await step!.authorise(change);
        await step!.run(change);
    } catch (error) {
        if (!(error instanceof HalyardError) || error.status === 403) throw error;
        // A change that the rules no longer allow is a conflict, like a concurrent change.
        throw conflictError({ changes: [] }, new Map([[id, { message: error.message, members: [] }]]));
    }
}

export function conflictError({ changes }: Pick<StoredRequest, 'changes'>, conflicts: ReadonlyMap<number, Conflict>) {
    const details = [...conflicts].map(([id, conflict]): ConflictDetail => {
        const feature = changes.find((each) => each.id === id)?.feature;
        const about = feature ? `${feature}: ` : '';
        return { message: `${about}${conflict.message}`, path: `/changes/${id}`, change: id, conflict };
    });
    const reasons = details.map(({ message }) => message).join(' ');
    return new HalyardError(
        'ConflictError',
        `The change request cannot be applied to the current state. ${reasons} Nothing was changed. Its author must resolve or edit these changes, and it must be approved again.`,
        details,
    );
}
