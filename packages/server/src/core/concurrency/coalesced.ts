/** Requests a run. Resolves when a run that started after the call has finished. */
export interface Coalesced {
    (): Promise<void>;
    /** Resolves when nothing is running, whether or not the last run failed. */
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
            // Cleared immediately: later callers need another run.
            running = undefined;
        }
    }

    const requestRun = (): Promise<void> => {
        if (running !== undefined) again = true;
        else running = run();
        return running;
    };
    return Object.assign(requestRun, { idle: async () => running?.catch(() => undefined) });
}
