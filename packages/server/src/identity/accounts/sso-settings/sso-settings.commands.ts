import { changeSetting } from '../../../admin/catalogue/instance-settings/settings.ts';
import type { Change } from '../../../changes/change.ts';
import { withPermissionCheck } from '../../../changes/with-permission-check.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { isCertificate, isRsaKey } from '../../../core/settings/certificates.ts';
import type { Db } from '../../../storage/database.ts';
import { rootRoleId } from '../roles/role.queries.ts';
import { requireAdministrator } from '../users/user.commands.ts';
import { mergeOidcSettings, mergeSamlSettings } from './merged-settings.ts';
import { type ConfiguredSignIn, hasOtherSignInMethod, type SignInSettings } from './sign-in-methods.ts';
import { mayTrust } from './sso-settings.access.ts';
import { readSignInSettings } from './sso-settings.queries.ts';
import { MASK, type OidcSettingsUpdate, type SamlSettingsUpdate } from './sso-settings.schemas.ts';
import type { StoredOidc, StoredSaml } from './stored-settings.ts';

/** `fixed` contains the sign-in methods configured by the operator, which count as enabled methods. */
interface Update<U> {
    update: U;
    fixed: ConfiguredSignIn;
}

export const changeSamlSettings = withPermissionCheck(mayTrust(mergeSamlSettings), saveSamlSettings);

async function saveSamlSettings(change: Change, { update, fixed }: Update<SamlSettingsUpdate>): Promise<void> {
    const { after } = await mergeSamlSettings(change, update);
    if (after.enabled) demand(update, after, ['entityId', 'signOnUrl', 'certificate']);
    checkUrl(after.signOnUrl, '/body/signOnUrl');
    checkUrl(after.signOutUrl, '/body/signOutUrl');
    checkCertificate(after.certificate);
    checkSigningKey(after.spCertificate);
    await checkShared(change.tx, after);
    await requireSignInMethod(change.tx, { samlAuth: after, ...fixed });
    await changeSetting(change, { name: 'samlAuth', content: after });
}

export const changeOidcSettings = withPermissionCheck(mayTrust(mergeOidcSettings), saveOidcSettings);

async function saveOidcSettings(change: Change, { update, fixed }: Update<OidcSettingsUpdate>): Promise<void> {
    const { before, after } = await mergeOidcSettings(change, update);
    demandSecretForNewTarget(before, after, update.secret);
    if (after.enabled) demand(update, after, ['clientId', 'secret']);
    checkUrl(after.discoverUrl, '/body/discoverUrl');
    await checkShared(change.tx, after);
    await requireSignInMethod(change.tx, { oidcAuth: after, ...fixed });
    await changeSetting(change, { name: 'oidcAuth', content: after });
}

export async function setPasswordLogin(
    change: Change,
    { update, fixed }: Update<{ disabled: boolean }>,
): Promise<void> {
    await requireSignInMethod(change.tx, { simpleAuth: update, ...fixed });
    await changeSetting(change, { name: 'simpleAuth', content: update });
    await requireAdministrator(change.tx);
}

/** A secret belongs to its provider; sending it to a changed address would leak it. */
function demandSecretForNewTarget(before: StoredOidc, after: StoredOidc, secret: string | null | undefined): void {
    const isUnchanged = before.secret !== '' && (secret === undefined || secret === MASK);
    if (!isUnchanged || after.discoverUrl === before.discoverUrl) return;
    throw invalid(
        'The stored secret belongs to the provider at the previous address. Enter the secret again.',
        '/body/secret',
    );
}

/** Enabled single sign-on requires these settings explicitly. */
function demand<S>(update: object, after: S, members: (keyof S & string)[]): void {
    const missing = members.find((member) => !(member in update) || !after[member]);
    if (missing) throw invalid(`\`/body/${missing}\` is required when enabled is true.`, `/body/${missing}`);
}

function checkUrl(url: string, path: string): void {
    if (url === '') return;
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw invalid('This must be an http or https URL.', path);
}

function checkCertificate(certificate: string): void {
    if (certificate === '' || isCertificate(certificate)) return;
    throw invalid('This is not an X.509 certificate. Paste it as the identity provider shows it.', '/body/certificate');
}

function checkSigningKey(key: string): void {
    if (key === '' || isRsaKey(key) || isCertificate(key)) return;
    throw invalid('This is neither an RSA private key nor an X.509 certificate in PEM format.', '/body/spCertificate');
}

async function checkShared(db: Db, { emailDomains, defaultRootRoleId }: StoredSaml | StoredOidc): Promise<void> {
    const domains = emailDomains.split(',').map((domain) => domain.trim());
    const wrong = domains.find((domain) => domain !== '' && !/^[\p{L}\p{N}.-]+$/u.test(domain));
    if (wrong !== undefined) {
        throw invalid(`"${wrong}" is not a domain. List them as in: example.com, example.org`, '/body/emailDomains');
    }
    if (defaultRootRoleId !== null) await rootRoleId(db, defaultRootRoleId, '/body/defaultRootRoleId');
}

/** Rejects changes after which no sign-in method would be enabled. */
async function requireSignInMethod(db: Db, changed: Partial<SignInSettings>): Promise<void> {
    const settings = { ...(await readSignInSettings(db)), ...changed };
    if (settings.simpleAuth.disabled && !hasOtherSignInMethod(settings)) {
        throw invalid('Nobody could sign in any longer. Keep passwords, SAML or OpenID Connect enabled.');
    }
}
