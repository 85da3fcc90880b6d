import type { InstanceSettings } from '../../../admin/catalogue/instance-settings/settings.ts';
import type { Config } from '../../../config.ts';
import { NO_OIDC, NO_SAML, PASSWORDS_ALLOWED } from './stored-settings.ts';

export type WaysIn = Pick<InstanceSettings, 'simpleAuth' | 'samlAuth' | 'oidcAuth'>;

/** Ways in that the operator configured: administrators can see but not change them. */
export type FixedWays = Partial<Pick<WaysIn, 'samlAuth' | 'oidcAuth'>>;

/** The environment says all of a way in, or nothing: parts of two places would be hard to reason about. */
export const fixedWays = ({ oidc, saml }: Pick<Config, 'oidc' | 'saml'>): FixedWays => ({
    ...(oidc && { oidcAuth: { ...NO_OIDC, ...oidc } }),
    ...(saml && { samlAuth: { ...NO_SAML, ...saml } }),
});

/** Whether people can come in without a password. */
export const hasOtherWayIn = ({ samlAuth, oidcAuth }: Omit<WaysIn, 'simpleAuth'>): boolean =>
    samlAuth.enabled || (oidcAuth.enabled && oidcAuth.discoverUrl !== '');

/** Passwords that were switched off come back when the environment took the other ways away: someone must get in. */
export function inEffect<S extends WaysIn>(stored: S, fixed: FixedWays): S {
    const settings = { ...stored, ...fixed };
    return hasOtherWayIn(settings) ? settings : { ...settings, simpleAuth: PASSWORDS_ALLOWED };
}
