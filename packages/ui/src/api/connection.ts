import { useSyncExternalStore } from 'react';
import { abortPendingChanges, basePath, lastAnswerAt } from './client.ts';

/** How the service can be reached; `asOf` is when it last answered, which is how old what is shown may be. */
export type Reach =
    | { state: 'fine' }
    | { state: 'away'; asOf: Date }
    /** It answers, and its database takes nothing. */
    | { state: 'unwritable'; says: string };

const LOOK_AGAIN_MS = 2_000;
const PATIENCE_MS = 5_000;

let reach: Reach = { state: 'fine' };
let isLooking = false;
let again: number | undefined;
const watchers = new Set<() => void>();

/** An answer did not come, or was one that a service in trouble gives: finds out, and again until all is fine. */
export function checkConnection(): void {
    if (!isLooking) void look();
}

export function useReach(): Reach {
    return useSyncExternalStore(
        (watcher) => watch(watcher),
        () => reach,
    );
}

/** Why nothing can be changed now, in a sentence; undefined: the service accepts changes. */
export const changeBlock = (): string | undefined => BLOCKS[reach.state];

export function useChangeBlock(): string | undefined {
    return BLOCKS[useReach().state];
}

const BLOCKS: Record<Reach['state'], string | undefined> = {
    fine: undefined,
    away: 'The service cannot be reached. Changes are disabled until the connection is back.',
    unwritable: 'The service cannot save anything now. Changes are disabled until its database works again.',
};

/** Resolves when the service accepts changes, at once if it does now. */
export function whenReachable(): Promise<void> {
    if (reach.state === 'fine') return Promise.resolve();
    return new Promise((resolve) => {
        const stop = watch(() => {
            if (reach.state !== 'fine') return;
            stop();
            resolve();
        });
    });
}

/** Calls back whenever the service can be reached again. Returns how to end that. */
export function whenBack(react: () => void): () => void {
    let before = reach.state;
    return watch(() => {
        if (before !== 'fine' && reach.state === 'fine') react();
        before = reach.state;
    });
}

function watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
}

async function look(): Promise<void> {
    isLooking = true;
    clearTimeout(again);
    const found = await readiness();
    isLooking = false;
    if (found.state !== 'fine') again = window.setTimeout(checkConnection, LOOK_AGAIN_MS);
    if (isSame(found, reach)) return;
    reach = found;
    if (reach.state === 'away') abortPendingChanges();
    for (const watcher of watchers) watcher();
}

async function readiness(): Promise<Reach> {
    const away: Reach = { state: 'away', asOf: lastAnswerAt() };
    try {
        const answer = await fetch(`${basePath}/ready`, {
            cache: 'no-store',
            signal: AbortSignal.timeout(PATIENCE_MS),
        });
        // Something before the service speaks for it while it is away, and that in pages.
        const body: unknown = await answer.json();
        if (typeof body !== 'object' || body === null || !('health' in body)) return away;
        const { state, says } = ('database' in body ? body.database : undefined) as { state?: string; says?: string };
        return state === 'fine' ? { state } : { state: 'unwritable', says: says ?? '' };
    } catch {
        return away;
    }
}

/** Since when it is away is what was found first. */
const isSame = (one: Reach, other: Reach) =>
    one.state === other.state &&
    (one.state !== 'unwritable' || other.state !== 'unwritable' || one.says === other.says);
