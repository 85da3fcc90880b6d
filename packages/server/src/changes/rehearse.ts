import type { AdminActor } from '../core/access/actor.ts';
import type { Republished } from '../publications/publish.ts';
import type { Database } from '../storage/database.ts';
import { Interrupted } from '../storage/interruption.ts';
import type { Step } from './change.ts';
import type { StoredEvent } from './event-log.ts';
import type { Run } from './run.ts';
import { type StepFailure, takeStepsUntilOneFails } from './steps.ts';

/** Runs these steps as `write` would, and rolls back: only the caller sees the result. */
export type Rehearse = (actor: AdminActor, steps: readonly Step[]) => Promise<Rehearsal>;

export interface Rehearsal {
    /** The newest event at the time of the rehearsal. */
    revision: number;
    /** The events as they would be logged. */
    events: StoredEvent[];
    /** The publications that would change. */
    publications: Republished[];
    /** The results of all steps that did not fail. */
    results: unknown[];
    /** The step that failed. The steps after it were not run, and the other members describe the steps before it. */
    failed?: StepFailure;
}

/**
 * How long a change waits for a rehearsal before it interrupts it, for each attempt. An interrupted rehearsal starts again with
 * more time, so it finishes however many changes there are.
 */
const GIVES_WAY_AFTER_MS = [250, 1_000, Number.POSITIVE_INFINITY];

export function createRehearse(database: Database, run: Run): Rehearse {
    async function attempt(
        actor: AdminActor,
        steps: readonly Step[],
        givesWayAfterMs: number,
    ): Promise<Rehearsal | undefined> {
        try {
            return await database.exclusive(
                async (tx, head) => {
                    const work = run({ tx, head, actor }, (change) => takeStepsUntilOneFails(change, steps));
                    const { result, events, publications } = await work;
                    throw new Undone({ revision: (await head).revision, events, publications, ...result });
                },
                { givesWayAfterMs },
            );
        } catch (error) {
            if (error instanceof Undone) return error.rehearsal;
            if (error instanceof Interrupted) return undefined;
            throw error;
        }
    }
    return async (actor, steps) => {
        for (const givesWayAfterMs of GIVES_WAY_AFTER_MS) {
            const rehearsal = await attempt(actor, steps, givesWayAfterMs);
            if (rehearsal) return rehearsal;
        }
        throw new Error('A rehearsal was interrupted although it had all the time.');
    };
}

/** Rolls a transaction back and carries its result out. */
class Undone extends Error {
    readonly rehearsal: Rehearsal;

    constructor(rehearsal: Rehearsal) {
        super('A rehearsal is not kept.');
        this.rehearsal = rehearsal;
    }
}
