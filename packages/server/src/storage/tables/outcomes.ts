import type { JsonColumn, Timestamp } from './columns.ts';

export interface OutcomeTables {
    /** Whether and for how long outcomes of a project are stored with their units, and which context fields with them. */
    outcome_settings: { project: string; keep_days: number; context_fields: JsonColumn<string[]> };
    /** The names of outcomes that a token has reported; their number is limited. */
    outcome_names: { token_id: number; name: string; seen_at: Timestamp };
    /** Outcomes with these ids were counted. */
    outcome_ids: { id: string; received_at: Timestamp };
    /** Single outcomes and exposures, stored while something asks for them. */
    outcomes: {
        id: string;
        project: string;
        environment: string;
        signal: 'outcome' | 'exposure';
        name: string;
        variant: string | null;
        at: Timestamp;
        received_at: Timestamp;
        count: number;
        value: JsonColumn<number | null>;
        /** The kind of the reporting token: anybody can use a frontend token. */
        reporter: 'client' | 'frontend';
        /** The context fields that the project stores, encrypted. */
        context: string | null;
    };
    /** The units of a stored outcome, hashed and encrypted; the field is '' for a unit without a context field. */
    outcome_units: { outcome_id: string; field: string; hash: string; value: string | null };
    /** Units that were deleted in the last day, which other nodes may still have in memory. */
    deleted_units: { hash: string; deleted_at: Timestamp };
    /** The last value of a series that counts from a start, of each process; the source '' is the first report of the token. */
    cumulative_values: {
        token_id: number;
        source: string;
        at: number;
        value: JsonColumn<readonly number[]>;
        seen_at: Timestamp;
    };
}
