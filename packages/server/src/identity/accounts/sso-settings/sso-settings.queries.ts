import type { Db } from '../../../storage/database.ts';
import type { SignInSettings } from './sign-in-methods.ts';
import { NO_OIDC, NO_SAML, PASSWORDS_ALLOWED } from './stored-settings.ts';

/** The ways in as administrators stored them; secrets may be sealed. */
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
        // What stands under these names was written by the commands.
        ...(stored as Partial<SignInSettings>),
    };
}
