import { type Static, type TSchema, Type } from 'typebox';
import { Body, Ignored, Nullable } from '../../../http/route/schemas.ts';
import { MAX_ID } from '../../accounts/users/user.schemas.ts';

/** Placeholder for a stored secret; sending it back keeps the secret. */
export const MASK = '********';

const shared = {
    enabled: Type.Boolean(),
    autoCreate: Type.Boolean({ description: 'Create users at their first sign-in' }),
    emailDomains: Type.String({
        maxLength: 5_000,
        description: 'E-mail domains for which users are created, separated by commas; empty: all domains',
    }),
    defaultRootRole: Type.Enum(['Viewer', 'Editor', 'Admin'], { description: 'Root role of created users' }),
    defaultRootRoleId: Type.Integer({
        minimum: 1,
        maximum: MAX_ID,
        description: 'Id of the root role; takes precedence',
    }),
    enableGroupSyncing: Type.Boolean({
        description: 'Add users to the groups that are mapped to their groups at the identity provider',
    }),
    groupJsonPath: Type.String({
        maxLength: 500,
        description: "JSON path of the user's groups in the response of the identity provider",
    }),
};

/** Beside the settings, never among what is stored. */
const shown = {
    readOnly: Type.Optional(
        Type.Boolean({
            description: 'Present and true if the settings come from environment variables of the service',
        }),
    ),
};

const saml = {
    ...shared,
    entityId: Type.String({ maxLength: 2_000, description: 'Entity id of the identity provider' }),
    signOnUrl: Type.String({ maxLength: 2_000 }),
    certificate: Type.String({ maxLength: 20_000, description: 'X.509 certificate of the identity provider' }),
    signOutUrl: Type.String({ maxLength: 2_000 }),
    spCertificate: Type.String({
        maxLength: 20_000,
        description: `Private key for signing and decryption, and its certificate; the key is returned as ${MASK}`,
    }),
};

const oidc = {
    ...shared,
    discoverUrl: Type.String({ maxLength: 2_000 }),
    clientId: Type.String({ maxLength: 500 }),
    secret: Type.String({ maxLength: 2_000, description: 'Returned masked' }),
    enableSingleSignOut: Type.Boolean({ description: 'Also end the session at the identity provider on sign-out' }),
    acrValues: Type.String({ maxLength: 1_000, description: 'Separated by spaces' }),
    idTokenSigningAlgorithm: Type.Enum(['RS256', 'RS384', 'RS512']),
    addGroupsScope: Type.Boolean(),
    enablePkce: Type.Boolean(),
    extraScopes: Type.String({ maxLength: 1_000, description: 'Separated by spaces' }),
    trustUnverifiedEmail: Type.Boolean({
        description:
            'Accept e-mail addresses without email_verified; safe only if users cannot choose their address at the identity provider',
    }),
};

/** In requests such a member may be left out (it stays as it is) or null (it is emptied). */
const given = <T extends TSchema & { type?: string }>(schema: T) => Type.Optional(Nullable(schema));

const sharedGiven = {
    enabled: Type.Optional(shared.enabled),
    autoCreate: given(shared.autoCreate),
    emailDomains: given(shared.emailDomains),
    defaultRootRole: given(shared.defaultRootRole),
    // Tools that have nothing to say send 0.
    defaultRootRoleId: given(Type.Integer({ minimum: 0, maximum: MAX_ID, description: 'Takes precedence; 0: none' })),
    enableGroupSyncing: given(shared.enableGroupSyncing),
    groupJsonPath: given(shared.groupJsonPath),
    readOnly: Ignored(),
};

export const SamlSettings = Type.Object(
    { ...saml, defaultRootRoleId: Type.Optional(shared.defaultRootRoleId), ...shown },
    { $id: 'samlSettings' },
);
export type SamlSettings = Static<typeof SamlSettings>;

export const SamlSettingsUpdate = Body(
    {
        ...sharedGiven,
        entityId: saml.entityId,
        signOnUrl: saml.signOnUrl,
        certificate: saml.certificate,
        signOutUrl: given(saml.signOutUrl),
        spCertificate: given(saml.spCertificate),
    },
    { $id: 'samlSettingsUpdate', description: 'If enabled, entityId, signOnUrl and certificate must not be empty' },
);
export type SamlSettingsUpdate = Static<typeof SamlSettingsUpdate>;

export const OidcSettings = Type.Object(
    { ...oidc, defaultRootRoleId: Type.Optional(shared.defaultRootRoleId), ...shown },
    { $id: 'oidcSettings' },
);
export type OidcSettings = Static<typeof OidcSettings>;

export const OidcSettingsUpdate = Body(
    {
        ...sharedGiven,
        discoverUrl: given(oidc.discoverUrl),
        clientId: given(oidc.clientId),
        secret: given(oidc.secret),
        enableSingleSignOut: given(oidc.enableSingleSignOut),
        acrValues: given(oidc.acrValues),
        idTokenSigningAlgorithm: given(oidc.idTokenSigningAlgorithm),
        addGroupsScope: given(oidc.addGroupsScope),
        enablePkce: given(oidc.enablePkce),
        extraScopes: given(oidc.extraScopes),
        trustUnverifiedEmail: given(oidc.trustUnverifiedEmail),
    },
    { $id: 'oidcSettingsUpdate', description: 'If enabled, clientId and secret are required' },
);
export type OidcSettingsUpdate = Static<typeof OidcSettingsUpdate>;

export const PasswordLogin = Type.Object(
    { disabled: Type.Boolean({ description: 'Whether sign-in with a password is disabled' }) },
    { $id: 'passwordLogin' },
);
export const PasswordLoginUpdate = Body({ disabled: Type.Boolean() }, { $id: 'passwordLoginUpdate' });
