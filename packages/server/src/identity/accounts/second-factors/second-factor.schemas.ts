import { type Static, Type } from 'typebox';
import { PRINTABLE } from '../../../core/text/patterns.ts';
import { Body, DateTime, Nullable } from '../../../http/route/schemas.ts';

const Passkey = Type.Object(
    {
        id: Type.Integer(),
        name: Type.String(),
        createdAt: DateTime(),
        seenAt: Nullable(DateTime('Time of the last use')),
    },
    { $id: 'passkey' },
);

export const OwnSecondFactors = Type.Object(
    {
        totp: Nullable(
            Type.Object({ createdAt: DateTime() }, { description: 'The app that shows codes, if one is set up' }),
        ),
        passkeys: Type.Array(Passkey),
        recoveryCodes: Type.Integer({ description: 'Number of unused recovery codes' }),
        isRequired: Type.Boolean({ description: 'Whether the instance requires a second factor of you' }),
        freshUntil: Nullable(
            DateTime('Until then, operations that need a second factor use the one that you proved last'),
        ),
        passkeysAvailable: Type.Boolean({
            description: 'Whether the public URL of the instance permits passkeys: a host name, not an IP address',
        }),
    },
    { $id: 'ownSecondFactors' },
);
export type OwnSecondFactors = Static<typeof OwnSecondFactors>;

export const UserSecondFactors = Type.Object(
    {
        id: Type.Integer({ description: 'Id of the user' }),
        totp: Type.Boolean({ description: 'Whether the user has an app that shows codes' }),
        passkeys: Type.Integer({ description: 'Number of passkeys' }),
    },
    { $id: 'userSecondFactors' },
);
export type UserSecondFactors = Static<typeof UserSecondFactors>;

export const UsersWithSecondFactors = Type.Object(
    { users: Type.Array(UserSecondFactors, { description: 'Only users with a second factor' }) },
    { $id: 'usersWithSecondFactors' },
);

export const SecondFactorSettings = Body(
    {
        requiredFor: Type.Enum(['nobody', 'everybody', 'roles'], {
            description: 'Who must have a second factor to sign in with a password',
        }),
        rootRoles: Type.Array(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }), {
            maxItems: 100,
            description: 'For `roles`: the ids of the root roles',
        }),
        forBreakGlass: Type.Boolean({
            description: 'Whether applying changes without approvals in an emergency needs a fresh second factor',
        }),
    },
    { $id: 'secondFactorSettings' },
);
export type SecondFactorSettings = Static<typeof SecondFactorSettings>;

const code = Type.String({
    minLength: 6,
    maxLength: 40,
    description: 'The six digits of the app, or a recovery code',
});

export const Ticket = Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'From the response that began this step. Valid for ten minutes',
});

export const NewTotp = Type.Object(
    {
        ticket: Ticket,
        secret: Type.String({ description: 'Base32, for apps that cannot scan the QR code' }),
        uri: Type.String({ description: 'Content of the QR code' }),
    },
    { $id: 'newTotp' },
);

export const ConfirmedTotp = Body({ ticket: Ticket, code }, { $id: 'confirmedTotp' });

export const NewRecoveryCodes = Type.Object(
    {
        recoveryCodes: Type.Array(Type.String(), {
            description: 'Each can be used once instead of another second factor. They are not shown again',
        }),
    },
    { $id: 'newRecoveryCodes' },
);

export const AddedSecondFactor = Type.Object(
    { recoveryCodes: Type.Optional(NewRecoveryCodes.properties.recoveryCodes) },
    { $id: 'addedSecondFactor', description: 'With recovery codes if it is the first second factor' },
);

/** Base64url text of the browser. */
const bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });
const CREDENTIAL = {
    id: bytes(1_400),
    rawId: bytes(1_400),
    type: Type.Literal('public-key'),
    authenticatorAttachment: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
    clientExtensionResults: Type.Optional(Type.Object({})),
};
const transports = Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 });

export const PasskeyAssertion = Body(
    {
        ...CREDENTIAL,
        response: Body({
            clientDataJSON: bytes(4_000),
            authenticatorData: bytes(4_000),
            signature: bytes(4_000),
            userHandle: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
        }),
    },
    { $id: 'passkeyAssertion', description: 'The `PublicKeyCredential` of `navigator.credentials.get` as JSON' },
);
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;

export const PasskeyAttestation = Body(
    {
        ...CREDENTIAL,
        response: Body({
            clientDataJSON: bytes(4_000),
            attestationObject: bytes(16_000),
            transports: Type.Optional(transports),
            // Browsers also send these parts of the attestation object; they are not read.
            authenticatorData: Type.Optional(bytes(16_000)),
            publicKey: Type.Optional(Nullable(bytes(4_000))),
            publicKeyAlgorithm: Type.Optional(Type.Integer()),
        }),
    },
    { $id: 'passkeyAttestation', description: 'The `PublicKeyCredential` of `navigator.credentials.create` as JSON' },
);
export type PasskeyAttestation = Static<typeof PasskeyAttestation>;

const KnownPasskey = Type.Object(
    { id: Type.String(), type: Type.Literal('public-key'), transports: Type.Optional(transports) },
    { $id: 'knownPasskey' },
);

export const PasskeyRequest = Type.Object(
    {
        challenge: Type.String(),
        rpId: Type.String(),
        timeout: Type.Integer(),
        userVerification: Type.String(),
        allowCredentials: Type.Array(KnownPasskey),
    },
    { $id: 'passkeyRequest', description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON`' },
);
export type PasskeyRequest = Static<typeof PasskeyRequest>;

const PasskeyCreation = Type.Object(
    {
        challenge: Type.String(),
        rp: Type.Object({ name: Type.String(), id: Type.String() }),
        user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
        pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
        timeout: Type.Integer(),
        attestation: Type.String(),
        excludeCredentials: Type.Array(KnownPasskey),
        authenticatorSelection: Type.Object({
            residentKey: Type.String(),
            requireResidentKey: Type.Boolean(),
            userVerification: Type.String(),
        }),
    },
    { $id: 'passkeyCreation', description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON`' },
);

export const NewPasskey = Type.Object({ ticket: Ticket, options: PasskeyCreation }, { $id: 'newPasskey' });

export const ConfirmedPasskey = Body(
    {
        ticket: Ticket,
        name: Type.String({
            minLength: 1,
            maxLength: 100,
            pattern: PRINTABLE,
            description: 'To recognise it in the list',
        }),
        credential: PasskeyAttestation,
    },
    { $id: 'confirmedPasskey' },
);

export const SecondFactorCheck = Type.Object(
    {
        ticket: Type.String(),
        methods: Type.Array(Type.Enum(['totp', 'passkey', 'recovery-code'])),
        passkey: Type.Optional(PasskeyRequest),
    },
    { $id: 'secondFactorCheck' },
);

/** A code or a passkey; the handler demands one of them. */
const PROOF = { code: Type.Optional(code), passkey: Type.Optional(PasskeyAssertion) };

export const SecondFactorProof = Body(
    { ticket: Type.Optional(Ticket), ...PROOF },
    { $id: 'secondFactorProof', description: 'Either `code`, or `passkey` with the `ticket` of its challenge' },
);

export const SecondFactorSignIn = Body(
    {
        pendingSignIn: Type.String({ minLength: 1, maxLength: 100, description: 'From the response to the password' }),
        ...PROOF,
    },
    { $id: 'secondFactorSignIn', description: 'Either `code` or `passkey`' },
);

export const PasskeyId = Type.Object({ passkeyId: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) });
