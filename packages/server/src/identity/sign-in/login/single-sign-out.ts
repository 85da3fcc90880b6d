import type { Services } from '../../../app/services.ts';
import type { SignInProof } from '../../accounts/sessions/sessions.ts';
import { samlSignOutUrl } from './saml/saml-provider.ts';

/** Returns the logout URL of the identity provider, if single logout is enabled and supported. */
export async function signOutOfProvider(
    { settings, sessions, oidc, publicUrl }: Pick<Services, 'settings' | 'sessions' | 'oidc' | 'publicUrl'>,
    { userId, providerSession }: SignInProof & { userId: number },
): Promise<string | undefined> {
    if (!providerSession) return undefined;
    if ('nameId' in providerSession) {
        return samlSignOutUrl({ settings: settings.get('samlAuth'), publicUrl: publicUrl() }, providerSession);
    }
    if (!settings.get('oidcAuth').enableSingleSignOut) return undefined;
    await sessions.endAllBegunBy('oidc', userId);
    return oidc.signOutUrl(providerSession.idToken);
}
