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
    /** Ids of segments, all of which must hold. */
    segments?: number[];
    variants?: VariantDefinition[];
}

export interface ConstraintDefinition {
    contextName: string;
    operator: string;
    /** For operators that take a list. */
    values?: string[];
    /** For operators that take a single value. */
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
    /** With an enabled parent: the variants of which one is wanted. */
    variants?: string[];
}

/** Who asks. Any further field may stand at the top or in `properties`; the top wins. */
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

/** The parts of the outside world an evaluation may need. */
export interface Runtime {
    /** Milliseconds since 1970, for contexts without `currentTime`; `Date.now` fits. */
    now(): number;
    /** A number from 0 up to, not including, 1; `Math.random` fits. */
    random(): number;
    /** This machine's name; without it the strategy `applicationHostname` cannot be decided. */
    hostname?: string;
}

/** The variant part of an answer, in the shape SDKs expect. */
export interface EvaluatedVariant {
    readonly name: string;
    readonly enabled: boolean;
    readonly payload?: VariantPayload;
    readonly feature_enabled: boolean;
}

/** The answer for one flag. Answers are prepared when a flag is compiled, shared between calls, and frozen. */
export interface Evaluation {
    readonly name: string;
    readonly enabled: boolean;
    readonly impressionData: boolean;
    readonly variant: EvaluatedVariant;
}
