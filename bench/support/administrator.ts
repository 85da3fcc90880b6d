/** An administrator who changes a flag ten times a second until stopped, in a separate thread: `load` blocks its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { toggle } from './toggle.ts';

const times: number[] = [];
let isRunning = true;
parentPort?.once('message', () => {
    isRunning = false;
});
for (let index = 0; isRunning; index++) {
    times.push((await toggle(workerData, index)).ms);
    await new Promise((resolve) => setTimeout(resolve, 100));
}
parentPort?.postMessage(times);
