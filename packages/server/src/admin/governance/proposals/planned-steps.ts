import type { Change } from '../../../changes/change.ts';
import { forIndependentItems, runsOf } from '../../../changes/independent-items.ts';
import type { ProposedStep, ProposableStep as Runnable } from '../../../changes/proposable.ts';
import { takeSteps } from '../../../changes/steps.ts';
import type { PlannedStep } from './proposal.schemas.ts';
import { readSteps } from './read-steps.ts';

/** The maximum number of steps in an event; the other events of the change contain all details. */
const MAX_LISTED = 100;

/** The steps of a change as recorded in an event. */
interface ListedSteps {
    steps: string[];
    stepCount: number;
}

/** Executes planned steps, each with its own permission check; returns them in readable form. */
export async function executePlanned(
    change: Change,
    project: string,
    steps: readonly ProposedStep[],
): Promise<{ taken: PlannedStep[]; listed: ListedSteps }> {
    const runnable = await readSteps(project, steps);
    const runs = runsOf(runnable, ({ source: { feature, environment } }) => JSON.stringify([feature, environment]));
    await forIndependentItems(change, runs, (own, some) => takeSteps(own, some.flat()));
    const planned = describeSteps(steps, runnable);
    return {
        taken: planned,
        listed: { steps: planned.slice(0, MAX_LISTED).map(({ says }) => says), stepCount: planned.length },
    };
}

/** Returns steps in readable form. */
export const describeSteps = (steps: readonly ProposedStep[], runnable: readonly Runnable[]): PlannedStep[] =>
    steps.map(({ action, feature, environment }, index) => ({
        action,
        ...(feature && { feature }),
        ...(environment && { environment }),
        says: runnable[index]!.says,
    }));
