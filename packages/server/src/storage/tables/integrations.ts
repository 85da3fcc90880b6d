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
        /** The types of events to tell of. */
        events: JsonColumn<string[]>;
        /** Empty or beginning with `*`: all. */
        projects: JsonColumn<string[]>;
        environments: JsonColumn<string[]>;
        /** Whether an administrator saved it last: only then "all projects" means the private ones too. */
        by_administrator: boolean;
        /** Whether the last editor may read the events of the instance. */
        reads_log: boolean;
        parameters_changed_at: Timestamp;
        created_at: Timestamp;
    };
    /** One row: the newest event that was looked at for deliveries. */
    delivery_cursor: { id: number; revision: number };
    deliveries: {
        id: Generated<number>;
        /** The same for every attempt, so that receivers recognise what they have got already. */
        key: string;
        integration_id: number;
        /** Null: someone tried the integration out. */
        event_id: number | null;
        created_at: Timestamp;
        attempts: number;
        /** When it is to be tried, or tried again if nobody has reported by then; null: never again. */
        due_at: Timestamp | null;
        delivered: boolean;
        /** The result of the last attempt; null before the first one. */
        outcome: string | null;
    };
}
