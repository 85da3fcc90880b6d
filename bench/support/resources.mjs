// Loaded before the built service: reports its resource usage to the parent process. Plain JavaScript, because loading TypeScript would distort the figures.
import { getHeapSpaceStatistics } from 'node:v8';

process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({
        cpuMs: (user + system) / 1000,
        memory: process.memoryUsage(),
        spaces: Object.fromEntries(
            getHeapSpaceStatistics().map(({ space_name, physical_space_size }) => [space_name, physical_space_size]),
        ),
    });
});
process.channel?.unref();
