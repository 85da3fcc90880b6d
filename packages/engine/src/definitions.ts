/**
 * The input of the engine: the wire format that SDKs receive from `GET /api/client/features`, and the context of one user.
 * The types are for authors of definitions; the compiler accepts `unknown` and validates everything.
 */

export interface FlagDefinition {
    name: string;
    enabled: boolean;
    strategies: StrategyDefinition[];
    project?: string;
    type?: string;
    stale?: boolean;
    description?: string | null;
    impressionData?: boolean;
    variants?: VariantDefinition[];
    dependencies?: DependencyDefinition[];
}

export interface StrategyDefinition {
    name: string;
    id?: string;
    title?: string | null;
    disabled?: boolean | null;
    sortOrder?: number;
    parameters?: Record<string, string>;
    constraints?: ConstraintDefinition[];
    /** Ids of segments, all of which must match. */
    segments?: number[];
    variants?: VariantDefinition[];
}

export interface ConstraintDefinition {
    contextName: string;
    operator: string;
    /** For operators with a list. */
    values?: string[];
    /** For operators with a single value. */
    value?: string;
    inverted?: boolean;
    caseInsensitive?: boolean;
}

export interface SegmentDefinition {
    id: number;
    name?: string;
    constraints: ConstraintDefinition[];
}

export interface VariantDefinition {
    name: string;
    weight: number;
    weightType?: 'variable' | 'fix';
    stickiness?: string;
    payload?: VariantPayload;
    overrides?: { contextName: string; values: string[] }[];
}

export interface VariantPayload {
    type: string;
    value: string;
}

export interface DependencyDefinition {
    feature: string;
    /** Whether the parent must be on (the default) or off. */
    enabled?: boolean;
    /** With an enabled parent: the required variants, one of which must match. */
    variants?: string[];
}

/**
 * The user and environment of an evaluation. Any further field may be at the top level or in `properties`; the top level takes precedence.
 */
export interface Context {
    userId?: string;
    sessionId?: string;
    remoteAddress?: string;
    environment?: string;
    appName?: string;
    currentTime?: Date | string | number;
    properties?: Record<string, unknown>;
    [field: string]: unknown;
}

/** The external dependencies of an evaluation. */
export interface Runtime {
    /** Milliseconds since 1970, for contexts without `currentTime`, e.g. `Date.now`. */
    now(): number;
    /** A number from 0 up to, but not including, 1, e.g. `Math.random`. */
    random(): number;
    /** The name of this machine; without it the strategy `applicationHostname` cannot be evaluated. */
    hostname?: string;
}

/** The variant of a result, in the format that SDKs expect. */
export interface EvaluatedVariant {
    readonly name: string;
    readonly enabled: boolean;
    readonly payload?: VariantPayload;
    readonly feature_enabled: boolean;
}

/** The result for one flag. Results are created when a flag is compiled, shared between calls, and frozen. */
export interface Evaluation {
    readonly name: string;
    readonly enabled: boolean;
    readonly impressionData: boolean;
    readonly variant: EvaluatedVariant;
}
