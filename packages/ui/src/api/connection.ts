import { useSyncExternalStore } from 'react';
import { abortPendingChanges, basePath, lastResponseAt } from './client.ts';

/** The state of the connection to the service. `asOf` is the time of the last response, so displayed data may be that old. */
export type ConnectionState =
    | { state: 'fine' }
    | { state: 'away'; asOf: Date }
    /** The service responds, but its database does not accept writes. */
    | { state: 'unwritable'; reason: string };

const RETRY_MS = 2_000;
const TIMEOUT_MS = 5_000;

let connection: ConnectionState = { state: 'fine' };
let isChecking = false;
let retryTimer: number | undefined;
const subscribers = new Set<() => void>();

/** Checks the connection after a missing response or a server error, and repeats the check until the service is available. */
export function checkConnection(): void {
    if (!isChecking) void check();
}

export function useConnection(): ConnectionState {
    return useSyncExternalStore(
        (subscriber) => subscribe(subscriber),
        () => connection,
    );
}

/** Returns why changes are disabled; undefined if the service accepts changes. */
export const changeBlock = (): string | undefined => BLOCKS[connection.state];

export function useChangeBlock(): string | undefined {
    return BLOCKS[useConnection().state];
}

const BLOCKS: Record<ConnectionState['state'], string | undefined> = {
    fine: undefined,
    away: 'The service cannot be reached. Changes are disabled until the connection is back.',
    unwritable: 'The service cannot save anything now. Changes are disabled until its database works again.',
};

/** Resolves as soon as the service accepts changes. */
export function whenReachable(): Promise<void> {
    if (connection.state === 'fine') return Promise.resolve();
    return new Promise((resolve) => {
        const stop = subscribe(() => {
            if (connection.state !== 'fine') return;
            stop();
            resolve();
        });
    });
}

/** Calls back whenever the service becomes reachable again. Returns an unsubscribe function. */
export function onReconnect(callback: () => void): () => void {
    let before = connection.state;
    return subscribe(() => {
        if (before !== 'fine' && connection.state === 'fine') callback();
        before = connection.state;
    });
}

function subscribe(subscriber: () => void): () => void {
    subscribers.add(subscriber);
    return () => subscribers.delete(subscriber);
}

async function check(): Promise<void> {
    isChecking = true;
    clearTimeout(retryTimer);
    const current = await readiness();
    isChecking = false;
    // The browser may report that it is offline while the last requests still succeed.
    if (current.state !== 'fine' || !navigator.onLine) retryTimer = window.setTimeout(checkConnection, RETRY_MS);
    if (isSame(current, connection)) return;
    connection = current;
    if (connection.state === 'away') abortPendingChanges();
    for (const subscriber of subscribers) subscriber();
}

async function readiness(): Promise<ConnectionState> {
    const away: ConnectionState = { state: 'away', asOf: lastResponseAt() };
    try {
        const answer = await fetch(`${basePath}/ready`, {
            cache: 'no-store',
            signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        // While the service is down, a proxy may respond in its place, usually with HTML.
        const body: unknown = await answer.json();
        if (typeof body !== 'object' || body === null || !('health' in body)) return away;
        const { state, says } = ('database' in body ? body.database : undefined) as { state?: string; says?: string };
        return state === 'fine' ? { state } : { state: 'unwritable', reason: says ?? '' };
    } catch {
        return away;
    }
}

/** `asOf` is ignored, so the time of the first failure is preserved. */
const isSame = (left: ConnectionState, right: ConnectionState) =>
    left.state === right.state &&
    (left.state !== 'unwritable' || right.state !== 'unwritable' || left.reason === right.reason);
