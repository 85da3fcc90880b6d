import { isCertificate, isRsaKey } from '../core/settings/certificates.ts';
import {
    ConfigError,
    nameIn,
    oneOf,
    type ProcessVariables,
    readAll,
    type Setting,
    type SettingDeclarations,
    text,
    url,
    type ValuesOf,
    yesNo,
} from './setting.ts';

/** Common settings of OpenID Connect and SAML. The names of the members are the same as in the stored settings. */
const singleSignOn = (prefix: 'OIDC' | 'SAML', name: string) => ({
    enabled: yesNo(
        [`${prefix}_ENABLED`],
        `Whether users can sign in with ${name}; if set, all of its settings come from the environment, and administrators cannot change them`,
        false,
    ),
    autoCreate: yesNo([`${prefix}_AUTO_CREATE`], 'Create users at their first sign-in', false),
    emailDomains: text(
        [`${prefix}_AUTO_CREATE_EMAIL_DOMAINS`],
        'E-mail domains for which users are created, separated by commas; unset: all domains',
    ),
    defaultRootRole: oneOf([`${prefix}_DEFAULT_ROOT_ROLE`], 'Root role of created users', 'Viewer', [
        'Viewer',
        'Editor',
        'Admin',
    ]),
    enableGroupSyncing: yesNo(
        [`${prefix}_ENABLE_GROUP_SYNCING`],
        'Add users to the groups that are mapped to their groups at the identity provider',
        false,
    ),
    groupJsonPath: text(
        [`${prefix}_GROUP_JSON_PATH`],
        "JSON path of the user's groups in the response of the identity provider",
    ),
});

export const OIDC = {
    ...singleSignOn('OIDC', 'OpenID Connect'),
    discoverUrl: url(['OIDC_DISCOVER_URL'], 'Discovery URL of the identity provider'),
    clientId: text(['OIDC_CLIENT_ID'], 'Client id of this instance at the identity provider'),
    secret: {
        ...text(['OIDC_CLIENT_SECRET'], 'Client secret of this instance at the identity provider'),
        orFile: true,
    },
    enableSingleSignOut: yesNo(
        ['OIDC_ENABLE_SINGLE_SIGN_OUT'],
        'Also end the session at the identity provider on sign-out',
        false,
    ),
    acrValues: text(
        ['OIDC_ACR_VALUES'],
        'Accepted ACR values (authentication levels), separated by spaces; one of them is required',
    ),
    idTokenSigningAlgorithm: oneOf(['OIDC_ID_TOKEN_SIGNING_ALGORITHM'], 'Signature algorithm of ID tokens', 'RS256', [
        'RS256',
        'RS384',
        'RS512',
    ]),
    addGroupsScope: yesNo(['OIDC_ADD_GROUPS_SCOPE'], 'Request the scope groups', false),
    enablePkce: yesNo(['OIDC_ENABLE_PKCE'], 'Use PKCE', true),
    extraScopes: text(['OIDC_EXTRA_SCOPES'], 'Additional scopes to request, separated by spaces'),
    trustUnverifiedEmail: yesNo(
        ['OIDC_TRUST_UNVERIFIED_EMAIL'],
        'Accept e-mail addresses without email_verified; safe only if users cannot choose their address at the identity provider',
        false,
    ),
} satisfies Record<string, Setting<unknown>>;

/** Many tools cannot set variables with line breaks, so an escaped line break is accepted, too. */
const pem = (names: Setting<string>['names'], help: string, isPem: (value: string) => boolean, expects: string) => ({
    ...text(names, help),
    parse: (value: string) => [value.replaceAll('\\n', '\n')].find(isPem),
    expects,
    orFile: true,
});

export const SAML = {
    ...singleSignOn('SAML', 'SAML'),
    entityId: text(['SAML_ENTITY_ID'], 'Entity id of the identity provider'),
    signOnUrl: url(['SAML_SIGNON_URL'], 'Sign-on URL of the identity provider'),
    signOutUrl: url(
        ['SAML_SIGNOUT_URL'],
        'Sign-out URL of the identity provider; unset: users are signed out of Halyard only',
    ),
    certificate: pem(
        ['SAML_CERTIFICATE'],
        'Certificate of the identity provider',
        isCertificate,
        'an X.509 certificate',
    ),
    spCertificate: pem(
        ['SAML_SP_CERTIFICATE'],
        'Private key for signing and decryption, and its certificate',
        isRsaKey,
        'an RSA private key in PEM format, followed by its certificate',
    ),
} satisfies Record<string, Setting<unknown>>;

/** Reads the settings of a sign-in method; undefined if none is set. If one is set, `enabled` must be set, too. */
export function readGroup<G extends { enabled: Setting<boolean> } & SettingDeclarations>(
    environment: ProcessVariables,
    group: G,
    required: readonly (keyof G & string)[],
): ValuesOf<G> | undefined {
    const firstSet = Object.values(group).find((setting) => nameIn(environment, setting) !== undefined);
    if (!firstSet) return undefined;
    const switchName = group.enabled.names[0];
    if (nameIn(environment, group.enabled) === undefined) {
        throw new ConfigError(`${firstSet.names[0]} has no effect without ${switchName}. Set that to true or false.`);
    }
    const values = readAll(environment, group);
    const missing = required.filter((key) => values.enabled && !values[key]).map((key) => group[key]!.names[0]);
    if (missing.length > 0) throw new ConfigError(`${switchName} needs ${missing.join(', ')} too.`);
    return Object.freeze(values);
}
