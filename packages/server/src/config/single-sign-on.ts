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

/** What OpenID Connect and SAML share. The names of members are those of the settings that administrators make. */
const singleSignOn = (prefix: 'OIDC' | 'SAML', name: string) => ({
    enabled: yesNo(
        [`${prefix}_ENABLED`],
        `Let people sign in with ${name}, or not; set, all of its settings come from here and administrators change none`,
        false,
    ),
    autoCreate: yesNo([`${prefix}_AUTO_CREATE`], 'Create users who sign in for the first time', false),
    emailDomains: text(
        [`${prefix}_AUTO_CREATE_EMAIL_DOMAINS`],
        'Whom to create: domains separated by commas; unset: everyone',
    ),
    defaultRootRole: oneOf([`${prefix}_DEFAULT_ROOT_ROLE`], 'The root role of created users', 'Viewer', [
        'Viewer',
        'Editor',
        'Admin',
    ]),
    enableGroupSyncing: yesNo(
        [`${prefix}_ENABLE_GROUP_SYNCING`],
        'Put users into the groups that map to theirs',
        false,
    ),
    groupJsonPath: text([`${prefix}_GROUP_JSON_PATH`], 'Where in the answer the groups of a user stand'),
});

export const OIDC = {
    ...singleSignOn('OIDC', 'OpenID Connect'),
    discoverUrl: url(['OIDC_DISCOVER_URL'], 'Where the identity provider describes itself'),
    clientId: text(['OIDC_CLIENT_ID'], 'What the identity provider calls this instance'),
    secret: {
        ...text(['OIDC_CLIENT_SECRET'], 'Secret that the identity provider knows this instance by'),
        orFile: true,
    },
    enableSingleSignOut: yesNo(['OIDC_ENABLE_SINGLE_SIGN_OUT'], 'Sign out at the identity provider too', false),
    acrValues: text(['OIDC_ACR_VALUES'], 'Levels of authentication of which one is needed, separated by spaces'),
    idTokenSigningAlgorithm: oneOf(['OIDC_ID_TOKEN_SIGNING_ALGORITHM'], 'How id tokens are signed', 'RS256', [
        'RS256',
        'RS384',
        'RS512',
    ]),
    addGroupsScope: yesNo(['OIDC_ADD_GROUPS_SCOPE'], 'Ask for the scope groups', false),
    enablePkce: yesNo(['OIDC_ENABLE_PKCE'], 'Use PKCE', true),
    extraScopes: text(['OIDC_EXTRA_SCOPES'], 'Further scopes to ask for, separated by spaces'),
    trustUnverifiedEmail: yesNo(
        ['OIDC_TRUST_UNVERIFIED_EMAIL'],
        'Believe addresses without email_verified: only where users of the provider cannot choose their address',
        false,
    ),
} satisfies Record<string, Setting<unknown>>;

/** Many tools cannot put line ends into variables. */
const pem = (names: Setting<string>['names'], help: string, isPem: (value: string) => boolean, expects: string) => ({
    ...text(names, help),
    parse: (value: string) => [value.replaceAll('\\n', '\n')].find(isPem),
    expects,
    orFile: true,
});

export const SAML = {
    ...singleSignOn('SAML', 'SAML'),
    entityId: text(['SAML_ENTITY_ID'], 'What the identity provider calls itself'),
    signOnUrl: url(['SAML_SIGNON_URL'], 'Where people sign in'),
    signOutUrl: url(['SAML_SIGNOUT_URL'], 'Where people sign out; unset: only here'),
    certificate: pem(
        ['SAML_CERTIFICATE'],
        'Certificate of the identity provider',
        isCertificate,
        'an X.509 certificate',
    ),
    spCertificate: pem(
        ['SAML_SP_CERTIFICATE'],
        'Private key with which to sign and decrypt, and its certificate',
        isRsaKey,
        'an RSA private key in PEM format, followed by its certificate',
    ),
} satisfies Record<string, Setting<unknown>>;

/** A way in that is here as a whole or not at all: its first variable says whether. */
export function readGroup<G extends { enabled: Setting<boolean> } & SettingDeclarations>(
    environment: ProcessVariables,
    group: G,
    needed: readonly (keyof G & string)[],
): ValuesOf<G> | undefined {
    const given = Object.values(group).find((setting) => nameIn(environment, setting) !== undefined);
    if (!given) return undefined;
    const switchName = group.enabled.names[0];
    if (nameIn(environment, group.enabled) === undefined) {
        throw new ConfigError(`${given.names[0]} has no effect without ${switchName}. Set that to true or false.`);
    }
    const values = readAll(environment, group);
    const missing = needed.filter((key) => values.enabled && !values[key]).map((key) => group[key]!.names[0]);
    if (missing.length > 0) throw new ConfigError(`${switchName} needs ${missing.join(', ')} too.`);
    return Object.freeze(values);
}
