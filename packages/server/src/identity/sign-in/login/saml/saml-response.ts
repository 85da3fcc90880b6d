import type { Profile } from '@node-saml/node-saml';
import { notAllowed } from '../../../../core/errors/errors.ts';
import { NotPlain, type PlainElement, readPlainXml } from './plain-xml.ts';

/** The XML parsers are loaded on demand, because most instances never need them. */
const xmlParsers = async () => (await import('@node-saml/node-saml/lib/xml.js')).default;

/** Maximum difference between the clocks of the service and the provider. */
export const SKEW_MS = 60_000;
/** The relay state of our requests, which the provider returns. It only marks a response to a request and proves nothing. */
export const RELAY_STATE = 'asked';

/** A response whose XML is safe to parse. Its content is not verified yet. */
export interface SamlResponse {
    base64: string;
    xml: string;
    elements: readonly PlainElement[];
}

/** Checks the XML of a response before any other parser reads it, because anyone can send a response. */
export function readResponse(base64: string): SamlResponse {
    const xml = Buffer.from(base64, 'base64').toString();
    try {
        return { base64, xml, elements: readPlainXml(xml) };
    } catch (error) {
        if (!(error instanceof NotPlain)) throw error;
        throw notAllowed(`The response of the identity provider cannot be read: ${error.message}.`);
    }
}

/**
 * Whether the sign-in was started at the identity provider, so that the response belongs to no request. The content of such a
 * response is not trusted, because any website can post one. It only starts a new sign-in at the provider.
 */
export function isUnsolicited({ elements }: SamlResponse, relayState: string | undefined): boolean {
    // A provider that omits InResponseTo would cause an endless redirect loop.
    if (relayState === RELAY_STATE) return false;
    const [root] = elements;
    const hasAssertion = elements.some(({ name, parent }) => parent === root && /^(Encrypted)?Assertion$/.test(name));
    return root?.name === 'Response' && hasAssertion && !root.attributes.get('InResponseTo');
}

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** Checks the status, because a response with an error status may still contain an assertion. */
export function demandSuccess({ elements }: SamlResponse): void {
    const [root] = elements;
    const statuses = elements.filter(({ name, parent }) => name === 'Status' && parent === root);
    const codes = elements.filter(({ name, parent }) => name === 'StatusCode' && parent?.parent === root);
    const isSuccess = statuses.length === 1 && codes.length === 1 && codes[0]!.attributes.get('Value') === SUCCESS;
    if (!isSuccess)
        throw notAllowed('The identity provider did not sign you in. Try again, or ask its administrators.');
}

/** The supported encryption algorithms, without broken ones. */
const CIPHERS = [
    'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    'http://www.w3.org/2009/xmlenc11#aes128-gcm',
    'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
    'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
    'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
];

/** The supported signature algorithms, without SHA-1: a collision would transfer the signature. */
const SIGNATURES = [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
];
const DIGESTS = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];

/** Rejects unsafe signature algorithms before any signature is verified. */
export function demandSafeSignatures({ elements }: SamlResponse): void {
    if (elements.some(isUnsafeSignature)) {
        throw notAllowed('The identity provider signs in a way that is not safe. Choose SHA-256 there.');
    }
}

function isUnsafeSignature({ name, parent, attributes }: PlainElement): boolean {
    const algorithm = attributes.get('Algorithm') ?? '';
    if (name === 'SignatureMethod') return !SIGNATURES.includes(algorithm);
    // A digest method outside of a Reference belongs to key encryption, where SHA-1 is safe.
    return name === 'DigestMethod' && parent?.name === 'Reference' && !DIGESTS.includes(algorithm);
}

/** Whether the response contains encrypted data. Rejects unsafe ciphers before any decryption. */
export function isSafelyEncrypted({ elements }: SamlResponse): boolean {
    const methods = elements.filter(({ name }) => name === 'EncryptionMethod');
    if (!methods.every(({ attributes }) => CIPHERS.includes(attributes.get('Algorithm') ?? ''))) {
        throw notAllowed(
            'The identity provider encrypts in a way that is not safe. Choose AES-GCM and RSA-OAEP there.',
        );
    }
    return methods.length > 0;
}

/**
 * Checks the decrypted XML like the response itself, because anyone can encrypt for this service. The caller must not reveal the
 * reason of a rejection.
 */
export async function demandPlainInside({ xml }: SamlResponse, privateKey: string | undefined): Promise<void> {
    const { decryptXml, parseDomFromString, xpath } = await xmlParsers();
    const document = await parseDomFromString(xml);
    const [assertion, ...others] = xpath.selectElements(document, "/*/*[local-name()='EncryptedAssertion']");
    if (!assertion || privateKey === undefined) return;
    if (others.length > 0) throw new NotPlain('it has several assertions');
    const elements = readPlainXml(await decryptXml(assertion.toString(), privateKey));
    if (elements.some(isUnsafeSignature)) throw new Error('unsafe signature');
}

interface Confirmation {
    $?: { Method?: string };
    SubjectConfirmationData?: { $?: { Recipient?: string; InResponseTo?: string; NotOnOrAfter?: string } }[];
}

/**
 * Checks that the library does not make: the response has this destination, and the signed assertion itself contains this
 * recipient and the id of this request and has not expired. The response outside of the assertion may be unsigned and proves nothing.
 */
export async function verifyRecipient(profile: Profile, recipient: string): Promise<void> {
    const { parseXml2JsFromString } = await xmlParsers();
    const { Response } = (await parseXml2JsFromString(profile.getSamlResponseXml!())) as {
        Response?: { $?: { Destination?: string } };
    };
    const { Destination = recipient } = Response?.$ ?? {};
    const { Assertion } = profile.getAssertion!() as {
        Assertion: { Subject?: { SubjectConfirmation?: Confirmation[] }[] };
    };
    const confirmations = Assertion.Subject?.[0]?.SubjectConfirmation ?? [];
    const isConfirmed = confirmations.some(({ $, SubjectConfirmationData }) => {
        const data = SubjectConfirmationData?.[0]?.$;
        return (
            $?.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer' &&
            data?.Recipient === recipient &&
            data.InResponseTo === profile['inResponseTo'] &&
            Date.parse(data.NotOnOrAfter ?? '') + SKEW_MS > Date.now()
        );
    });
    if (!isConfirmed || Destination !== recipient)
        throw notAllowed('The response of the identity provider is for another service, or has expired.');
}
