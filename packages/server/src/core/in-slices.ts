import { setImmediate as nextTurn } from 'node:timers/promises';

/** SDK requests wait at most about this long behind work that is cut into slices. */
const SLICE_MS = 8;

/** Maps a long list without holding up other requests; gives up when nobody waits for the result any more. */
export async function mapInSlices<T, R>(
    items: Iterable<T>,
    work: (item: T) => R,
    isUnwanted: () => boolean = () => false,
): Promise<R[]> {
    const results: R[] = [];
    let started = performance.now();
    for (const item of items) {
        results.push(work(item));
        if (performance.now() - started < SLICE_MS) continue;
        await nextTurn();
        if (isUnwanted()) throw new Unwanted();
        started = performance.now();
    }
    return results;
}

/** Nobody is there to be told. */
export class Unwanted extends Error {}
