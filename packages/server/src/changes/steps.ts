import { HalyardError } from '../core/errors/errors.ts';
import type { NewEvent } from '../core/events/event-types.ts';
import { inSavepoint } from '../storage/savepoint.ts';
import { type Change, type Step, takeStep } from './change.ts';

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
        const attempt = await tryStep(change, step);
        if ('error' in attempt) return { results, failed: { step: index, error: attempt.error } };
        results.push(attempt.result);
    }
    return { results };
}

/** Runs every step. Steps that fail are rolled back and returned. */
export async function applyPossibleSteps(change: Change, steps: readonly Step[]): Promise<StepFailure[]> {
    const failures: StepFailure[] = [];
    for (const [index, step] of steps.entries()) {
        const attempt = await tryStep(change, step);
        if ('error' in attempt) failures.push({ step: index, error: attempt.error });
    }
    return failures;
}

async function tryStep(change: Change, step: Step): Promise<{ result: unknown } | { error: HalyardError }> {
    const recorded: NewEvent[] = [];
    const recording: Change = { ...change, record: (event) => void recorded.push(event) };
    try {
        const result = await inSavepoint(change.tx, () => takeStep(recording, step));
        for (const event of recorded) change.record(event);
        return { result };
    } catch (error) {
        if (!(error instanceof HalyardError)) throw error;
        return { error };
    }
}
