import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { basePath } from './client.ts';

const FLAGS = ['flags', 'projects', 'search', 'playground', 'segments', 'context-fields'];
const PEOPLE = ['users', 'groups', 'projects', 'access-candidates', 'session'];

/** What shows the things that events change, by how their type begins. What is not here may be shown anywhere. */
const SHOWN_BY: [start: string, keys: readonly string[]][] = [
    ['feature-type-', ['flag-types', 'flags', 'projects']],
    ['feature-', FLAGS],
    ['strategy-order-', FLAGS],
    ['default-strategy-', ['projects']],
    ['strategy-', ['strategy-types']],
    ['segment-', ['segments', 'flags', 'playground']],
    ['context-field-', ['context-fields']],
    ['tag-', ['tag-types', 'flags', 'search']],
    ['application-', ['applications']],
    ['api-token-', ['tokens', 'projects']],
    ['user-', PEOPLE],
    ['group-', PEOPLE],
    ['role-', ['roles', ...PEOPLE]],
    ['service-account-', ['service-accounts']],
    ['pat-', ['own-tokens']],
    ['public-signup-', ['invite-links', ...PEOPLE]],
    ['addon-', ['integrations']],
    ['setting-', ['ui-config', 'sso']],
];

/** One change often comes with others. */
const GATHER_MS = 150;
/** Where much changes, what is shown follows at this pace. */
const PAUSE_MS = 2_000;
const TRY_AGAIN_MS = 30_000;

let isListening = false;

/** Whether changes are told of, our own included. */
export const hearsOfChanges = () => isListening;

/** How long to trust what was loaded: changes are told of, measurements are not. */
export const pollEvery = () => (isListening ? 60_000 : 15_000);

/** What others change appears without a reload: whatever shows it is asked again when the service tells of it. */
export function useLive(): void {
    const queries = useQueryClient();
    useEffect(() => listen(queries), [queries]);
}

function listen(queries: QueryClient): () => void {
    let source: EventSource | undefined;
    let again: number | undefined;
    let gathering: number | undefined;
    let known: number | undefined;
    let refreshedAt = Number.NEGATIVE_INFINITY;
    const types = new Set<string>();

    function refresh(): void {
        // What is on its way to the service is already on the screen, and must not spring back.
        if (queries.isMutating() > 0) {
            gathering = window.setTimeout(refresh, GATHER_MS);
            return;
        }
        gathering = undefined;
        refreshedAt = performance.now();
        const keys = keysShowing(types);
        types.clear();
        void queries.invalidateQueries({ predicate: ({ queryKey: [key] }) => !keys || keys.has(String(key)) });
    }

    function hear({ data }: MessageEvent<string>): void {
        isListening = true;
        // Only our own service can be heard here.
        const message = JSON.parse(data) as { revision: number; types: string[] };
        const hasMissed = message.types.length === 0 && known !== undefined && known !== message.revision;
        known = message.revision;
        for (const type of hasMissed ? [''] : message.types) types.add(type);
        const wait = Math.max(GATHER_MS, refreshedAt + PAUSE_MS - performance.now());
        if (types.size > 0) gathering ??= window.setTimeout(refresh, wait);
    }

    function connect(): void {
        disconnect();
        // Browsers allow few connections to one place, so only windows that someone looks at have one.
        if (document.visibilityState === 'hidden') return;
        source = new EventSource(`${basePath}/api/admin/live`);
        source.onmessage = hear;
        source.onerror = () => {
            isListening = false;
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
        clearTimeout(gathering);
        disconnect();
    };
}

/** The first words of the keys of the queries concerned; undefined: all. */
function keysShowing(types: ReadonlySet<string>): Set<string> | undefined {
    const keys = new Set(['events']);
    for (const type of types) {
        const shownBy = SHOWN_BY.find(([start]) => type.startsWith(start))?.[1];
        if (!shownBy) return undefined;
        for (const key of shownBy) keys.add(key);
    }
    return keys;
}
