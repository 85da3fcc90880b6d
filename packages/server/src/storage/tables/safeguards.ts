import type { JsonColumn, Timestamp, Unset } from './columns.ts';

export type SafeguardState = 'no data' | 'failed' | 'too little' | 'healthy so far' | 'harm shown' | 'harm excluded';

export interface SafeguardTables {
    /** A rule that watches a flag in an environment, or the release plan there. */
    safeguards: {
        id: number;
        flag: string;
        environment: string;
        /** Null: it watches the flag whatever releases it. */
        plan: string | null;
        kind: 'threshold' | 'comparison' | 'counts';
        content: JsonColumn<object>;
        /** Of the last evaluation; null: not evaluated yet. */
        state: SafeguardState | null;
        checked_at: Timestamp | null;
        /** Why the plan does not advance; null: it may. */
        hold: Unset<string>;
        check_at: Timestamp;
        created_at: Timestamp;
        changed_at: Timestamp;
    };
    safeguard_evaluations: {
        id: string;
        safeguard: number;
        at: Timestamp;
        state: SafeguardState;
        /** The inputs and the result. */
        content: JsonColumn<object>;
    };
}
