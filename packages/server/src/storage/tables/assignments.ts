import type { JsonColumn, Timestamp } from './columns.ts';

/** `multiple`: changed its arm within one definition. `unenrolled`: has outcomes, but met the flag nowhere. */
export type AssignmentStatus = 'enrolled' | 'undecidable' | 'multiple' | 'unenrolled';

export interface AssignmentTables {
    /** Something that needs to know which units met a flag: a milestone with a comparing safeguard, or an experiment. */
    assignment_interests: {
        id: string;
        /** `release:<plan>` or `experiment:<id>`. */
        owner: string;
        flag: string;
        environment: string;
        content: JsonColumn<object>;
        started_at: Timestamp;
        ended_at: Timestamp | null;
    };
    /** The units, as keyed hashes. */
    assignments: {
        interest: string;
        unit: string;
        status: AssignmentStatus;
        arm: string | null;
        stratum: string | null;
        definition: string | null;
        /** Why the arm cannot be computed, such as `missing country`. */
        reason: string | null;
        at: Timestamp;
        arrived_at: Timestamp;
    };
    /** The number of units. */
    assignment_counts: { interest: string; status: AssignmentStatus; stratum: string; arm: string; units: number };
    /** Units that are comparable: one definition of the flag, and the same applicable strategies. */
    assignment_strata: {
        interest: string;
        stratum: string;
        shares: JsonColumn<Record<string, number>>;
        created_at: Timestamp;
    };
    /** The outcomes of each enrolled unit. */
    assignment_values: {
        interest: string;
        metric: string;
        unit: string;
        outcomes: number;
        value: number;
        denominator: number;
        /** Of outcomes before the start. */
        pre_value: number;
    };
    /** Sums over the units of an arm: a result is computed from these, whatever the number of outcomes. */
    assignment_totals: {
        interest: string;
        metric: string;
        stratum: string;
        arm: string;
        sum: number;
        sum_squares: number;
        den_sum: number;
        den_sum_squares: number;
        den_cross_sum: number;
        pre_sum: number;
        pre_sum_squares: number;
        pre_cross_sum: number;
    };
    /** Outcomes of units that may be enrolled within an hour. */
    pending_outcomes: {
        id: string;
        interest: string;
        unit: string;
        name: string;
        count: number;
        value: JsonColumn<number | null>;
        at: Timestamp;
        arrived_at: Timestamp;
    };
}
