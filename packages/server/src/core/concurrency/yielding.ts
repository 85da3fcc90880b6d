import { setImmediate as afterOthers } from 'node:timers/promises';

/** SDK requests wait at most about this long behind work that is cut into slices. */
const SLICE_MS = 4;

// Shared by all modules: there is one event loop for all requests.
let sliceStarted: number | undefined;

/** Whether the work since the event loop last served other requests has taken long enough to `await yieldToEventLoop()`. */
export function shouldYield(): boolean {
    const now = performance.now();
    if (sliceStarted !== undefined) return now - sliceStarted > SLICE_MS;
    beginSlice(now);
    return false;
}

/** Work that waits for its turn, in order. */
const waiting: (() => void)[] = [];

/**
 * Lets other requests run. Several long-running tasks take turns: each gets a whole slice, so that a short task does not wait for
 * the end of a long one.
 */
export function yieldToEventLoop(): Promise<void> {
    return new Promise((resolve) => {
        if (waiting.push(resolve) === 1) void resumeWaiting();
    });
}

async function resumeWaiting(): Promise<void> {
    while (waiting.length > 0) {
        await afterOthers();
        // Called from a request handler, the first wait resolves right after that handler; requests that arrived in the meantime run
        // before the second resolves.
        await afterOthers();
        beginSlice(performance.now());
        let isLast = false;
        while (!isLast) {
            waiting[0]!();
            // Promises are settled before: the resumed task has ended, waits, or has yielded again.
            await new Promise<void>(process.nextTick);
            waiting.shift();
            isLast = waiting.length === 0 || shouldYield();
        }
    }
}

function beginSlice(now: number): void {
    sliceStarted = now;
    setImmediate(() => {
        sliceStarted = undefined;
    });
}

/** Maps a long list without blocking other requests, until the signal is aborted. */
export async function mapYielding<T, R>(
    items: Iterable<T>,
    work: (item: T, index: number) => R,
    signal?: AbortSignal,
): Promise<R[]> {
    const results: R[] = [];
    for (const item of items) {
        results.push(work(item, results.length));
        if (!shouldYield()) continue;
        await yieldToEventLoop();
        signal?.throwIfAborted();
    }
    return results;
}

/** Runs all steps of long work, as `mapYielding` does for the items of a list. */
export async function runInSlices<R>(steps: Iterator<unknown, R>, signal?: AbortSignal): Promise<R> {
    for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
        if (!shouldYield()) continue;
        await yieldToEventLoop();
        signal?.throwIfAborted();
    }
}

/** The reason of the signal of a request whose client disconnected: no response is sent. */
export class RequestAborted extends Error {}
