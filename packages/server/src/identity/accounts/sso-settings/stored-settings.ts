/** The stored settings of single sign-on: every member has a value, and an empty text means unset. */
interface StoredSso {
    enabled: boolean;
    autoCreate: boolean;
    /** Comma-separated; empty means all. */
    emailDomains: string;
    defaultRootRole: 'Viewer' | 'Editor' | 'Admin';
    /** Takes precedence over the name. */
    defaultRootRoleId: number | null;
    enableGroupSyncing: boolean;
    groupJsonPath: string;
    /** The secrets are not in the audit log, but the time of their change is. */
    secretsChangedAt: string | null;
}

export interface StoredSaml extends StoredSso {
    entityId: string;
    signOnUrl: string;
    certificate: string;
    signOutUrl: string;
    /** Secret: the private key for signing requests. */
    spCertificate: string;
}

export interface StoredOidc extends StoredSso {
    discoverUrl: string;
    clientId: string;
    /** Secret: the client secret at the identity provider. */
    secret: string;
    enableSingleSignOut: boolean;
    acrValues: string;
    idTokenSigningAlgorithm: 'RS256' | 'RS384' | 'RS512';
    addGroupsScope: boolean;
    enablePkce: boolean;
    extraScopes: string;
    /** Whether addresses are trusted that the provider does not mark as verified. */
    trustUnverifiedEmail: boolean;
}

export interface StoredSimple {
    disabled: boolean;
}

const NO_SSO: StoredSso = {
    enabled: false,
    autoCreate: false,
    emailDomains: '',
    defaultRootRole: 'Viewer',
    defaultRootRoleId: null,
    enableGroupSyncing: false,
    groupJsonPath: '',
    secretsChangedAt: null,
};

export const NO_SAML: StoredSaml = {
    ...NO_SSO,
    entityId: '',
    signOnUrl: '',
    certificate: '',
    signOutUrl: '',
    spCertificate: '',
};

export const NO_OIDC: StoredOidc = {
    ...NO_SSO,
    discoverUrl: '',
    clientId: '',
    secret: '',
    enableSingleSignOut: false,
    acrValues: '',
    idTokenSigningAlgorithm: 'RS256',
    addGroupsScope: false,
    enablePkce: true,
    extraScopes: '',
    trustUnverifiedEmail: false,
};

export const PASSWORDS_ALLOWED: StoredSimple = { disabled: false };
