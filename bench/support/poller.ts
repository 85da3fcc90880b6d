/**
 * An SDK that polls continuously until stopped, in a separate thread: large responses block the thread that requests them. Reports the
 * largest gap between two responses.
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

async function poll(): Promise<void> {
    const response = await fetch(`${url}/api/client/features`, {
        headers: { authorization: token, 'unleash-client-spec': '5.2.0', 'if-none-match': etag },
    });
    await response.arrayBuffer();
    etag = response.headers.get('etag') ?? etag;
}

await poll();
await poll();
parentPort!.postMessage('polling');
let largestGapMs = 0;
let last = performance.now();
while (!isStopped) {
    await sleep(PAUSE_MS);
    await poll();
    const now = performance.now();
    largestGapMs = Math.max(largestGapMs, now - last);
    last = now;
}
parentPort!.postMessage(largestGapMs);
