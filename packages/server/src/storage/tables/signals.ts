import type { Generated } from 'kysely';
import type { JsonColumn, Timestamp } from './columns.ts';

/** A condition on a member of the payload of a signal. */
export interface StoredSignalFilter {
    /** The path of the member, such as `commonLabels.severity`. */
    parameter: string;
    operator: string;
    value?: string;
    values?: string[];
    inverted?: boolean;
    caseInsensitive?: boolean;
}

export interface StoredSignalRule {
    feature: string;
    environment: string;
    action: 'pauseReleasePlanProgressions' | 'disableFeatureEnvironment';
    filters: StoredSignalFilter[];
}

export type SignalOutcome = 'not matched' | 'dry run' | 'done' | 'unchanged' | 'proposed' | 'refused';

export interface StoredSignalResult extends Pick<StoredSignalRule, 'feature' | 'environment' | 'action'> {
    outcome: SignalOutcome;
    /** Why nothing was done. */
    reason?: string;
    /** The change request that contains the change, if the owner of the rule needs approval. */
    changeRequestId?: number;
}

export interface SignalTables {
    /** A webhook of a project. */
    signal_endpoints: {
        id: Generated<number>;
        project: string;
        name: string;
        description: string | null;
        enabled: boolean;
        /** Signals are logged with the rules that match, and change nothing. */
        dry_run: boolean;
        rules: JsonColumn<StoredSignalRule[]>;
        /** The user with whose permissions the rules act: the last one who saved them. */
        owner_id: number;
        created_by_user_id: number;
        created_at: Timestamp;
    };
    signal_tokens: {
        id: Generated<number>;
        endpoint: number;
        name: string;
        secret_hash: string;
        created_by_user_id: number;
        created_at: Timestamp;
    };
    signals: {
        id: Generated<number>;
        endpoint: number;
        token_name: string;
        /** Equal for repeated deliveries of the same signal. */
        identity: string;
        payload: JsonColumn<unknown>;
        /** Of each rule. */
        results: JsonColumn<StoredSignalResult[]>;
        /** How often the signal arrived again. */
        repeats: number;
        created_at: Timestamp;
        last_at: Timestamp;
    };
}
