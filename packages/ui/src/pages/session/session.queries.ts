import { useQuery } from '@tanstack/react-query';
import { ApiError, api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { isWebAddress } from '../../components/forms/web-address.ts';

type Session = Schemas['currentUser'];

export const sessionKey = ['session'] as const;

export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

/** The signed-in user, or null. The user stays set after the session has expired, so that open work is not lost. */
export function useSession() {
    return useQuery({
        queryKey: sessionKey,
        queryFn: async ({ client }) => {
            const before = client.getQueryData<Session>(sessionKey);
            const now = await api.GET('/api/admin/user').catch((error: unknown) => {
                if (isSignedOut(error) && !before) return null;
                throw error;
            });
            // Another user must not see data or input of the previous user.
            if (before && before.user.id !== now?.user.id) window.location.reload();
            return now;
        },
        // The server marks the page of a browser without a session: the request could only fail.
        initialData: 'signedOut' in document.documentElement.dataset ? null : undefined,
        staleTime: 60_000,
        refetchInterval: ({ state }) => (state.data === null ? false : 60_000),
    });
}

export function useUiConfig() {
    return useQuery({
        queryKey: ['ui-config'],
        queryFn: () => api.GET('/api/admin/ui-config'),
        staleTime: 60_000,
        refetchInterval: 60_000,
    });
}

/** How a second factor can be proved, and the challenge for passkeys. */
export interface ProofRequest {
    methods: Schemas['secondFactorCheck']['methods'];
    passkey?: Schemas['passkeyRequest'];
}

/** A sign-in whose password was correct. */
export interface PendingSignIn extends ProofRequest {
    pendingSignIn: string;
}

/** Returns the pending sign-in if the account has a second factor. */
export const pendingSignInOf = (error: unknown): PendingSignIn | undefined =>
    // The service declares these members of the error.
    error instanceof ApiError && error.kind === 'SecondFactorRequired' ? (error.body as PendingSignIn) : undefined;

export function useSignIn() {
    return useChange((body: { username: string; password: string }) => api.POST('/auth/simple/login', { body }), {
        invalidates: ['everything'],
        leavesNoEvent: true,
    });
}

export function useSignOut() {
    return useChange(
        async (_: undefined) => {
            const { location } = await api.POST('/logout', { headers: { accept: 'application/json' } });
            // Signing out may continue at an identity provider, which has its own session.
            if (isWebAddress(location)) window.location.assign(location);
            // The next user must not see cached data.
            else window.location.reload();
        },
        { isDirect: true, leavesNoEvent: true },
    );
}

/** The user of a link that sets or resets a password. */
export function useResetLink(token: string) {
    return useQuery({
        queryKey: ['reset', token],
        queryFn: () => api.GET('/auth/reset/validate', { query: { token } }),
        retry: false,
        refetchInterval: false,
    });
}

export function useResetPassword() {
    return useChange((body: { token: string; password: string }) => api.POST('/auth/reset/password', { body }), {
        leavesNoEvent: true,
    });
}

export function useInvitation(token: string) {
    return useQuery({
        queryKey: ['invitation', token],
        queryFn: async () => {
            await api.GET('/invite/{token}/validate', { path: { token } });
            return true;
        },
        retry: false,
        refetchInterval: false,
    });
}

export function useSignUp(token: string) {
    return useChange(
        (body: { name: string; email: string; password: string }) =>
            api.POST('/invite/{token}/signup', { path: { token }, body }),
        { leavesNoEvent: true },
    );
}

/** The enabled sign-in methods. */
export function useSignInMethods() {
    return useQuery({
        queryKey: ['sign-in-methods'],
        queryFn: () => api.GET('/auth/methods'),
        refetchInterval: false,
    });
}

export function useSendResetMail() {
    return useChange((email: string) => api.POST('/auth/reset/password-email', { body: { email } }), {
        leavesNoEvent: true,
    });
}
