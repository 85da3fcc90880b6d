import type { ProposedStep as Runnable } from '../../changes/proposable.ts';
import { takeSteps } from '../../changes/steps.ts';
import type { Change } from '../../changes/write.ts';
import type { ProposedStep } from '../proposals/proposal.schemas.ts';
import { readSteps } from '../proposals/read-steps.ts';
import type { Revert, Reverted } from './revert.schemas.ts';
import { planRevert } from './revert-plan.ts';

/** As many as an event lists: those who want to know all look at the other events of the change. */
export const MAX_LISTED = 100;

/** Puts something back as it was: the steps that takes, each with its own permission, and an event that says so. */
export async function revert(change: Change, asked: Revert & { project: string }): Promise<Reverted> {
    const { steps, notes, what } = await planRevert(change.tx, { ...asked, actor: change.actor }, new Date(change.now));
    const runnable = await readSteps(asked.project, steps);
    await takeSteps(change, runnable);
    const listed = described(steps, runnable);
    change.record({
        type: 'project-changes-reverted',
        project: asked.project,
        data: { ...what, steps: listed.slice(0, MAX_LISTED).map(({ says }) => says), stepCount: listed.length },
    });
    return { steps: listed, notes };
}

/** Steps as people read them. */
export const described = (steps: readonly ProposedStep[], runnable: readonly Runnable[]): Reverted['steps'] =>
    steps.map(({ action, feature, environment }, place) => ({
        action,
        ...(feature && { feature }),
        ...(environment && { environment }),
        says: runnable[place]!.says,
    }));
