import type { Generated } from 'kysely';
import type { JsonColumn, Timestamp } from './columns.ts';

/** Integrations that are notified of changes. */
export interface IntegrationTables {
    integrations: {
        id: Generated<number>;
        provider: string;
        description: string | null;
        enabled: boolean;
        parameters: JsonColumn<Record<string, string>>;
        /** The event types to deliver. */
        events: JsonColumn<string[]>;
        /** Empty or beginning with `*`: all. */
        projects: JsonColumn<string[]>;
        environments: JsonColumn<string[]>;
        /** Whether an administrator saved it last: only then "all projects" includes private ones. */
        by_administrator: boolean;
        /** Whether the last editor may read the events of the instance. */
        reads_log: boolean;
        parameters_changed_at: Timestamp;
        created_at: Timestamp;
    };
    /** One row: the newest event that was processed for deliveries. */
    delivery_cursor: { id: number; revision: number };
    deliveries: {
        id: Generated<number>;
        /** The same for every attempt, so that receivers can recognise duplicates. */
        key: string;
        integration_id: number;
        /** Null: a test delivery. */
        event_id: number | null;
        created_at: Timestamp;
        attempts: number;
        /** When to send, or to retry if no result was recorded by then; null: never again. */
        due_at: Timestamp | null;
        delivered: boolean;
        /** The result of the last attempt; null before the first one. */
        outcome: string | null;
    };
}
