/** Asks for a run, and resolves when one is over that began after the call. */
export interface Coalesced {
    (): Promise<void>;
    /** Resolves when nothing runs, however it ended. */
    idle(): Promise<void>;
}

/** Runs the work one at a time. Calls during a run may be too late to be covered by it, so they share one more run. */
export function coalesced(work: () => Promise<void>): Coalesced {
    let running: Promise<void> | undefined;
    let again = false;

    async function run(): Promise<void> {
        try {
            do {
                again = false;
                await work();
            } while (again);
        } finally {
            // At once: later callers need a run of their own.
            running = undefined;
        }
    }

    const ask = (): Promise<void> => {
        if (running !== undefined) again = true;
        else running = run();
        return running;
    };
    return Object.assign(ask, { idle: async () => running?.catch(() => undefined) });
}
