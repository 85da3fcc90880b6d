import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

export type OidcSettings = Schemas['oidcSettings'];
export type SamlSettings = Schemas['samlSettings'];

export function useOidcSettings() {
    return useQuery({
        queryKey: ['sso', 'oidc'],
        queryFn: () => api.GET('/api/admin/auth/oidc/settings'),
        refetchInterval: false,
    });
}

export function useSaveOidcSettings() {
    return useChange((body: Schemas['oidcSettingsUpdate']) => api.POST('/api/admin/auth/oidc/settings', { body }), {
        successMessage: ({ enabled }) => `OpenID Connect saved; it is ${enabled ? 'on' : 'off'}`,
        invalidates: ['sso'],
    });
}

export function useSamlSettings() {
    return useQuery({
        queryKey: ['sso', 'saml'],
        queryFn: () => api.GET('/api/admin/auth/saml/settings'),
        refetchInterval: false,
    });
}

export function useSaveSamlSettings() {
    return useChange((body: Schemas['samlSettingsUpdate']) => api.POST('/api/admin/auth/saml/settings', { body }), {
        successMessage: ({ enabled }) => `SAML saved; it is ${enabled ? 'on' : 'off'}`,
        invalidates: ['sso'],
    });
}

export function usePasswordLogin() {
    return useQuery({
        queryKey: ['sso', 'simple'],
        queryFn: () => api.GET('/api/admin/auth/simple/settings'),
    });
}

export function useSavePasswordLogin() {
    return useChange((disabled: boolean) => api.POST('/api/admin/auth/simple/settings', { body: { disabled } }), {
        successMessage: (disabled) => `Signing in with a password is ${disabled ? 'off' : 'on'}`,
        invalidates: ['sso', 'ui-config'],
        isDirect: true,
    });
}

export function useSecondFactorSettings() {
    return useQuery({
        queryKey: ['sso', 'second-factor'],
        queryFn: () => api.GET('/api/admin/auth/second-factor/settings'),
    });
}

export function useSaveSecondFactorSettings() {
    return useChange(
        (body: Schemas['secondFactorSettings']) => api.PUT('/api/admin/auth/second-factor/settings', { body }),
        {
            successMessage: ({ requiredFor }) =>
                requiredFor === 'nobody' ? 'A second factor is optional' : 'A second factor is required',
            invalidates: ['sso', 'own-second-factors'],
        },
    );
}

export function useScimSettings() {
    return useQuery({ queryKey: ['sso', 'scim'], queryFn: () => api.GET('/api/admin/scim-settings') });
}

export function useSaveScimSettings() {
    return useChange(
        (body: { enabled: boolean; manageAdministrators: boolean }) => api.POST('/api/admin/scim-settings', { body }),
        {
            successMessage: ({ enabled }) => `Provisioning with SCIM is ${enabled ? 'on' : 'off'}`,
            invalidates: ['sso'],
            isDirect: true,
        },
    );
}

export function useNewScimToken() {
    return useChange((_: undefined) => api.POST('/api/admin/scim-settings/generate-new-token'), {
        successMessage: () => 'New SCIM token created; the previous one no longer works',
        invalidates: ['sso'],
    });
}
