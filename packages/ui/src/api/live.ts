import { useEffect } from 'react';
import { basePath } from './client.ts';
import { heardIn } from './concerns.ts';
import { doubtReach } from './reach.ts';
import type { Refresher } from './refresher.ts';
import type { LiveMessage } from './types.ts';

const TRY_AGAIN_MS = 30_000;

let isListening = false;

/** How long to trust what was loaded: changes are told of, measurements are not. */
export const pollEvery = () => (isListening ? 60_000 : 15_000);

/** What others change appears without a reload: whatever shows it is asked again when the service tells of it. */
export function useLive(refresher: Refresher): void {
    useEffect(() => listen(refresher), [refresher]);
}

function listen(refresher: Refresher): () => void {
    let source: EventSource | undefined;
    let again: number | undefined;
    let known: number | undefined;

    function hear({ data }: MessageEvent<string>): void {
        isListening = true;
        // Only our own service can be heard here.
        const message = JSON.parse(data) as LiveMessage;
        refresher.heard(heardIn(message, known));
        known = message.revision;
    }

    function connect(): void {
        disconnect();
        // Browsers allow few connections to one place, so only windows that someone looks at have one.
        if (document.visibilityState === 'hidden') return;
        source = new EventSource(`${basePath}/api/admin/live`);
        source.onmessage = hear;
        source.onerror = () => {
            isListening = false;
            doubtReach();
            // Otherwise the browser tries again by itself.
            if (source?.readyState === EventSource.CLOSED) again = window.setTimeout(connect, TRY_AGAIN_MS);
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
    return () => {
        document.removeEventListener('visibilitychange', connect);
        disconnect();
    };
}
