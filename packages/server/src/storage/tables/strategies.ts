import type { JsonColumn, Timestamp } from './columns.ts';

export interface StoredConstraint {
    contextName: string;
    operator: string;
    caseInsensitive?: boolean;
    inverted?: boolean;
    values?: string[];
    value?: string;
}

export interface StoredVariant {
    name: string;
    weight: number;
    weightType: 'variable' | 'fix';
    stickiness: string;
    payload?: { type: string; value: string };
    overrides?: { contextName: string; values: string[] }[];
}

/** A strategy as configured, without its id. Stored as the default strategy of an environment. */
export interface StoredDefaultStrategy {
    name: string;
    title?: string | null;
    disabled?: boolean | null;
    sortOrder?: number;
    constraints?: (StoredConstraint & { values: string[] })[];
    variants?: StoredVariant[];
    parameters?: Record<string, string>;
    segments?: number[];
}

/** Strategies, segments and constraints of flags. */
export interface StrategyTables {
    strategies: {
        id: string;
        flag: string;
        environment: string;
        name: string;
        title: string | null;
        disabled: boolean;
        sort_order: number;
        parameters: JsonColumn<Record<string, string>>;
        constraints: JsonColumn<StoredConstraint[]>;
        variants: JsonColumn<StoredVariant[]>;
        created_at: Timestamp;
        /** The active milestone that the strategy belongs to; null: the flag's own strategy. */
        milestone_id: string | null;
    };
    strategy_segments: { strategy_id: string; segment_id: number };
    /** The context fields in the constraints of a strategy, so that the uses of a field are found without a scan. */
    strategy_context_fields: { strategy_id: string; field: string; flag: string };
    segment_context_fields: { segment_id: number; field: string };
    segments: {
        id: number;
        name: string;
        description: string | null;
        project: string | null;
        constraints: JsonColumn<StoredConstraint[]>;
        created_by: string;
        created_at: Timestamp;
    };
    context_fields: {
        name: string;
        description: string | null;
        stickiness: boolean;
        sort_order: number;
        legal_values: JsonColumn<{ value: string; description?: string }[]>;
        project: string | null;
        created_at: Timestamp;
    };
    strategy_types: {
        name: string;
        title: string | null;
        display_name: string | null;
        description: string | null;
        editable: boolean;
        deprecated: boolean;
        parameters: JsonColumn<{ name: string; type: string; description?: string; required?: boolean }[]>;
        sort_order: number;
    };
}
