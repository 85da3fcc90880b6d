/**
 * Runs tasks at intervals, each at most once at a time; a failed task runs again at its next interval. Returns a function to
 * stop.
 */
export function every(
    tasks: readonly (readonly [seconds: number, work: () => Promise<unknown>])[],
): () => Promise<void> {
    const running = new Map<object, Promise<unknown>>();
    const timers = tasks.map((task) => {
        const [seconds, work] = task;
        const tick = () => {
            if (running.has(task)) return;
            running.set(
                task,
                work()
                    .catch(() => undefined)
                    .finally(() => running.delete(task)),
            );
        };
        return setInterval(tick, 1000 * seconds).unref();
    });
    return async () => {
        for (const timer of timers) clearInterval(timer);
        await Promise.all(running.values());
    };
}
