import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import type { Selectable } from 'kysely';
import type { Services } from '../../../app/services.ts';
import { notAllowed, wrongPasskey } from '../../../core/errors/errors.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { PasskeyInput } from '../../accounts/second-factors/second-factor.commands.ts';
import type {
    PasskeyAssertion,
    PasskeyAttestation,
    PasskeyRequest,
} from '../../accounts/second-factors/second-factor.schemas.ts';
import { nameOf, type UserRow } from '../../accounts/users/user.queries.ts';

/** EdDSA, ES256 and RS256: every authenticator supports one of them. By default, the library tries experimental features of Node. */
const ALGORITHMS = [-8, -7, -257];

type PasskeyRow = Selectable<Tables['passkeys']>;

/** Loaded when the first passkey is used. */
const library = () => import('@simplewebauthn/server');

/** Passkeys belong to the host of the public URL, whatever address a proxy or an attacker uses. */
interface RelyingParty {
    id: string;
    origin: string;
}

/** Returns undefined if the public URL contains an IP address, for which browsers create no passkeys. */
export function relyingPartyOf({ publicUrl }: Pick<Services, 'publicUrl'>): RelyingParty | undefined {
    const { hostname, origin } = new URL(publicUrl());
    return isIP(hostname.replace(/^\[|\]$/g, '')) ? undefined : { id: hostname, origin };
}

function demandRelyingParty(services: Pick<Services, 'publicUrl'>): RelyingParty {
    const party = relyingPartyOf(services);
    if (party) return party;
    throw notAllowed(
        'Passkeys need a public URL with a host name. Ask the operator to set UNLEASH_URL, or use an app.',
    );
}

const known = (passkeys: readonly PasskeyRow[]) =>
    passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports }));

/** The options with which the browser creates a passkey. The user handle reveals nothing about the user. */
export async function passkeyCreation(
    { publicUrl, settings }: Pick<Services, 'publicUrl' | 'settings'>,
    user: UserRow,
    passkeys: readonly PasskeyRow[],
) {
    const party = demandRelyingParty({ publicUrl });
    const { generateRegistrationOptions } = await library();
    return generateRegistrationOptions({
        rpName: 'Halyard',
        rpID: party.id,
        userName: nameOf(user),
        userID: new Uint8Array(hash('sha256', `${settings.get('instance').id} ${user.id}`, 'buffer')),
        attestationType: 'none',
        excludeCredentials: known(passkeys),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
    });
}

/** The options with which the browser uses one of the passkeys. */
export async function passkeyRequest(
    services: Pick<Services, 'publicUrl'>,
    passkeys: readonly PasskeyRow[],
): Promise<PasskeyRequest | undefined> {
    const party = relyingPartyOf(services);
    if (!party || passkeys.length === 0) return undefined;
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
        rpID: party.id,
        allowCredentials: known(passkeys),
        userVerification: 'required',
    });
    // All members of the response are set above, or by the library.
    return options as PasskeyRequest;
}

/** Returns the passkey that the browser created for this challenge. */
export async function verifyCreation(
    services: Pick<Services, 'publicUrl'>,
    { credential, challenge }: { credential: PasskeyAttestation; challenge: string },
): Promise<Omit<PasskeyInput, 'name'>> {
    const party = demandRelyingParty(services);
    const { verifyRegistrationResponse } = await library();
    const verification = await verifyRegistrationResponse({
        // The schema has checked the members that the library reads.
        response: { clientExtensionResults: {}, ...credential } as Parameters<
            typeof verifyRegistrationResponse
        >[0]['response'],
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
        // The library throws plain errors for each violated rule.
    }).catch(() => undefined);
    if (!verification?.verified) throw wrongPasskey();
    const { id, publicKey, counter, transports = [] } = verification.registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

/** Verifies the response of a passkey to this challenge, and returns its new counter. */
export async function verifyAssertion(
    services: Pick<Services, 'publicUrl'>,
    { assertion, challenge, passkey }: { assertion: PasskeyAssertion; challenge: string; passkey: PasskeyRow },
): Promise<number> {
    const party = demandRelyingParty(services);
    const { verifyAuthenticationResponse } = await library();
    const verification = await verifyAuthenticationResponse({
        // The schema has checked the members that the library reads.
        response: { clientExtensionResults: {}, ...assertion } as Parameters<
            typeof verifyAuthenticationResponse
        >[0]['response'],
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        credential: {
            id: passkey.credential_id,
            publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
            counter: passkey.counter,
        },
        requireUserVerification: true,
        // The library throws plain errors for each violated rule.
    }).catch(() => undefined);
    if (!verification?.verified) throw wrongPasskey();
    return verification.authenticationInfo.newCounter;
}
