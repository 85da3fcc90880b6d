import { randomBytes } from 'node:crypto';
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';
import { PROVIDER_KEYS } from './saml-keys.ts';

export const ENTITY_ID = 'https://idp.example.com/metadata';
export const SIGN_ON_URL = 'https://idp.example.com/sign-on';

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

// These tests do not check the SAML schema.
setSchemaValidator({ validate: async () => 'not checked' });

/** The content of the response; every member has a valid default. */
export interface AssertionOverrides {
    email?: string;
    nameIdFormat?: string;
    attributes?: Record<string, string | string[]>;
    issuer?: string;
    audience?: string;
    destination?: string;
    recipient?: string;
    /** Minutes from now. */
    validFor?: number;
    inResponseTo?: string;
    status?: string;
    /** Which of the two is signed. */
    signed?: 'assertion' | 'response' | 'both';
    keys?: { privateKey: string; certificate: string };
    algorithm?: string;
    /** Encrypts the assertion for the service, with these algorithms. */
    encrypted?: { data: string; key: string };
}

/** A SAML identity provider that knows the service by its metadata. */
export function samlIdp({
    metadata,
    wantsSignedRequests = false,
}: {
    metadata: string;
    wantsSignedRequests?: boolean;
}) {
    const serviceProvider = (signed: AssertionOverrides['signed']) =>
        ServiceProvider({
            metadata: signed === 'response' ? metadata.replace('WantAssertionsSigned="true"', '') : metadata,
            wantMessageSigned: signed !== 'assertion',
        });

    const provider = (content: AssertionOverrides) => {
        const { privateKey, certificate } = content.keys ?? PROVIDER_KEYS;
        return IdentityProvider({
            entityID: ENTITY_ID,
            privateKey,
            signingCert: certificate,
            wantAuthnRequestsSigned: wantsSignedRequests,
            ...(content.encrypted && {
                isAssertionEncrypted: true,
                dataEncryptionAlgorithm: content.encrypted.data,
                keyEncryptionAlgorithm: content.encrypted.key,
            }),
            requestSignatureAlgorithm: content.algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
            nameIDFormat: [EMAIL_FORMAT],
            singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: SIGN_ON_URL }],
            singleLogoutService: [{ Binding: Constants.namespace.binding.redirect, Location: SIGN_ON_URL }],
        });
    };

    return {
        /** The request from the browser's URL: validated, and signed if requested. */
        async request(url: URL): Promise<{ id: string }> {
            const query = Object.fromEntries(url.searchParams);
            const octetString = url.search.slice(1).split('&Signature=')[0]!;
            const { extract } = await provider({}).parseLoginRequest(serviceProvider('both'), 'redirect', {
                query,
                octetString,
            });
            return { id: String(extract.request!['id']) };
        },

        /** A response in the form that the page of the provider lets the browser post. */
        async respond(requestId: string, content: AssertionOverrides = {}): Promise<string> {
            const sp = serviceProvider(content.signed ?? 'both');
            const callback = String(sp.entityMeta.getAssertionConsumerService('post'));
            const now = new Date();
            const until = new Date(now.getTime() + (content.validFor ?? 5) * 60_000).toISOString();
            const customTagReplacement = (template: string) => ({
                id: '',
                context: SamlLib.replaceTagsByValue(
                    template
                        .replace('{AuthnStatement}', authnStatement)
                        .replace('{AttributeStatement}', statement(content)),
                    {
                        ID: identifier(),
                        AssertionID: identifier(),
                        Destination: content.destination ?? callback,
                        Audience: content.audience ?? sp.entityMeta.getEntityID(),
                        SubjectRecipient: content.recipient ?? callback,
                        Issuer: content.issuer ?? ENTITY_ID,
                        IssueInstant: now.toISOString(),
                        StatusCode: content.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success',
                        ConditionsNotBefore: new Date(now.getTime() - 3_600_000).toISOString(),
                        ConditionsNotOnOrAfter: until,
                        SubjectConfirmationDataNotOnOrAfter: until,
                        NameIDFormat: content.nameIdFormat ?? EMAIL_FORMAT,
                        NameID: content.email ?? 'ada@example.com',
                        InResponseTo: content.inResponseTo ?? requestId,
                    },
                ),
            });
            const { context } = await provider(content).createLoginResponse(
                sp,
                { extract: {} },
                'post',
                {},
                { customTagReplacement, encryptThenSign: content.encrypted !== undefined },
            );
            return context;
        },
    };
}

const identifier = () => `_${randomBytes(16).toString('hex')}`;

const authnStatement =
    '<saml:AuthnStatement AuthnInstant="2026-01-01T00:00:00Z" SessionIndex="session-1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>';

function statement({ attributes = {} }: AssertionOverrides): string {
    const entries = Object.entries(attributes).map(([name, values]) => {
        const texts = [values].flat().map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`);
        return `<saml:Attribute Name="${name}">${texts.join('')}</saml:Attribute>`;
    });
    return entries.length === 0 ? '' : `<saml:AttributeStatement>${entries.join('')}</saml:AttributeStatement>`;
}

/** Modifies a response after it was signed. */
export const altered = (response: string, change: (xml: string) => string): string =>
    Buffer.from(change(Buffer.from(response, 'base64').toString())).toString('base64');
