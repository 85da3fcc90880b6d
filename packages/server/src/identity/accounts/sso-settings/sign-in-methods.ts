import type { InstanceSettings } from '../../../admin/catalogue/instance-settings/settings.ts';
import type { Config } from '../../../config.ts';
import { NO_OIDC, NO_SAML, PASSWORDS_ALLOWED } from './stored-settings.ts';

export type SignInSettings = Pick<InstanceSettings, 'simpleAuth' | 'samlAuth' | 'oidcAuth'>;

/** Ways in that the operator configured: administrators can see but not change them. */
export type ConfiguredSignIn = Partial<Pick<SignInSettings, 'samlAuth' | 'oidcAuth'>>;

/** The environment says all of a way in, or nothing: parts of two places would be hard to reason about. */
export const configuredSignIn = ({ oidc, saml }: Pick<Config, 'oidc' | 'saml'>): ConfiguredSignIn => ({
    ...(oidc && { oidcAuth: { ...NO_OIDC, ...oidc } }),
    ...(saml && { samlAuth: { ...NO_SAML, ...saml } }),
});

/** Whether people can come in without a password. */
export const hasOtherSignInMethod = ({ samlAuth, oidcAuth }: Omit<SignInSettings, 'simpleAuth'>): boolean =>
    samlAuth.enabled || (oidcAuth.enabled && oidcAuth.discoverUrl !== '');

/** Passwords that were switched off come back when the environment took the other ways away: someone must get in. */
export function inEffect<S extends SignInSettings>(stored: S, fixed: ConfiguredSignIn): S {
    const settings = { ...stored, ...fixed };
    return hasOtherSignInMethod(settings) ? settings : { ...settings, simpleAuth: PASSWORDS_ALLOWED };
}
