import { type Static, type TSchema, Type } from 'typebox';
import { Body, Ignored, Nullable } from '../../../http/route/schemas.ts';
import { MAX_ID } from '../users/user.schemas.ts';

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

/** Members of responses that are not stored. */
const responseOnly = {
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

/** In requests a member may be omitted (unchanged) or null (cleared). */
const updatable = <T extends TSchema & { type?: string }>(schema: T) => Type.Optional(Nullable(schema));

const sharedUpdate = {
    enabled: Type.Optional(shared.enabled),
    autoCreate: updatable(shared.autoCreate),
    emailDomains: updatable(shared.emailDomains),
    defaultRootRole: updatable(shared.defaultRootRole),
    // Some tools send 0 if no role is set.
    defaultRootRoleId: updatable(
        Type.Integer({ minimum: 0, maximum: MAX_ID, description: 'Takes precedence; 0: none' }),
    ),
    enableGroupSyncing: updatable(shared.enableGroupSyncing),
    groupJsonPath: updatable(shared.groupJsonPath),
    readOnly: Ignored(),
};

export const SamlSettings = Type.Object(
    { ...saml, defaultRootRoleId: Type.Optional(shared.defaultRootRoleId), ...responseOnly },
    { $id: 'samlSettings' },
);
export type SamlSettings = Static<typeof SamlSettings>;

export const SamlSettingsUpdate = Body(
    {
        ...sharedUpdate,
        entityId: saml.entityId,
        signOnUrl: saml.signOnUrl,
        certificate: saml.certificate,
        signOutUrl: updatable(saml.signOutUrl),
        spCertificate: updatable(saml.spCertificate),
    },
    { $id: 'samlSettingsUpdate', description: 'If enabled, entityId, signOnUrl and certificate must not be empty' },
);
export type SamlSettingsUpdate = Static<typeof SamlSettingsUpdate>;

export const OidcSettings = Type.Object(
    { ...oidc, defaultRootRoleId: Type.Optional(shared.defaultRootRoleId), ...responseOnly },
    { $id: 'oidcSettings' },
);
export type OidcSettings = Static<typeof OidcSettings>;

export const OidcSettingsUpdate = Body(
    {
        ...sharedUpdate,
        discoverUrl: updatable(oidc.discoverUrl),
        clientId: updatable(oidc.clientId),
        secret: updatable(oidc.secret),
        enableSingleSignOut: updatable(oidc.enableSingleSignOut),
        acrValues: updatable(oidc.acrValues),
        idTokenSigningAlgorithm: updatable(oidc.idTokenSigningAlgorithm),
        addGroupsScope: updatable(oidc.addGroupsScope),
        enablePkce: updatable(oidc.enablePkce),
        extraScopes: updatable(oidc.extraScopes),
        trustUnverifiedEmail: updatable(oidc.trustUnverifiedEmail),
    },
    { $id: 'oidcSettingsUpdate', description: 'If enabled, clientId and secret are required' },
);
export type OidcSettingsUpdate = Static<typeof OidcSettingsUpdate>;

export const PasswordLogin = Type.Object(
    { disabled: Type.Boolean({ description: 'Whether sign-in with a password is disabled' }) },
    { $id: 'passwordLogin' },
);
export const PasswordLoginUpdate = Body({ disabled: Type.Boolean() }, { $id: 'passwordLoginUpdate' });
