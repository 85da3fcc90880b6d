import { MutationCache, QueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../components/messages/notify.ts';
import { ApiError, hasSessionEnded, messageOf } from './client.ts';
import { loadFlagRows } from './flag-rows.ts';
import { pollEvery } from './live.ts';
import { Refresher } from './refresher.ts';
import { SettledChange } from './settle-change.ts';

declare module '@tanstack/react-query' {
    interface Register {
        mutationMeta: {
            /** Whether the form shows the error, so that no message is needed. */
            quiet?: boolean;
        };
    }
}

/** Whether a retry would fail in the same way. A service that is busy with expensive requests (429) soon has capacity again. */
const isFinal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status !== 429;

export const queryClient = new QueryClient({
    defaultOptions: {
        queries: {
            // The browser's online state is not a reason to wait: the service may run on this machine.
            networkMode: 'always',
            staleTime: 2_000,
            refetchInterval: pollEvery,
            retry: (failures, error) => !isFinal(error) && failures < 2,
            throwOnError: false,
        },
        // A change that cannot be sent fails immediately. It is never queued.
        mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
        onError: (error, _variables, _context, mutation) => {
            // The dialog that offers the proposal shows these errors.
            const canBeProposed = error instanceof ApiError && error.canBeProposed;
            if (mutation.meta?.quiet || canBeProposed || error instanceof SettledChange) return;
            // The dialog for signing in again says so, and a message would stay after it.
            if (hasSessionEnded(error)) return;
            notifyFailure(messageOf(error));
        },
    }),
});

export const refresher = new Refresher(queryClient, loadFlagRows);
