import { useEffect } from 'react';
import { api, basePath } from './client.ts';
import { checkConnection } from './connection.ts';
import { invalidationsOf } from './invalidation-rules.ts';
import type { Refresher } from './refresher.ts';
import type { LiveMessage } from './types.ts';
import { onWake } from './wake.ts';

const TRY_AGAIN_MS = 30_000;

let isListening = false;

/** The revision, as the service calls it, that everything was loaded after. */
let loadedSince: string | undefined;

api.use({
    onResponse: ({ response }) => {
        loadedSince ??= response.headers.get('halyard-revision') ?? undefined;
    },
});

/** The stale time: changes are announced, measurements are not. */
export const pollEvery = () => (isListening ? 60_000 : 15_000);

/** Changes of other users appear without a reload: affected queries are refetched when the service announces them. */
export function useLive(refresher: Refresher): void {
    useEffect(() => listen(refresher), [refresher]);
}

function listen(refresher: Refresher): () => void {
    let source: EventSource | undefined;
    let again: number | undefined;
    let seen: string | undefined;

    function hear({ data, lastEventId }: MessageEvent<string>): void {
        isListening = true;
        // Only our own service can be heard here.
        refresher.heard(invalidationsOf(JSON.parse(data) as LiveMessage));
        if (lastEventId !== '') seen = lastEventId;
    }

    function connect(): void {
        disconnect();
        // Browsers allow few connections to one place, so only windows that someone looks at have one.
        if (document.visibilityState === 'hidden') return;
        // Changes between loading and subscribing are announced, too.
        const since = new URLSearchParams({ since: seen ?? loadedSince ?? '' });
        source = new EventSource(`${basePath}/api/admin/live?${since}`);
        source.onmessage = hear;
        source.onerror = () => {
            isListening = false;
            checkConnection();
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
    // A connection that broke while the computer slept looks open for minutes.
    const stopWaking = onWake(connect);
    return () => {
        stopWaking();
        document.removeEventListener('visibilitychange', connect);
        disconnect();
    };
}
