import { actionNamed } from '../../../../changes/action-registry.ts';
import { type Change, type Step, takeStep } from '../../../../changes/change.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { HalyardError, invalid } from '../../../../core/errors/errors.ts';
import { isRecord } from '../../../../core/json/is-record.ts';
import { nextNumber } from '../../../../storage/counters.ts';
import type { Tx } from '../../../../storage/database.ts';
import { inSavepoint, rolledBack } from '../../../../storage/savepoint.ts';
import { readStep } from '../../proposals/read-steps.ts';
import { withProjectPermissions } from '../../proposals/with-project-permissions.ts';
import type { StoredChange as Stored } from '../merge/content.ts';
import { snapshotOf } from '../merge/targets.ts';
import type { ProposedChange } from '../request/change-request.schemas.ts';

/** A change with its location in the request: `body/0`. */
export interface LocatedChange {
    change: ProposedChange;
    path: string;
}

/** The names of these actions before Unleash 7.6. */
const OF_SAFEGUARDS = /^(change|delete)Safeguard$/;

/** Converts a change into a step that can be rehearsed; errors name the location. */
export function stepOf({ project, environment }: ProjectEnvironment, { change, path }: LocatedChange): Step {
    if (OF_SAFEGUARDS.test(change.action)) {
        throw invalid(
            `Safeguards are not supported, so ${change.action} cannot be proposed. Leave it out.`,
            `/${path}/action`,
        );
    }
    return readStep(project, { ...change, environment }, path);
}

/** Returns the stored form of a change: complete, with the ids of created objects, so that later changes can refer to them. */
export async function completeChange(
    tx: Tx,
    { feature, action, payload }: ProposedChange,
): Promise<Omit<Stored, 'snapshot'>> {
    const { snapshot: _, ...members } = isRecord(payload) ? payload : {};
    if (!isRecord(payload)) return { feature: feature ?? null, action, payload: payload ?? null };
    const completed = actionNamed(action)?.completed?.(members, (counter) => nextNumber(tx, counter));
    return { feature: feature ?? null, action, payload: (await completed) ?? members };
}

interface Rehearsed {
    projectEnvironment: ProjectEnvironment;
    /** The existing changes of the request in order of application, without those that have become impossible. */
    before: readonly Pick<Stored, 'feature' | 'action' | 'payload'>[];
    proposed: readonly LocatedChange[];
}

/**
 * Tries the changes on top of the existing changes of the request, with all permissions in the project, and rolls back. Throws for the
 * first change that fails. Returns the base of each change.
 */
export async function rehearseChanges(
    change: Change,
    { projectEnvironment, before, proposed }: Rehearsed,
): Promise<unknown[]> {
    const { tx } = change;
    const trial: Change = {
        ...change,
        actor: withProjectPermissions(projectEnvironment.project, change.actor),
        record: () => undefined,
    };
    return rolledBack(tx, async () => {
        for (const { feature, action, payload } of before) {
            await tryStep(trial, stepOf(projectEnvironment, { change: { feature, action, payload }, path: 'body' }));
        }
        const snapshots: unknown[] = [];
        for (const given of proposed) {
            const step = stepOf(projectEnvironment, given);
            const snapshot = await snapshotOf(tx, projectEnvironment, given.change);
            await takeStep(trial, step);
            snapshots.push(snapshot);
        }
        return snapshots;
    });
}

/**
 * Runs a step and ignores its failure. An earlier change may have become impossible because of changes by others; its author has to
 * resolve it, and the new change is not affected.
 */
export async function tryStep(change: Change, step: Step): Promise<void> {
    try {
        await inSavepoint(change.tx, () => takeStep(change, step));
    } catch (error) {
        if (!(error instanceof HalyardError)) throw error;
    }
}
