import { useSyncExternalStore } from 'react';
import { abortPendingChanges, basePath, lastResponseAt } from './client.ts';

/** The state of the connection to the service. `asOf` is the time of the last response, so displayed data may be that old. */
export type ConnectionState =
    | { state: 'fine' }
    | { state: 'away'; asOf: Date }
    /** The service responds, but its database does not accept writes. */
    | { state: 'unwritable'; says: string };

const LOOK_AGAIN_MS = 2_000;
const PATIENCE_MS = 5_000;

let reach: ConnectionState = { state: 'fine' };
let isLooking = false;
let again: number | undefined;
const watchers = new Set<() => void>();

/** Checks the connection after a missing response or a server error, and repeats the check until the service is available. */
export function checkConnection(): void {
    if (!isLooking) void look();
}

export function useReach(): ConnectionState {
    return useSyncExternalStore(
        (watcher) => watch(watcher),
        () => reach,
    );
}

/** Returns why changes are disabled; undefined if the service accepts changes. */
export const changeBlock = (): string | undefined => BLOCKS[reach.state];

export function useChangeBlock(): string | undefined {
    return BLOCKS[useReach().state];
}

const BLOCKS: Record<ConnectionState['state'], string | undefined> = {
    fine: undefined,
    away: 'The service cannot be reached. Changes are disabled until the connection is back.',
    unwritable: 'The service cannot save anything now. Changes are disabled until its database works again.',
};

/** Resolves as soon as the service accepts changes. */
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

/** Calls back whenever the service becomes reachable again. Returns an unsubscribe function. */
export function onReconnect(react: () => void): () => void {
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
    const current = await readiness();
    isLooking = false;
    // The browser may report that it is offline while the last requests still succeed.
    if (current.state !== 'fine' || !navigator.onLine) again = window.setTimeout(checkConnection, LOOK_AGAIN_MS);
    if (isSame(current, reach)) return;
    reach = current;
    if (reach.state === 'away') abortPendingChanges();
    for (const watcher of watchers) watcher();
}

async function readiness(): Promise<ConnectionState> {
    const away: ConnectionState = { state: 'away', asOf: lastResponseAt() };
    try {
        const answer = await fetch(`${basePath}/ready`, {
            cache: 'no-store',
            signal: AbortSignal.timeout(PATIENCE_MS),
        });
        // While the service is down, a proxy may respond in its place, usually with HTML.
        const body: unknown = await answer.json();
        if (typeof body !== 'object' || body === null || !('health' in body)) return away;
        const { state, says } = ('database' in body ? body.database : undefined) as { state?: string; says?: string };
        return state === 'fine' ? { state } : { state: 'unwritable', says: says ?? '' };
    } catch {
        return away;
    }
}

/** `asOf` is ignored, so the time of the first failure is preserved. */
const isSame = (left: ConnectionState, right: ConnectionState) =>
    left.state === right.state &&
    (left.state !== 'unwritable' || right.state !== 'unwritable' || left.says === right.says);
