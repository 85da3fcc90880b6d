import { changeSetting, openedSetting } from '../../admin/instance/settings.ts';
import type { Change } from '../../changes/write.ts';
import { type AdminActor, may } from '../../core/actor.ts';
import { isCertificate, isRsaKey, privateKeyIn } from '../../core/certificates.ts';
import { invalid, noAccess } from '../../core/errors.ts';
import type { Db } from '../../storage/database.ts';
import { rootRoleId } from '../roles/role.queries.ts';
import { keepAnAdministrator } from '../users/user.commands.ts';
import { readWaysIn } from './sso-settings.queries.ts';
import { MASK, type OidcSettingsUpdate, type SamlSettingsUpdate } from './sso-settings.schemas.ts';
import { NO_OIDC, NO_SAML, type StoredOidc, type StoredSaml } from './stored-settings.ts';
import { type FixedWays, hasOtherWayIn, type WaysIn } from './ways-in.ts';

/** `fixed` is what the operator configured; it counts as a way in. */
interface Update<U> {
    update: U;
    fixed: FixedWays;
}

export async function changeSamlSettings(change: Change, { update, fixed }: Update<SamlSettingsUpdate>): Promise<void> {
    const before = openedSetting(change.secrets, 'samlAuth', (await readWaysIn(change.tx)).samlAuth);
    const after = merged(before, NO_SAML, withKey(update, before.spCertificate), 'spCertificate', change.now);
    demandAdministrator(change.actor, before, after);
    if (after.enabled) demand(update, after, ['entityId', 'signOnUrl', 'certificate']);
    checkUrl(after.signOnUrl, '/body/signOnUrl');
    checkUrl(after.signOutUrl, '/body/signOutUrl');
    checkCertificate(after.certificate);
    checkSigningKey(after.spCertificate);
    await checkShared(change.tx, after);
    await keepAWayIn(change.tx, { samlAuth: after, ...fixed });
    await changeSetting(change, { name: 'samlAuth', content: after });
}

export async function changeOidcSettings(change: Change, { update, fixed }: Update<OidcSettingsUpdate>): Promise<void> {
    const before = openedSetting(change.secrets, 'oidcAuth', (await readWaysIn(change.tx)).oidcAuth);
    const after = merged(before, NO_OIDC, update, 'secret', change.now);
    demandAdministrator(change.actor, before, after);
    demandSecretForNewTarget(before, after, update.secret);
    if (after.enabled) demand(update, after, ['clientId', 'secret']);
    checkUrl(after.discoverUrl, '/body/discoverUrl');
    await checkShared(change.tx, after);
    await keepAWayIn(change.tx, { oidcAuth: after, ...fixed });
    await changeSetting(change, { name: 'oidcAuth', content: after });
}

export async function setPasswordLogin(
    change: Change,
    { update, fixed }: Update<{ disabled: boolean }>,
): Promise<void> {
    await keepAWayIn(change.tx, { simpleAuth: update, ...fixed });
    await changeSetting(change, { name: 'simpleAuth', content: update });
    await keepAnAdministrator(change.tx);
}

/** What is left out stays, what is null becomes empty, and the mask means the secret that is kept. */
function merged<S extends StoredSaml | StoredOidc>(
    before: S,
    empty: S,
    update: { [K in keyof S]?: S[K] | null | undefined },
    secretMember: keyof S & string,
    now: string,
): S {
    const after = { ...empty, ...before };
    // The schema of the body lets no other members in.
    for (const member of Object.keys(update) as (keyof S)[]) {
        const value = update[member];
        if (value === undefined || (member === secretMember && value === MASK)) continue;
        after[member] = value === null || (member === 'defaultRootRoleId' && value === 0) ? empty[member] : value;
    }
    if (after[secretMember] !== before[secretMember]) after.secretsChangedAt = now;
    return after;
}

/** What those who may change single sign-on change without being administrators: it lets nobody in who was not before. */
const HARMLESS = [
    'enableSingleSignOut',
    'acrValues',
    'addGroupsScope',
    'enablePkce',
    'extraScopes',
    'secretsChangedAt',
];

/** Whoever decides which provider is believed, and which roles it gives, can be anyone, so they must be administrators. */
function demandAdministrator<S extends StoredSaml | StoredOidc>(actor: AdminActor, before: S, after: S): void {
    if (may(actor, 'ADMIN')) return;
    const changed = (Object.keys(after) as (keyof S & string)[]).filter((name) => after[name] !== before[name]);
    const needs = changed.filter((name) => !HARMLESS.includes(name) && !(name === 'enabled' && !after.enabled));
    if (needs.length > 0) throw noAccess(['ADMIN'], ` for ${needs.join(', ')}`);
}

/** A secret is kept for the provider that it was given for; whoever changes the address could read it there. */
function demandSecretForNewTarget(before: StoredOidc, after: StoredOidc, given: string | null | undefined): void {
    const isKept = before.secret !== '' && (given === undefined || given === MASK);
    if (!isKept || after.discoverUrl === before.discoverUrl) return;
    throw invalid('The kept secret is for the provider at the address before. Give the secret again.', '/body/secret');
}

/** The masked private key in what was sent back means the one that is kept. */
function withKey(update: SamlSettingsUpdate, stored: string): SamlSettingsUpdate {
    const { spCertificate: given } = update;
    if (!given?.includes(MASK) || given === MASK) return update;
    const spCertificate = given.replace(MASK, () => privateKeyIn(stored) ?? MASK);
    return { ...update, spCertificate };
}

/** Single sign-on that is switched on needs these, and whoever switches it on must have meant them. */
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

/** However the settings change, someone must be able to sign in afterwards. */
async function keepAWayIn(db: Db, changed: Partial<WaysIn>): Promise<void> {
    const ways = { ...(await readWaysIn(db)), ...changed };
    if (ways.simpleAuth.disabled && !hasOtherWayIn(ways)) {
        throw invalid('Nobody could sign in any more. Keep passwords, SAML or OpenID Connect switched on.');
    }
}
