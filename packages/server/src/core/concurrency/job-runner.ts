/** Work that runs at intervals. */
export interface Job {
    /** In kebab case; appears in logs and metrics. */
    id: string;
    description: string;
    everySeconds: number;
    run: () => Promise<unknown>;
    /** The clock decides what it does: a node whose clock is wrong leaves it to other nodes. */
    isDueWork?: boolean;
    /** Run once more when the service stops, so that nothing measured is lost. */
    alsoAtStop?: boolean;
}

export interface JobRunnerOptions {
    onEnd: (job: Job, run: { seconds: number; error?: unknown }) => void;
    isDueWorkPaused?: () => boolean;
}

/** Runs each job at most once at a time; a failed job runs again at its next interval. Returns a function to stop. */
export function startJobs(
    jobs: readonly Job[],
    { onEnd, isDueWorkPaused = () => false }: JobRunnerOptions,
): () => Promise<void> {
    const running = new Map<Job, Promise<void>>();

    function run(job: Job): Promise<void> {
        const current = running.get(job);
        if (current !== undefined) return current;
        if (job.isDueWork && isDueWorkPaused()) return Promise.resolve();
        const start = performance.now();
        const end = (error?: unknown) => onEnd(job, { seconds: (performance.now() - start) / 1000, error });
        const started = job
            .run()
            .then(() => end(), end)
            .finally(() => running.delete(job));
        running.set(job, started);
        return started;
    }

    const timers = jobs.map((job) => setInterval(() => void run(job), job.everySeconds * 1000).unref());
    return async () => {
        for (const timer of timers) clearInterval(timer);
        await Promise.all(running.values());
        for (const job of jobs) if (job.alsoAtStop) await run(job);
    };
}
