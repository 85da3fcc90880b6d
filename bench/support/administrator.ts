/** Somebody who changes a flag ten times a second until told to stop, on a thread of their own: `load` keeps its busy. */
import { parentPort, workerData } from 'node:worker_threads';
import { toggle } from './toggle.ts';

const times: number[] = [];
let isWanted = true;
parentPort?.once('message', () => {
    isWanted = false;
});
for (let index = 0; isWanted; index++) {
    times.push((await toggle(workerData, index)).ms);
    await new Promise((resolve) => setTimeout(resolve, 100));
}
parentPort?.postMessage(times);
