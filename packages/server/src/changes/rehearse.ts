import type { AdminActor } from '../core/actor.ts';
import type { Republished } from '../publications/publish.ts';
import type { Database } from '../storage/database.ts';
import type { StoredEvent } from './event-log.ts';
import { type Failure, takeStepsUntilOneFails } from './steps.ts';
import type { Run, Step } from './write.ts';

/** Does with these steps all that `write` would do, and undoes it: nobody but the caller learns of it. */
export type Rehearse = (actor: AdminActor, steps: readonly Step[]) => Promise<Rehearsal>;

export interface Rehearsal {
    /** The newest event when it was rehearsed. */
    revision: number;
    /** As they would stand in the log. */
    events: StoredEvent[];
    /** What SDKs would see differently. */
    publications: Republished[];
    /** Of each step that did not fail. */
    results: unknown[];
    /** The step that could not be taken: those after it were not tried, and all else here is of those before it. */
    failed?: Failure;
}

export function createRehearse(database: Database, run: Run): Rehearse {
    return async (actor, steps) => {
        try {
            return await database.exclusive(async (tx, head) => {
                const work = run({ tx, head, actor }, (change) => takeStepsUntilOneFails(change, steps));
                const { result, events, publications } = await work;
                throw new Undone({ revision: (await head).revision, events, publications, ...result });
            });
        } catch (error) {
            if (error instanceof Undone) return error.rehearsal;
            throw error;
        }
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
