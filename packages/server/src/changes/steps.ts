import { HalyardError } from '../core/errors/errors.ts';
import type { NewEvent } from '../core/events/event-types.ts';
import { inSavepoint } from '../storage/savepoint.ts';
import { type Change, type Step, takeStep } from './write.ts';

export interface StepFailure {
    /** The index of the step in the list, from 0. */
    step: number;
    error: HalyardError;
}

/** The command that runs all steps or none. */
export async function takeSteps(change: Change, steps: readonly Step[]): Promise<unknown[]> {
    const results: unknown[] = [];
    for (const step of steps) results.push(await takeStep(change, step));
    return results;
}

/** Runs the steps up to the first that fails, which is rolled back. */
export async function takeStepsUntilOneFails(
    change: Change,
    steps: readonly Step[],
): Promise<{ results: unknown[]; failed?: StepFailure }> {
    const results: unknown[] = [];
    for (const [index, step] of steps.entries()) {
        const recorded: NewEvent[] = [];
        const recording: Change = { ...change, record: (event) => void recorded.push(event) };
        try {
            results.push(await inSavepoint(change.tx, () => takeStep(recording, step)));
        } catch (error) {
            if (!(error instanceof HalyardError)) throw error;
            return { results, failed: { step: index, error } };
        }
        for (const event of recorded) change.record(event);
    }
    return { results };
}
