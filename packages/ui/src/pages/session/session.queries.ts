import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, answer, api } from '../../api/client.ts';

export const sessionKey = ['session'];

/** Who is signed in; null when nobody is. */
export function useSession() {
    return useQuery({
        queryKey: sessionKey,
        queryFn: () =>
            answer(api.GET('/api/admin/user')).catch((error: unknown) => {
                if (error instanceof ApiError && error.status === 401) return null;
                throw error;
            }),
        staleTime: 60_000,
        refetchInterval: 60_000,
    });
}

export function useUiConfig() {
    return useQuery({
        queryKey: ['ui-config'],
        queryFn: () => answer(api.GET('/api/admin/ui-config')),
        staleTime: 60_000,
        refetchInterval: 60_000,
    });
}

export function useSignIn() {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: (body: { username: string; password: string }) => answer(api.POST('/auth/simple/login', { body })),
        meta: { quiet: true },
        onSuccess: () => queries.invalidateQueries(),
    });
}

export function useSignOut() {
    const queries = useQueryClient();
    return useMutation({
        // The service answers with a redirect to its front page, which is of no use here.
        mutationFn: () => fetch(new URL('logout', document.baseURI), { method: 'POST', redirect: 'manual' }),
        onSuccess: () => {
            queries.clear();
            queries.setQueryData(sessionKey, null);
        },
    });
}
