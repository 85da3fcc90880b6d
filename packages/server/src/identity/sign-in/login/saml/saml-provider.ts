import { createPrivateKey, randomBytes } from 'node:crypto';
import type { CacheProvider, Profile, SAML } from '@node-saml/node-saml';
import { HalyardError, notAllowed } from '../../../../core/errors/errors.ts';
import type { ProviderSession } from '../../../../storage/tables/sign-ins.ts';
import type { StoredSaml } from '../../../accounts/sso-settings/stored-settings.ts';
import { groupsIn } from '../provider-groups.ts';
import type { VerifiedIdentity } from '../verified-identity.ts';
import {
    demandPlainInside,
    demandSafeSignatures,
    demandSuccess,
    isSafelyEncrypted,
    RELAY_STATE,
    type SamlResponse,
    SKEW_MS,
    verifyRecipient,
} from './saml-response.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

interface SamlAddresses {
    settings: StoredSaml;
    /** The public URL of this instance, which is also its entity id. */
    publicUrl: string;
}

const callbackUrl = (publicUrl: string) => `${publicUrl}/auth/saml/callback`;
const signedOutUrl = (publicUrl: string) => `${publicUrl}/auth/saml/logout/done`;

/** Returns the URL for the browser, and the id of the request, which the response contains. */
export async function beginSaml(sides: SamlAddresses): Promise<{ id: string; url: string }> {
    const id = `_${randomBytes(20).toString('hex')}`;
    const saml = await createSaml(sides, { generateUniqueId: () => id });
    return { id, url: await saml.getAuthorizeUrlAsync(RELAY_STATE, undefined, {}) };
}

/** Returns the identity verified from the response. `isOurs` returns once per id whether this service sent the request. */
export async function finishSaml(
    sides: SamlAddresses,
    response: SamlResponse,
    isOurs: (requestId: string) => Promise<boolean>,
): Promise<VerifiedIdentity> {
    demandSuccess(response);
    const profile = await verifiedProfile(sides, response, isOurs);
    if (!profile) throw notAllowed('The identity provider did not sign you in. Try again.');
    if (profile.issuer !== sides.settings.entityId) {
        throw notAllowed('The response does not come from the configured identity provider.');
    }
    await verifyRecipient(profile, callbackUrl(sides.publicUrl));
    // The profile contains only signed data.
    const attributes = (profile['attributes'] ?? {}) as Record<string, unknown>;
    return {
        email: firstOf(attributes, EMAIL_ATTRIBUTES) ?? profile.nameID,
        // The operator of the provider controls the e-mail addresses; the protocol has no verification.
        isEmailVerified: true,
        ...(profile.nameIDFormat === PERSISTENT && {
            identity: { issuer: profile.issuer, subject: profile.nameID },
        }),
        name: firstOf(attributes, NAME_ATTRIBUTES),
        groups: groupsIn(attributes, sides.settings.groupJsonPath),
        ...(profile.nameID && { session: sessionOf(profile) }),
    };
}

/** Name ids of other formats do not identify a user: they are addresses, which change, or valid for one session. */
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

const sessionOf = ({ nameID, nameIDFormat, sessionIndex }: Profile) => ({
    nameId: nameID,
    nameIdFormat: nameIDFormat ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    ...(sessionIndex !== undefined && { sessionIndex }),
});

/** Returns the signed content of the response. */
async function verifiedProfile(
    sides: SamlAddresses,
    response: SamlResponse,
    isOurs: (requestId: string) => Promise<boolean>,
): Promise<Profile | null> {
    let ownFailure: unknown;
    const requests = pendingRequestCache((id) =>
        isOurs(id).catch((error: unknown) => {
            ownFailure = error;
            return false;
        }),
    );
    let isEncrypted = false;
    try {
        isEncrypted = isSafelyEncrypted(response);
        demandSafeSignatures(response);
        if (isEncrypted) await demandPlainInside(response, signingKey(sides.settings.spCertificate));
        const saml = await createSaml(sides, { cacheProvider: requests });
        return (await saml.validatePostResponseAsync({ SAMLResponse: response.base64 })).profile;
    } catch (error) {
        if (ownFailure) throw ownFailure;
        if (error instanceof HalyardError) throw error;
        // An attacker who learns why a modified ciphertext is refused could decrypt it step by step.
        if (isEncrypted) throw notAllowed('The encrypted response of the identity provider cannot be trusted.');
        throw notAllowed(`The response of the identity provider cannot be trusted: ${(error as Error).message}.`);
    }
}

/** Returns the logout URL of the identity provider; undefined if it has none. */
export async function samlSignOutUrl(
    sides: SamlAddresses,
    session: Extract<ProviderSession, { nameId: string }>,
): Promise<string | undefined> {
    if (!sides.settings.enabled || !sides.settings.signOutUrl) return undefined;
    const { nameId, nameIdFormat, sessionIndex } = session;
    const profile: Profile = {
        issuer: sides.settings.entityId,
        nameID: nameId,
        nameIDFormat: nameIdFormat,
        ...(sessionIndex !== undefined && { sessionIndex }),
    };
    return (await createSaml(sides)).getLogoutUrlAsync(profile, '', {});
}

/** Returns the service provider metadata, with which administrators register this service at the identity provider. */
export async function samlMetadata({ settings, publicUrl }: SamlAddresses): Promise<string> {
    const { generateServiceProviderMetadata } = await library();
    const privateKey = signingKey(settings.spCertificate);
    const publicCerts = settings.spCertificate.match(CERTIFICATE);
    return generateServiceProviderMetadata({
        issuer: publicUrl,
        callbackUrl: callbackUrl(publicUrl),
        logoutCallbackUrl: signedOutUrl(publicUrl),
        wantAssertionsSigned: true,
        ...(privateKey &&
            publicCerts && {
                privateKey,
                publicCerts: [...publicCerts],
                decryptionPvk: privateKey,
                decryptionCert: publicCerts[0],
            }),
    });
}

export function demandEnabled({ enabled }: StoredSaml): void {
    if (!enabled) throw notAllowed('Signing in with SAML is disabled.');
}

/** The library and its XML parsers are loaded at the first SAML sign-in, because most instances never need them. */
// The bundle has the default export of a CommonJS module, but not its named exports.
const library = async () => (await import('@node-saml/node-saml')).default;

async function createSaml(
    { settings, publicUrl }: SamlAddresses,
    options: { generateUniqueId?: () => string; cacheProvider?: CacheProvider } = {},
): Promise<SAML> {
    demandEnabled(settings);
    const { SAML, ValidateInResponseTo } = await library();
    const privateKey = signingKey(settings.spCertificate);
    return new SAML({
        issuer: publicUrl,
        audience: publicUrl,
        callbackUrl: callbackUrl(publicUrl),
        logoutCallbackUrl: signedOutUrl(publicUrl),
        entryPoint: settings.signOnUrl,
        logoutUrl: settings.signOutUrl,
        idpCert: certificatesIn(settings.certificate),
        // Either the response or the assertion must be signed. The library reads only the signed part.
        wantAuthnResponseSigned: false,
        wantAssertionsSigned: false,
        validateInResponseTo: ValidateInResponseTo.always,
        acceptedClockSkewMs: SKEW_MS,
        disableRequestedAuthnContext: true,
        signatureAlgorithm: 'sha256',
        cacheProvider: pendingRequestCache(async () => false),
        ...(privateKey && { privateKey, decryptionPvk: privateKey }),
        ...options,
    });
}

/** Identity providers export certificates with or without PEM header lines, and two certificates during a key rotation. */
const certificatesIn = (text: string): string[] => text.match(CERTIFICATE) ?? [text.replace(/\s+/g, '')];

/** Returns the private key, if the PEM text contains one. It signs requests and decrypts assertions. */
function signingKey(pem: string): string | undefined {
    if (!pem.includes('PRIVATE KEY-----')) return undefined;
    return createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The library looks up the same id several times. This service stores the requests, and accepts one response for each. */
function pendingRequestCache(isOurs: (requestId: string) => Promise<boolean>): CacheProvider {
    let known: string | undefined;
    return {
        saveAsync: async () => null,
        getAsync: async (id) => {
            if (known === undefined && (await isOurs(id))) known = id;
            return known === id ? new Date().toISOString() : null;
        },
        removeAsync: async () => null,
    };
}

const EMAIL_ATTRIBUTES = [
    'email',
    'mail',
    'emailAddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];

const NAME_ATTRIBUTES = [
    'displayName',
    'name',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
];

function firstOf(attributes: Record<string, unknown>, names: readonly string[]): string | undefined {
    const values = names.filter((name) => Object.hasOwn(attributes, name)).map((name) => attributes[name]);
    return values.find((value) => typeof value === 'string' && value !== '') as string | undefined;
}
