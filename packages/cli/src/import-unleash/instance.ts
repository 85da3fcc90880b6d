/** All data of an instance that can be read and imported elsewhere. References use names instead of ids, which differ between instances. */
export interface Instance {
    environments: UnleashEnvironment[];
    projects: UnleashProject[];
    contextFields: ContextField[];
    tagTypes: NamedEntity[];
    strategyTypes: UnleashStrategyType[];
    segments: UnleashSegment[];
    releaseTemplates: UnleashReleaseTemplate[];
    /** Of flags that are not archived, if a milestone is active. */
    plans: UnleashPlan[];
    flags: UnleashFlag[];
    archived: UnleashFlag[];
    /** Of the owner of the credential: other favourites cannot be read. */
    favorites: Favorites;
    /** Permissions that roles can contain; undefined if the edition has no roles. */
    permissions: ReadonlySet<string> | undefined;
    roles: UnleashRole[];
    users: UnleashUser[];
    groups: UnleashGroup[];
    tokens: Token[];
    /** Parts that could not be read or imported, with the reason. */
    notes: string[];
}

/** Data that is passed on unchanged. */
interface NamedEntity extends Record<string, unknown> {
    name: string;
}

export interface UnleashStrategyType {
    name: string;
    title?: string | null;
    description?: string | null;
    editable?: boolean;
    deprecated?: boolean;
    parameters: { name: string; type: string; description?: string; required?: boolean }[];
}

export interface Favorites {
    /** False for API tokens, which belong to no user. */
    hasOwner: boolean;
    flags: { name: string; project: string }[];
    projects: string[];
}

export interface UnleashEnvironment {
    name: string;
    type: string;
    enabled: boolean;
    sortOrder: number;
}

export interface UnleashProject {
    id: string;
    name: string;
    description: string | null;
    mode: string;
    defaultStickiness: string;
    environments: string[];
    access: { role: string; users: string[]; groups: string[] }[];
}

interface ContextField extends NamedEntity {
    legalValues?: { value: string; description?: string }[];
}

export interface UnleashConstraint {
    contextName: string;
    operator: string;
    inverted?: boolean;
    caseInsensitive?: boolean;
    value?: string | null;
    values?: string[];
}

export interface UnleashSegment {
    /** Undefined in files. */
    id?: number;
    name: string;
    description: string | null;
    project: string | null;
    /** Undefined in exports, which contain only the names of segments. */
    constraints: UnleashConstraint[] | undefined;
}

export interface UnleashVariant {
    name: string;
    weight: number;
    weightType?: string;
    stickiness?: string;
    payload?: { type: string; value: string };
    overrides?: { contextName: string; values: string[] }[];
}

export interface UnleashStrategy {
    name: string;
    title: string | null;
    disabled: boolean;
    constraints: UnleashConstraint[];
    parameters: Record<string, string>;
    variants: UnleashVariant[];
    /** Names of segments. */
    segments: string[];
}

export interface UnleashMilestone {
    name: string;
    sortOrder: number;
    transitionCondition?: object;
    strategies: UnleashStrategy[];
}

export interface UnleashReleaseTemplate {
    name: string;
    description: string | null;
    /** Null: for all projects. */
    project: string | null;
    milestones: UnleashMilestone[];
}

export interface UnleashSafeguard {
    impactMetric?: object;
    triggerCondition?: object;
    /** Only Halyard compares users. */
    comparison?: object;
    action?: { type?: string };
}

export interface UnleashPlan {
    feature: string;
    project: string;
    environment: string;
    name: string;
    milestones: UnleashMilestone[];
    /** The name of the active milestone. */
    active: string | undefined;
    /** Whether the flag is on in the environment. */
    isOn: boolean;
    safeguards: UnleashSafeguard[];
    /** Safeguards of the flag in the environment, whatever releases it. */
    ofFlag: UnleashSafeguard[];
}

export interface UnleashFlagEnvironment {
    enabled: boolean;
    strategies: UnleashStrategy[];
    variants: UnleashVariant[];
}

export interface UnleashFlag {
    name: string;
    project: string;
    type: string;
    description: string | null;
    impressionData: boolean;
    stale: boolean;
    createdAt: string | undefined;
    tags: { type: string; value: string }[];
    links: { url: string; title: string | null }[];
    dependencies: { feature: string; enabled: boolean; variants: string[] }[];
    environments: Map<string, UnleashFlagEnvironment>;
}

export interface UnleashRole {
    name: string;
    description: string | null;
    type: string;
    permissions: { name: string; environment?: string }[];
}

/** Identified by e-mail address, or by username if there is no address. */
export interface UnleashUser {
    login: string;
    name: string | undefined;
    username: string | undefined;
    email: string | undefined;
    /** The name of a role. */
    rootRole: string;
}

export interface UnleashGroup {
    name: string;
    description: string | null;
    mappingsSSO: string[];
    rootRole: string | null;
    /** Logins. */
    users: string[];
}

export interface Token {
    tokenName: string;
    type: 'client' | 'frontend';
    environment: string;
    projects: string[];
    expiresAt: string | null;
    /** Undefined if the source shows only the beginning of the secret. */
    secret: string | undefined;
    /** The part of the secret that the service shows. */
    shownSecret: string;
}

export const emptyInstance = (): Instance => ({
    environments: [],
    projects: [],
    contextFields: [],
    tagTypes: [],
    strategyTypes: [],
    segments: [],
    releaseTemplates: [],
    plans: [],
    flags: [],
    archived: [],
    favorites: { hasOwner: false, flags: [], projects: [] },
    permissions: undefined,
    roles: [],
    users: [],
    groups: [],
    tokens: [],
    notes: [],
});
