import { setImmediate as afterOthers } from 'node:timers/promises';

/** SDK requests wait at most about this long behind work that is cut into slices. */
const SLICE_MS = 4;

// The one thing that modules share: the event loop is one for all requests, whatever part of the work each is at.
let turnStarted: number | undefined;

/** Whether what runs since the event loop last turned to other requests has taken long enough: then `await yieldToEventLoop()`. */
export function shouldYield(): boolean {
    const now = performance.now();
    if (turnStarted !== undefined) return now - turnStarted > SLICE_MS;
    beginTurn(now);
    return false;
}

/** Lets others have their turn. What follows is counted from here on, however long it takes until it looks at the clock. */
export async function yieldToEventLoop(): Promise<void> {
    await afterOthers();
    // From the handler of a request, that came right after it: what has arrived meanwhile is looked at after that.
    await afterOthers();
    if (turnStarted === undefined) beginTurn(performance.now());
}

function beginTurn(now: number): void {
    turnStarted = now;
    setImmediate(() => {
        turnStarted = undefined;
    });
}

/** Does something that cannot be cut, and tells whether it took so little that it may be more next time. */
export async function watched<T>(work: () => Promise<T>): Promise<{ result: T; wasQuick: boolean }> {
    const started = performance.now();
    const result = await work();
    return { result, wasQuick: performance.now() - started < SLICE_MS };
}

/** Maps a long list without holding up other requests, until the signal is aborted. */
export async function mapYielding<T, R>(
    items: Iterable<T>,
    work: (item: T, place: number) => R,
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

/** Takes all steps of a long work, as `mapYielding` does with those of a list. */
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
