import { inParts, runsOf } from '../../../changes/parts.ts';
import type { ProposableStep as Runnable } from '../../../changes/proposable.ts';
import { takeSteps } from '../../../changes/steps.ts';
import type { Change } from '../../../changes/write.ts';
import type { PlannedStep, ProposedStep } from './proposal.schemas.ts';
import { readSteps } from './read-steps.ts';

/** As many as an event lists: those who want to know all look at the other events of the change. */
const MAX_LISTED = 100;

/** The steps of a change as recorded in an event. */
interface ListedSteps {
    steps: string[];
    stepCount: number;
}

/** Takes the steps that someone's wish comes to, each with its own permission; tells them as people read them. */
export async function takePlanned(
    change: Change,
    project: string,
    steps: readonly ProposedStep[],
): Promise<{ taken: PlannedStep[]; listed: ListedSteps }> {
    const runnable = await readSteps(project, steps);
    const runs = runsOf(runnable, ({ madeFrom: { feature, environment } }) => JSON.stringify([feature, environment]));
    await inParts(change, runs, (own, some) => takeSteps(own, some.flat()));
    const taken = describeSteps(steps, runnable);
    return {
        taken,
        listed: { steps: taken.slice(0, MAX_LISTED).map(({ says }) => says), stepCount: taken.length },
    };
}

/** Steps as people read them. */
export const describeSteps = (steps: readonly ProposedStep[], runnable: readonly Runnable[]): PlannedStep[] =>
    steps.map(({ action, feature, environment }, place) => ({
        action,
        ...(feature && { feature }),
        ...(environment && { environment }),
        says: runnable[place]!.says,
    }));
