/**
 * An SDK that polls continuously until stopped, in a separate thread: large responses block the thread that requests them. Reports the
 * largest gap between the end of a response and the beginning of the next one. Receiving many flags after a change is work of the SDK, and
 * delays no other SDK.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 1;

const { url, token } = workerData as { url: string; token: string };
let etag = '';
let isStopped = false;
parentPort!.once('message', () => {
    isStopped = true;
});

/** Returns the time at which the response began. */
async function poll(): Promise<number> {
    const response = await fetch(`${url}/api/client/features`, {
        headers: { authorization: token, 'unleash-client-spec': '5.2.0', 'if-none-match': etag },
    });
    const begun = performance.now();
    await response.arrayBuffer();
    etag = response.headers.get('etag') ?? etag;
    return begun;
}

await poll();
await poll();
parentPort!.postMessage('polling');
let largestGapMs = 0;
let last = performance.now();
while (!isStopped) {
    await sleep(PAUSE_MS);
    largestGapMs = Math.max(largestGapMs, (await poll()) - last);
    last = performance.now();
}
parentPort!.postMessage(largestGapMs);
