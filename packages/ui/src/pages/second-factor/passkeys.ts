import type { Schemas } from '../../api/types.ts';

/** Browsers offer passkeys only on HTTPS pages and on localhost. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Lets the user create a passkey. */
export async function createPasskey(options: Schemas['passkeyCreation']): Promise<Schemas['passkeyAttestation']> {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON
        ? PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
        : ({
              ...options,
              challenge: toBytes(options.challenge),
              user: { ...options.user, id: toBytes(options.user.id) },
              excludeCredentials: options.excludeCredentials.map(toDescriptor),
          } as PublicKeyCredentialCreationOptions);
    const credential = await asked(() => navigator.credentials.create({ publicKey }));
    const response = credential.response as AuthenticatorAttestationResponse;
    return {
        ...identityOf(credential),
        response: {
            clientDataJSON: toText(response.clientDataJSON),
            attestationObject: toText(response.attestationObject),
            transports: response.getTransports?.() ?? [],
        },
    };
}

/** Lets the user use one of their passkeys. */
export async function askForPasskey(options: Schemas['passkeyRequest']): Promise<Schemas['passkeyAssertion']> {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON
        ? PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
        : ({
              ...options,
              challenge: toBytes(options.challenge),
              allowCredentials: options.allowCredentials.map(toDescriptor),
          } as PublicKeyCredentialRequestOptions);
    const credential = await asked(() => navigator.credentials.get({ publicKey }));
    const response = credential.response as AuthenticatorAssertionResponse;
    return {
        ...identityOf(credential),
        response: {
            clientDataJSON: toText(response.clientDataJSON),
            authenticatorData: toText(response.authenticatorData),
            signature: toText(response.signature),
        },
    };
}

/** Browsers report a cancelled dialog, a timeout and a missing passkey in the same way, so that pages cannot tell them apart. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
    const credential = await ask().catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'InvalidStateError') {
            throw new Error('This device already has a passkey for your account.');
        }
        throw new Error('The browser did not get an answer from a passkey. Try again, or use another way.');
    });
    if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser returned no passkey. Try again.');
    return credential;
}

const identityOf = ({ id, rawId }: PublicKeyCredential) => ({ id, rawId: toText(rawId), type: 'public-key' as const });

const toDescriptor = ({ id, ...rest }: Schemas['knownPasskey']) => ({ ...rest, id: toBytes(id) });

const toText = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');

const toBytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
