import type { InstanceSettings } from '../../../admin/catalogue/instance-settings/settings.ts';
import type { Config } from '../../../config/config.ts';
import { NO_OIDC, NO_SAML, PASSWORDS_ALLOWED } from './stored-settings.ts';

export type SignInSettings = Pick<InstanceSettings, 'simpleAuth' | 'samlAuth' | 'oidcAuth'>;

/** Sign-in methods configured by the operator. Administrators can see but not change them. */
export type ConfiguredSignIn = Partial<Pick<SignInSettings, 'samlAuth' | 'oidcAuth'>>;

/** The environment variables replace all stored settings of a method, because a mixture of both would be hard to understand. */
export const configuredSignIn = ({ oidc, saml }: Pick<Config, 'oidc' | 'saml'>): ConfiguredSignIn => ({
    ...(oidc && { oidcAuth: { ...NO_OIDC, ...oidc } }),
    ...(saml && { samlAuth: { ...NO_SAML, ...saml } }),
});

/** Whether users can sign in without a password. */
export const hasOtherSignInMethod = ({ samlAuth, oidcAuth }: Omit<SignInSettings, 'simpleAuth'>): boolean =>
    samlAuth.enabled || (oidcAuth.enabled && oidcAuth.discoverUrl !== '');

/** Enables disabled passwords again if no other method is enabled, e.g. after environment variables were removed. */
export function effectiveSettings<S extends SignInSettings>(stored: S, fixed: ConfiguredSignIn): S {
    const settings = { ...stored, ...fixed };
    return hasOtherSignInMethod(settings) ? settings : { ...settings, simpleAuth: PASSWORDS_ALLOWED };
}
