import { sql } from 'kysely';
import { HalyardError } from '../core/errors.ts';
import type { NewEvent } from '../core/event-types.ts';
import type { Change, Command } from './write.ts';

/** One command with its input: part of a change of several. */
export interface Step {
    /** Throws unless whoever makes the change may take this step; it may depend on what the steps before have made. */
    authorise(change: Change): Promise<void> | void;
    run(change: Change): Promise<unknown>;
}

export interface Failure {
    /** The place of the step in the list, from 0. */
    step: number;
    error: HalyardError;
}

/** A step that whoever is here already may take. */
export const stepOf = <Input>(command: Command<Input, unknown>, input: Input): Step => ({
    authorise: () => undefined,
    run: (change) => command(change, input),
});

/** The command that takes all steps, or none of them. */
export async function takeSteps(change: Change, steps: readonly Step[]): Promise<unknown[]> {
    const results: unknown[] = [];
    for (const step of steps) results.push(await take(change, step));
    return results;
}

/** Takes the steps up to the first that fails, of which nothing stays. */
export async function takeStepsUntilOneFails(
    change: Change,
    steps: readonly Step[],
): Promise<{ results: unknown[]; failed?: Failure }> {
    const results: unknown[] = [];
    for (const [place, step] of steps.entries()) {
        // What a failed first step leaves behind is undone with everything; there is nothing to tell it from.
        if (place > 0) await remember(change, place);
        const recorded: NewEvent[] = [];
        try {
            results.push(await take({ ...change, record: (event) => void recorded.push(event) }, step));
        } catch (error) {
            if (!(error instanceof HalyardError)) throw error;
            if (place > 0) await sql`rollback to savepoint step`.execute(change.tx);
            return { results, failed: { step: place, error } };
        }
        for (const event of recorded) change.record(event);
    }
    return { results };
}

async function take(change: Change, step: Step): Promise<unknown> {
    await step.authorise(change);
    return step.run(change);
}

async function remember({ tx }: Change, place: number): Promise<void> {
    // Savepoints within each other would make every later statement dearer.
    if (place > 1) await sql`release savepoint step`.execute(tx);
    await sql`savepoint step`.execute(tx);
}
