// Loaded before a service: reports its resource usage to the parent process and ends with it. Plain JavaScript, because loading TypeScript
// would distort the figures.
import { getHeapSpaceStatistics } from 'node:v8';

/** The longest CPU time of the main thread between two iterations of the event loop, since the last message. */
let longestIterationMs = 0;
let last = 0;
/** @type {NodeJS.Timeout | undefined} */
let timer;

const threadMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
};

process.on('message', (message) => {
    const { user, system } = process.cpuUsage();
    process.send?.({
        cpuMs: (user + system) / 1000,
        memory: process.memoryUsage(),
        spaces: Object.fromEntries(
            getHeapSpaceStatistics().map(({ space_name, physical_space_size }) => [space_name, physical_space_size]),
        ),
        longestIterationMs,
    });
    longestIterationMs = 0;
    last = threadMs();
    clearInterval(timer);
    // The timer costs CPU time itself.
    if (message !== 'watch iterations') return;
    timer = setInterval(() => {
        const now = threadMs();
        longestIterationMs = Math.max(longestIterationMs, now - last);
        last = now;
    }, 1).unref();
});
process.on('disconnect', () => process.exit());
process.channel?.unref();
