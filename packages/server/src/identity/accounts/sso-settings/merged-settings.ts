import { decryptSetting } from '../../../admin/catalogue/instance-settings/settings.ts';
import type { Change } from '../../../changes/change.ts';
import { privateKeyIn } from '../../../core/settings/certificates.ts';
import type { Db } from '../../../storage/database.ts';
import { readSignInSettings } from './sso-settings.queries.ts';
import { MASK, type OidcSettingsUpdate, type SamlSettingsUpdate } from './sso-settings.schemas.ts';
import { NO_OIDC, NO_SAML, type StoredOidc, type StoredSaml } from './stored-settings.ts';

type SettingsAccess = Pick<Change, 'secrets' | 'now'> & { tx: Db };

/** Returns the settings before and after an update. */
export async function mergeSamlSettings({ secrets, tx, now }: SettingsAccess, update: SamlSettingsUpdate) {
    const before = decryptSetting(secrets, 'samlAuth', (await readSignInSettings(tx)).samlAuth);
    return {
        before,
        after: mergeSettings(before, NO_SAML, replaceMaskedKey(update, before.spCertificate), 'spCertificate', now),
    };
}

export async function mergeOidcSettings({ secrets, tx, now }: SettingsAccess, update: OidcSettingsUpdate) {
    const before = decryptSetting(secrets, 'oidcAuth', (await readSignInSettings(tx)).oidcAuth);
    return { before, after: mergeSettings(before, NO_OIDC, update, 'secret', now) };
}

/** Missing members are unchanged, null clears a member, and the mask keeps the stored secret. */
function mergeSettings<S extends StoredSaml | StoredOidc>(
    before: S,
    empty: S,
    update: { [K in keyof S]?: S[K] | null | undefined },
    secretMember: keyof S & string,
    now: string,
): S {
    const after = { ...empty, ...before };
    // The schema of the body allows no other members.
    for (const member of Object.keys(update) as (keyof S)[]) {
        const value = update[member];
        if (value === undefined || (member === secretMember && value === MASK)) continue;
        after[member] = value === null || (member === 'defaultRootRoleId' && value === 0) ? empty[member] : value;
    }
    if (after[secretMember] !== before[secretMember]) after.secretsChangedAt = now;
    return after;
}

/** Replaces a masked private key in the update with the stored one. */
function replaceMaskedKey(update: SamlSettingsUpdate, stored: string): SamlSettingsUpdate {
    const { spCertificate: certificate } = update;
    if (!certificate?.includes(MASK) || certificate === MASK) return update;
    const spCertificate = certificate.replace(MASK, () => privateKeyIn(stored) ?? MASK);
    return { ...update, spCertificate };
}
