import type { Profile } from '@node-saml/node-saml';
import { parseDomFromString, parseXml2JsFromString, xpath } from '@node-saml/node-saml/lib/xml.js';
import { notAllowed } from '../../../core/errors.ts';

/** How much the clocks of the two sides may differ. */
export const SKEW_MS = 60_000;
/** Travels with our requests and comes back with their answers. Tells nothing but that we asked, which anyone may say. */
export const ASKED = 'asked';

/**
 * Whether someone began at the identity provider, whose response then answers no request. Nothing in such a response
 * is believed, for anyone's page could post one; but it is a good reason to ask the provider.
 */
export async function isUnasked(response: string, relayState: string | undefined): Promise<boolean> {
    // A provider that forgets what it answers would be asked for ever.
    if (relayState === ASKED) return false;
    try {
        const { Response } = (await parseXml2JsFromString(xmlOf(response))) as {
            Response?: { $?: { InResponseTo?: string }; Assertion?: unknown; EncryptedAssertion?: unknown };
        };
        const says = Response?.Assertion ?? Response?.EncryptedAssertion;
        return says !== undefined && !Response?.$?.InResponseTo;
    } catch {
        return false;
    }
}

const xmlOf = (response: string) => Buffer.from(response, 'base64').toString();

/** What the library can decrypt, without what is known to be broken. */
const CIPHERS = [
    'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    'http://www.w3.org/2009/xmlenc11#aes128-gcm',
    'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
    'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
    'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
];

/** Whether something in the response is encrypted; refuses ciphers that must not even be tried. */
export async function isSafelyEncrypted(response: string): Promise<boolean> {
    const document = await parseDomFromString(xmlOf(response));
    const methods = xpath.selectAttributes(document, "//*[local-name()='EncryptionMethod']/@Algorithm");
    const unsafe = methods.find(({ value }) => !CIPHERS.includes(value));
    if (unsafe)
        throw notAllowed(
            'The identity provider encrypts in a way that is not safe. Choose AES-GCM and RSA-OAEP there.',
        );
    return methods.length > 0;
}

interface Confirmation {
    $?: { Method?: string };
    SubjectConfirmationData?: { $?: { Recipient?: string; InResponseTo?: string; NotOnOrAfter?: string } }[];
}

/**
 * What the library leaves to us: that the response is addressed to us, and that the signed assertion itself says that
 * it is for this address, answers this request and still holds. Outside of the assertion anyone could have written so.
 */
export async function demandMeantForUs(profile: Profile, recipient: string): Promise<void> {
    const { Response } = (await parseXml2JsFromString(profile.getSamlResponseXml!())) as {
        Response?: { $?: { Destination?: string } };
    };
    const { Destination = recipient } = Response?.$ ?? {};
    const { Assertion } = profile.getAssertion!() as {
        Assertion: { Subject?: { SubjectConfirmation?: Confirmation[] }[] };
    };
    const confirmations = Assertion.Subject?.[0]?.SubjectConfirmation ?? [];
    const isMeant = confirmations.some(({ $, SubjectConfirmationData }) => {
        const data = SubjectConfirmationData?.[0]?.$;
        return (
            $?.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer' &&
            data?.Recipient === recipient &&
            data.InResponseTo === profile['inResponseTo'] &&
            Date.parse(data.NotOnOrAfter ?? '') + SKEW_MS > Date.now()
        );
    });
    if (!isMeant || Destination !== recipient)
        throw notAllowed('The answer of the identity provider is meant for someone else, or too old.');
}
