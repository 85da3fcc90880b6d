import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import type { PendingSignIn } from '../session/session.queries.ts';
import { askForPasskey, createPasskey } from './passkeys.ts';

export type OwnSecondFactors = Schemas['ownSecondFactors'];

export function useOwnSecondFactors() {
    return useQuery({
        queryKey: ['own-second-factors'],
        queryFn: () => api.GET('/api/admin/user/second-factors'),
    });
}

/** Completes a sign-in with a code, or without one with a passkey. */
export function useFinishSignIn({ pendingSignIn, passkey }: PendingSignIn) {
    return useChange(
        async (code: string | undefined) =>
            api.POST('/auth/simple/second-factor', {
                body: {
                    pendingSignIn,
                    ...(code === undefined ? { passkey: await askForPasskey(passkey!) } : { code }),
                },
            }),
        { invalidates: ['everything'], leavesNoEvent: true },
    );
}

export function useProofRequest() {
    return useQuery({
        queryKey: ['own-second-factors', 'check'],
        queryFn: () => api.POST('/api/admin/user/second-factors/check'),
        // Each challenge can be used once.
        gcTime: 0,
        staleTime: Number.POSITIVE_INFINITY,
        refetchInterval: false,
    });
}

/** Proves a second factor in the session with a code, or without one with a passkey. */
export function useProve({ ticket, passkey }: Schemas['secondFactorCheck']) {
    return useChange(
        async (code: string | undefined) =>
            api.POST('/api/admin/user/second-factors/prove', {
                body: code === undefined ? { ticket, passkey: await askForPasskey(passkey!) } : { code },
            }),
        { leavesNoEvent: true },
    );
}

export function useNewTotp() {
    return useQuery({
        queryKey: ['own-second-factors', 'totp'],
        queryFn: () => api.POST('/api/admin/user/second-factors/totp'),
        gcTime: 0,
        staleTime: Number.POSITIVE_INFINITY,
        refetchInterval: false,
    });
}

export function useConfirmTotp() {
    return useChange(
        (body: { ticket: string; code: string }) => api.POST('/api/admin/user/second-factors/totp/confirm', { body }),
        { successMessage: () => 'App for codes added', invalidates: ['own-second-factors', 'own-sessions'] },
    );
}

export function useAddPasskey() {
    return useChange(
        async (name: string) => {
            const { ticket, options } = await api.POST('/api/admin/user/second-factors/passkeys/begin');
            return api.POST('/api/admin/user/second-factors/passkeys', {
                body: { ticket, name, credential: await createPasskey(options) },
            });
        },
        { successMessage: (name) => `Passkey ${name} added`, invalidates: ['own-second-factors', 'own-sessions'] },
    );
}

export function useRemoveTotp() {
    return useChange((_: undefined) => api.DELETE('/api/admin/user/second-factors/totp'), {
        successMessage: () => 'App for codes removed',
        invalidates: ['own-second-factors'],
    });
}

export function useRemovePasskey() {
    return useChange(
        ({ id }: { id: number; name: string }) =>
            api.DELETE('/api/admin/user/second-factors/passkeys/{passkeyId}', { path: { passkeyId: id } }),
        { successMessage: ({ name }) => `Passkey ${name} removed`, invalidates: ['own-second-factors'] },
    );
}

export function useRenewRecoveryCodes() {
    return useChange((_: undefined) => api.POST('/api/admin/user/second-factors/recovery-codes'), {
        successMessage: () => 'New recovery codes created; the previous ones no longer work',
        invalidates: ['own-second-factors'],
    });
}
