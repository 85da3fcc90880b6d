import type { JsonColumn, Timestamp } from './columns.ts';

export type ExperimentState = 'Draft' | 'Running' | 'Stopped' | 'Decided';

export interface ExperimentTables {
    /** A question about the variants of a flag in an environment. Its interest in assignments has the same id. */
    experiments: {
        id: string;
        flag: string;
        environment: string;
        name: string;
        state: ExperimentState;
        content: JsonColumn<object>;
        created_at: Timestamp;
        started_at: Timestamp | null;
        stopped_at: Timestamp | null;
        decided_at: Timestamp | null;
        /** The variant that was shipped. */
        variant: string | null;
        /** The user who created it, and receives mails. */
        created_by_user_id: number | null;
        /** When it was announced that the primary metric is decided, and that the sample ratio is wrong. */
        result_announced_at: Timestamp | null;
        mismatch_announced_at: Timestamp | null;
        /** The data source of the project that is queried instead of the assignments; null: none. */
        data_source: string | null;
    };
    /** Databases outside of this service. The password is encrypted. */
    data_sources: {
        project: string;
        name: string;
        content: JsonColumn<object>;
        password: string;
        created_at: Timestamp;
    };
    /** The last sums that a data source returned, or why it returned none. */
    source_results: {
        experiment: string;
        /** When it is queried next; null: not by itself. */
        next_at: Timestamp | null;
        attempted_at: Timestamp | null;
        /** Why the last attempt failed. */
        failure: string | null;
        computed_at: Timestamp | null;
        summary: JsonColumn<object> | null;
    };
    /** Metrics that experiments of a project use by their key. */
    experiment_metrics: { project: string; key: string; content: JsonColumn<object>; created_at: Timestamp };
    /** The sums of an experiment at past times. */
    experiment_summaries: { experiment: string; at: Timestamp; content: JsonColumn<object> };
}
