import type { Services } from '../../services.ts';
import type { Proof } from '../sessions/sessions.ts';

/** Where the browser ends its session at the identity provider as well, if that is wanted and possible. */
export async function signOutOfProvider(
    { settings, sessions, oidc }: Services,
    { userId, providerSession }: Proof & { userId: number },
): Promise<string | undefined> {
    if (providerSession && 'idToken' in providerSession && settings.get('oidcAuth').enableSingleSignOut) {
        await sessions.endAllBegunBy('oidc', userId);
        return oidc.signOutUrl(providerSession.idToken);
    }
    return undefined;
}
