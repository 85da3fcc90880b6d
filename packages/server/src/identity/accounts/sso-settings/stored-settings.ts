/** The settings of single sign-on as they are kept: every member has a value, the empty text is none. */
interface StoredSso {
    enabled: boolean;
    autoCreate: boolean;
    /** Comma-separated; empty: all. */
    emailDomains: string;
    defaultRootRole: 'Viewer' | 'Editor' | 'Admin';
    /** Takes precedence over the name. */
    defaultRootRoleId: number | null;
    enableGroupSyncing: boolean;
    groupJsonPath: string;
    /** The secrets are not in the event log; that they changed is. */
    secretsChangedAt: string | null;
}

export interface StoredSaml extends StoredSso {
    entityId: string;
    signOnUrl: string;
    certificate: string;
    signOutUrl: string;
    /** Secret: the key with which we sign. */
    spCertificate: string;
}

export interface StoredOidc extends StoredSso {
    discoverUrl: string;
    clientId: string;
    /** Secret: what the identity provider knows us by. */
    secret: string;
    enableSingleSignOut: boolean;
    acrValues: string;
    idTokenSigningAlgorithm: 'RS256' | 'RS384' | 'RS512';
    addGroupsScope: boolean;
    enablePkce: boolean;
    extraScopes: string;
    /** Addresses are believed that the provider does not call verified. */
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
