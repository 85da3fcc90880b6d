/** What a change would make different, or what differs between two moments, as the service answers it. */
export interface Effects {
    changes: DefinitionChange[];
    who?: Affected[];
}

/** A flag or a segment as one environment's SDKs see it, before and after. */
export interface DefinitionChange {
    /** `*` for segments, which are the same everywhere. */
    environment: string;
    kind: 'flag' | 'segment';
    name: string;
    id?: number;
    project: string | null;
    before: Definition;
    after: Definition;
}

export interface Definition {
    /** Null: not there. */
    definition: Record<string, unknown> | null;
    sentences: string[];
}

export type Population = 'given' | 'personas' | 'traffic' | 'made-up';

/** Who gets something else in one environment. */
export interface Affected {
    environment: string;
    population: Population;
    asked: number;
    note?: string;
    flags: AffectedFlag[];
}

export interface AffectedFlag {
    name: string;
    changed: number;
    offToOn: number;
    onToOff: number;
    variantChanged: number;
    byApp: Share[];
    byField: Record<string, Share[]>;
    examples: Example[];
}

export interface Share {
    /** One value, all that are not listed, or none. */
    kind: 'value' | 'other' | 'missing';
    value: string | null;
    asked: number;
    changed: number;
}

interface Outcome {
    enabled: boolean;
    variant: string;
}

export interface Example {
    context: Record<string, unknown>;
    before: Outcome;
    after: Outcome;
}
