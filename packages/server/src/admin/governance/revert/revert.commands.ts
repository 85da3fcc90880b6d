import type { Change } from '../../../changes/write.ts';
import { takePlanned } from '../proposals/planned-steps.ts';
import type { Revert, Reverted } from './revert.schemas.ts';
import { planRevert } from './revert-plan.ts';

/** Puts something back as it was: the steps that takes, and an event that says so. */
export async function revert(change: Change, asked: Revert & { project: string }): Promise<Reverted> {
    const { project } = asked;
    const { steps, notes, what } = await planRevert(change.tx, { ...asked, actor: change.actor }, new Date(change.now));
    const { taken, listed } = await takePlanned(change, project, steps);
    change.record({ type: 'project-changes-reverted', project, data: { ...what, ...listed } });
    return { steps: taken, notes };
}
