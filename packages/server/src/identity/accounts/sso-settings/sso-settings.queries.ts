import type { Db } from '../../../storage/database.ts';
import type { SignInSettings } from './sign-in-methods.ts';
import { NO_OIDC, NO_SAML, PASSWORDS_ALLOWED } from './stored-settings.ts';

/** Returns the sign-in settings as stored; secrets may be encrypted. */
export async function readSignInSettings(db: Db): Promise<SignInSettings> {
    const rows = await db
        .selectFrom('settings')
        .selectAll()
        .where('name', 'in', ['simpleAuth', 'samlAuth', 'oidcAuth'])
        .execute();
    const stored = Object.fromEntries(rows.map(({ name, content }) => [name, content]));
    return {
        simpleAuth: PASSWORDS_ALLOWED,
        samlAuth: NO_SAML,
        oidcAuth: NO_OIDC,
        // Only the commands write these settings, so their types are known.
        ...(stored as Partial<SignInSettings>),
    };
}
