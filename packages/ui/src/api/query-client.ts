import { MutationCache, QueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../components/messages/notify.ts';
import { ApiError, messageOf } from './client.ts';
import { loadFlagRows } from './flag-rows.ts';
import { pollEvery } from './live.ts';
import { Refresher } from './refresher.ts';
import { SettledChange } from './settle-change.ts';

declare module '@tanstack/react-query' {
    interface Register {
        mutationMeta: {
            /** The form shows the error itself. */
            quiet?: boolean;
        };
    }
}

/** Errors that a second attempt would meet again. A service that is busy with expensive requests (429) soon has a free place. */
const isFinal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status !== 429;

export const queryClient = new QueryClient({
    defaultOptions: {
        queries: {
            // The browser's idea of being online is no reason to wait: the service may run on this machine.
            networkMode: 'always',
            staleTime: 2_000,
            refetchInterval: pollEvery,
            retry: (failures, error) => !isFinal(error) && failures < 2,
            throwOnError: false,
        },
        // A change fails at once when it cannot be sent. It is never queued.
        mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
        onError: (error, _variables, _context, mutation) => {
            // Refusals with a proposal are shown by the dialog that offers it.
            const canBeProposed = error instanceof ApiError && error.canBeProposed;
            if (mutation.meta?.quiet || canBeProposed || error instanceof SettledChange) return;
            notifyFailure(messageOf(error));
        },
    }),
});

export const refresher = new Refresher(queryClient, loadFlagRows);
