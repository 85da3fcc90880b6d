import { sql } from 'kysely';
import { HalyardError } from '../core/errors/errors.ts';
import type { NewEvent } from '../core/events/event-types.ts';
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
    for (const [place, step] of steps.entries()) {
        // A failed first step is rolled back with the transaction; no savepoint is needed.
        if (place > 0) await remember(change, place);
        const recorded: NewEvent[] = [];
        try {
            results.push(await takeStep({ ...change, record: (event) => void recorded.push(event) }, step));
        } catch (error) {
            if (!(error instanceof HalyardError)) throw error;
            if (place > 0) await sql`rollback to savepoint step`.execute(change.tx);
            return { results, failed: { step: place, error } };
        }
        for (const event of recorded) change.record(event);
    }
    return { results };
}

async function remember({ tx }: Change, place: number): Promise<void> {
    // Nested savepoints would make every later statement slower.
    if (place > 1) await sql`release savepoint step`.execute(tx);
    await sql`savepoint step`.execute(tx);
}
