import type { Change } from '../../../changes/change.ts';
import { executePlanned } from '../proposals/planned-steps.ts';
import type { Revert, Reverted } from './revert.schemas.ts';
import { planRevert } from './revert-plan.ts';

/** Restores an earlier state: executes the required steps and records an event. */
export async function revert(change: Change, input: Revert & { project: string }): Promise<Reverted> {
    const { project } = input;
    const { steps, notes, subject } = await planRevert(
        change.tx,
        { ...input, actor: change.actor },
        new Date(change.now),
    );
    const { taken, listed } = await executePlanned(change, project, steps);
    change.record({ type: 'project-changes-reverted', project, data: { ...subject, ...listed } });
    return { steps: taken, notes };
}
