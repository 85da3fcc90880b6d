import type { Generated } from 'kysely';
import type { JsonColumn, Timestamp, Unset } from './columns.ts';

/** Events, and the publications for SDKs. */
export interface LogTables {
    /** One row: the newest event. Its lock makes one writer at a time; its hash ends the chain. */
    event_head: {
        id: number;
        revision: number;
        hash: string;
        epoch: Generated<string>;
        /** Never higher than the revision, unless the newest events were removed by hand. */
        highest_revision: Generated<number>;
    };
    events: {
        id: number;
        type: string;
        created_by: string;
        created_by_user_id: number;
        created_at: Timestamp;
        feature_name: string | null;
        project: string | null;
        environment: string | null;
        data: JsonColumn<unknown>;
        pre_data: JsonColumn<unknown>;
        tags: JsonColumn<{ type: string; value: string }[]>;
        group_id: string;
        group_type: Unset<'change-request'>;
        reason: Unset<string>;
        bypass: Unset<boolean>;
        via: Unset<'mcp'>;
        previous_hash: string;
        hash: string;
    };
    /** Outcomes of recent changes by the id that the caller passed. */
    change_receipts: { user_id: number; id: string; outcome: 'applied' | 'not-applied'; created_at: Timestamp };
    /** The archives of the log. The newest row is the checkpoint that the current chain continues from. */
    event_archives: {
        through_revision: number;
        from_revision: number;
        /** The hash of the event before the first, and that of the last. */
        previous_hash: string;
        hash: string;
        /** The time of the last archived event. */
        through_at: Timestamp;
        /** The name of the file, without its folder. */
        file: string;
        archived_at: Timestamp;
    };
    /** At most one row: from before this revision, only publications that were still current then are kept. */
    publication_horizon: { id: number; revision: number; at: Timestamp };
    /** `definition` is JSON text that is sent to SDKs unchanged; null means deleted. */
    publications: {
        revision: number;
        /** The revision of the next row of the same name; null: this row is current. */
        superseded_by: number | null;
        environment: string;
        kind: 'flag' | 'segment' | 'hidden';
        name: string;
        project: string | null;
        definition: string | null;
    };
}
