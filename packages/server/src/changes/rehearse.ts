import type { AdminActor } from '../core/access/actor.ts';
import type { Republished } from '../publications/publish.ts';
import type { Database } from '../storage/database.ts';
import { Interrupted } from '../storage/interruption.ts';
import type { StoredEvent } from './event-log.ts';
import { type StepFailure, takeStepsUntilOneFails } from './steps.ts';
import type { Run, Step } from './write.ts';

/** Does with these steps all that `write` would do, and undoes it: nobody but the caller learns of it. */
export type Rehearse = (actor: AdminActor, steps: readonly Step[]) => Promise<Rehearsal>;

export interface Rehearsal {
    /** The newest event when it was rehearsed. */
    revision: number;
    /** The events as they would be logged. */
    events: StoredEvent[];
    /** The publications that would change. */
    publications: Republished[];
    /** Of each step that did not fail. */
    results: unknown[];
    /** The step that could not be taken: those after it were not tried, and all else here is of those before it. */
    failed?: StepFailure;
}

/**
 * How long a change waits for a rehearsal before it interrupts it, attempt by attempt. A rehearsal that is interrupted begins again,
 * and gets more time whenever it does, so that it ends however many changes there are.
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

/** Ends a transaction without keeping it, and brings out what it was for. */
class Undone extends Error {
    readonly rehearsal: Rehearsal;

    constructor(rehearsal: Rehearsal) {
        super('A rehearsal is not kept.');
        this.rehearsal = rehearsal;
    }
}
