import { useEffect } from 'react';
import { basePath, loadedSince } from './client.ts';
import { checkConnection } from './connection.ts';
import { invalidationsOf } from './invalidation-rules.ts';
import type { Refresher } from './refresher.ts';
import type { LiveMessage } from './types.ts';
import { onWake } from './wake.ts';

const RECONNECT_MS = 30_000;

let isListening = false;

/** The polling interval in milliseconds. Changes are announced by the stream, metrics are not. */
export const pollEvery = () => (isListening ? 60_000 : 15_000);

/** Changes of other users appear without a reload: affected queries are refetched when the service announces them. */
export function useLive(refresher: Refresher): void {
    useEffect(() => listen(refresher), [refresher]);
}

function listen(refresher: Refresher): () => void {
    let source: EventSource | undefined;
    let again: number | undefined;
    let seen: string | undefined;

    function receive({ data, lastEventId }: MessageEvent<string>): void {
        isListening = true;
        // The stream has the same origin as this page, so its messages are trusted.
        refresher.invalidate(invalidationsOf(JSON.parse(data) as LiveMessage));
        if (lastEventId !== '') seen = lastEventId;
    }

    function connect(): void {
        disconnect();
        // Browsers limit the connections per origin, so only visible windows have a stream.
        if (document.visibilityState === 'hidden') return;
        // With `since`, the service also announces changes between loading and subscribing.
        const since = new URLSearchParams({ since: seen ?? loadedSince() ?? '' });
        source = new EventSource(`${basePath}/api/admin/live?${since}`);
        source.onmessage = receive;
        source.onerror = () => {
            isListening = false;
            checkConnection();
            // In other states, the browser reconnects automatically.
            if (source?.readyState === EventSource.CLOSED) again = window.setTimeout(connect, RECONNECT_MS);
        };
    }

    function disconnect(): void {
        isListening = false;
        clearTimeout(again);
        source?.close();
        source = undefined;
    }

    connect();
    document.addEventListener('visibilitychange', connect);
    // A connection that broke while the computer was asleep looks open for minutes.
    const stopWaking = onWake(connect);
    return () => {
        stopWaking();
        document.removeEventListener('visibilitychange', connect);
        disconnect();
    };
}
