import { MutationCache, QueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../components/notify.ts';
import { ApiError, messageOf } from './client.ts';
import { loadFlagRows } from './flag-rows.ts';
import { pollEvery } from './live.ts';
import { Refresher } from './refresher.ts';

declare module '@tanstack/react-query' {
    interface Register {
        mutationMeta: {
            /** The form shows the error itself. */
            quiet?: boolean;
        };
    }
}

export const queryClient = new QueryClient({
    defaultOptions: {
        queries: {
            staleTime: 2_000,
            refetchInterval: pollEvery,
            retry: (failures, error) => !(error instanceof ApiError && error.status >= 400) && failures < 2,
            throwOnError: false,
        },
    },
    mutationCache: new MutationCache({
        onError: (error, _variables, _context, mutation) => {
            // What can be proposed instead is told together with how.
            const canBeProposed = error instanceof ApiError && error.canBeProposed;
            if (!mutation.meta?.quiet && !canBeProposed) notifyFailure(messageOf(error));
        },
    }),
});

export const refresher = new Refresher(queryClient, loadFlagRows);
