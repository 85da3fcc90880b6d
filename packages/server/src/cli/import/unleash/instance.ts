/** Everything of an instance that can be read and said elsewhere; ids are resolved to names, which mean the same everywhere. */
export interface Instance {
    environments: Environment[];
    projects: Project[];
    contextFields: ContextField[];
    tagTypes: Named[];
    strategyTypes: Named[];
    segments: Segment[];
    flags: Flag[];
    archived: ArchivedFlag[];
    roles: Role[];
    users: User[];
    groups: Group[];
    tokens: Token[];
    /** What could not be read, or cannot be said elsewhere, and why. */
    notes: string[];
}

/** What is handed on as it was read. */
interface Named extends Record<string, unknown> {
    name: string;
}

export interface Environment {
    name: string;
    type: string;
    enabled: boolean;
    sortOrder: number;
}

export interface Project {
    id: string;
    name: string;
    description: string | null;
    mode: string;
    defaultStickiness: string;
    environments: string[];
    access: { role: string; users: string[]; groups: string[] }[];
}

interface ContextField extends Named {
    legalValues?: { value: string; description?: string }[];
}

export interface Constraint {
    contextName: string;
    operator: string;
    inverted?: boolean;
    caseInsensitive?: boolean;
    value?: string | null;
    values?: string[];
}

export interface Segment {
    name: string;
    description: string | null;
    project: string | null;
    /** Missing in exports, which only name them. */
    constraints: Constraint[] | undefined;
}

export interface Variant {
    name: string;
    weight: number;
    weightType?: string;
    stickiness?: string;
    payload?: { type: string; value: string };
    overrides?: { contextName: string; values: string[] }[];
}

export interface Strategy {
    name: string;
    title: string | null;
    disabled: boolean;
    constraints: Constraint[];
    parameters: Record<string, string>;
    variants: Variant[];
    /** Names. */
    segments: string[];
}

export interface FlagInEnvironment {
    enabled: boolean;
    strategies: Strategy[];
    variants: Variant[];
}

export interface Flag {
    name: string;
    project: string;
    type: string;
    description: string | null;
    impressionData: boolean;
    stale: boolean;
    tags: { type: string; value: string }[];
    links: { url: string; title: string | null }[];
    dependencies: { feature: string; enabled: boolean; variants: string[] }[];
    environments: Map<string, FlagInEnvironment>;
}

export interface ArchivedFlag {
    name: string;
    project: string;
    type: string;
    description: string | null;
}

export interface Role {
    name: string;
    description: string | null;
    type: string;
    permissions: { name: string; environment?: string }[];
}

/** Known by the address, or by the username where there is none. */
export interface User {
    login: string;
    name: string | undefined;
    username: string | undefined;
    email: string | undefined;
    /** The name of a role. */
    rootRole: string;
}

export interface Group {
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
    /** Missing where only its beginning is shown. */
    secret: string | undefined;
}

export const emptyInstance = (): Instance => ({
    environments: [],
    projects: [],
    contextFields: [],
    tagTypes: [],
    strategyTypes: [],
    segments: [],
    flags: [],
    archived: [],
    roles: [],
    users: [],
    groups: [],
    tokens: [],
    notes: [],
});
