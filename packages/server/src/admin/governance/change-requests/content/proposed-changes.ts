import { type Change, type Step, takeStep } from '../../../../changes/write.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { HalyardError, invalid } from '../../../../core/errors/errors.ts';
import { isRecord } from '../../../../core/json/is-record.ts';
import { nextNumber } from '../../../../storage/counters.ts';
import type { Tx } from '../../../../storage/database.ts';
import { inSavepoint, rolledBack } from '../../../../storage/savepoint.ts';
import { asMemberOf } from '../../proposals/as-member-of.ts';
import { readStep } from '../../proposals/read-steps.ts';
import { actionNamed } from '../../proposals/registry.ts';
import type { StoredChange as Stored } from '../merge/content.ts';
import { snapshotOf } from '../merge/targets.ts';
import type { ProposedChange } from '../request/change-request.schemas.ts';

/** A change with its location in the request: `body/0`. */
export interface LocatedChange {
    change: ProposedChange;
    path: string;
}

/** Names that tools know from release plans. */
const OF_RELEASE_PLANS = /ReleasePlan|Milestone|^(change|delete)Safeguard$|FeatureEnvSafeguard$/;

/** Converts a change into a step that can be rehearsed; errors name the location. */
export function stepOf({ project, environment }: ProjectEnvironment, { change, path }: LocatedChange): Step {
    if (OF_RELEASE_PLANS.test(change.action)) {
        throw invalid(
            `There are no release plans and safeguards here yet, so ${change.action} cannot be proposed. Leave it out.`,
            `/${path}/action`,
        );
    }
    return readStep(project, { ...change, environment }, path);
}

/** The stored form of a change: complete, with the ids of created objects, so that later changes can refer to them. */
export async function completed(
    tx: Tx,
    { feature, action, payload }: ProposedChange,
): Promise<Omit<Stored, 'snapshot'>> {
    const { snapshot: _, ...members } = isRecord(payload) ? payload : {};
    if (!isRecord(payload)) return { feature: feature ?? null, action, payload: payload ?? null };
    const completed = actionNamed(action)?.completed?.(members, (counter) => nextNumber(tx, counter));
    return { feature: feature ?? null, action, payload: (await completed) ?? members };
}

interface Rehearsed {
    place: ProjectEnvironment;
    /** The existing changes of the request in order of application, without those that have become impossible. */
    before: readonly Pick<Stored, 'feature' | 'action' | 'payload'>[];
    wanted: readonly LocatedChange[];
}

/**
 * Tries the wanted changes on top of what the request contains, as someone who may do everything in the project, and undoes all
 * of it. Throws for the first that cannot be made. Returns what each was proposed against.
 */
export async function rehearsed(change: Change, { place, before, wanted }: Rehearsed): Promise<unknown[]> {
    const { tx } = change;
    const trial: Change = { ...change, actor: asMemberOf(place.project, change.actor), record: () => undefined };
    return rolledBack(tx, async () => {
        for (const { feature, action, payload } of before) {
            await takenIfPossible(trial, stepOf(place, { change: { feature, action, payload }, path: 'body' }));
        }
        const snapshots: unknown[] = [];
        for (const given of wanted) {
            const step = stepOf(place, given);
            const snapshot = await snapshotOf(tx, place, given.change);
            await takeStep(trial, step);
            snapshots.push(snapshot);
        }
        return snapshots;
    });
}

/** Others may have changed what an earlier change is about: that is for its author to see to, not a fault of this one. */
export async function takenIfPossible(change: Change, step: Step): Promise<void> {
    try {
        await inSavepoint(change.tx, () => takeStep(change, step));
    } catch (error) {
        if (!(error instanceof HalyardError)) throw error;
    }
}
