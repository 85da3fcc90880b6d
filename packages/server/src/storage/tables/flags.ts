import type { Generated } from 'kysely';
import type { MemberColumns } from '../../core/flags/flag-members.ts';
import type { JsonColumn, Timestamp } from './columns.ts';
import type { StoredVariant } from './strategies.ts';

/** A line of code that uses a flag. */
export interface StoredCodeReference {
    path: string;
    line: number;
    kind: string;
    symbol?: string;
    hash?: string;
}

export type LifecycleStage = 'initial' | 'pre-live' | 'live' | 'completed' | 'archived';

interface FlagEnvironments {
    flag: string;
    environment: string;
    enabled: boolean;
    variants: JsonColumn<StoredVariant[]>;
    last_seen_at: Timestamp | null;
}

/** Flags and their data. */
export interface FlagTables {
    flag_types: { id: string; name: string; description: string; lifetime_days: number | null };
    flags: MemberColumns & {
        name: string;
        project: string;
        /** Set by a person; null: not set, `potentially_stale` decides. */
        stale: boolean | null;
        /** Updated by a job: the flag is older than the lifetime of its type. */
        potentially_stale: boolean;
        created_at: Timestamp;
        created_by_user_id: number;
        archived_at: Timestamp | null;
    };
    flag_environments: FlagEnvironments;
    /** The flag environments at the time when their project lost the environment. */
    withdrawn_flag_environments: FlagEnvironments;
    /** The constant result of a flag, and since when; `enabled` is null while results differ. */
    flag_answers: {
        flag: string;
        environment: string;
        enabled: boolean | null;
        variant: string | null;
        since: Timestamp;
    };
    /** The last scan of a branch of a repository, for the flags of a project. */
    code_scans: {
        id: Generated<number>;
        project: string;
        repository: string;
        branch: string;
        is_default: boolean;
        revision: string;
        link_template: string | null;
        files: number;
        uploaded_at: Timestamp;
        /** The name of the uploader. */
        uploaded_by: string;
    };
    /** The uses of a flag on that branch. `count` is 0 after the last use was removed; `gone_at` and `gone_revision` record when. */
    code_references: {
        scan: number;
        flag: string;
        count: number;
        places: JsonColumn<StoredCodeReference[]>;
        gone_at: Timestamp | null;
        gone_revision: string | null;
    };
    /** The owner who was notified that the flag became stale. */
    notified_owners: { flag: string; owner: string; notified_at: Timestamp };
    flag_dependencies: { child: string; parent: string; enabled: boolean; variants: JsonColumn<string[]> };
    /** The stages a flag has reached; `position` orders them, the furthest one is where the flag is. */
    flag_stages: {
        flag: string;
        stage: LifecycleStage;
        position: number;
        entered_at: Timestamp;
        status: 'kept' | 'discarded' | null;
        status_value: string | null;
    };
    flag_links: { id: string; flag: string; url: string; title: string | null; created_at: Timestamp };
    favorite_flags: { user_id: number; flag: string };
    tag_types: { name: string; description: string | null; icon: string | null; color: string | null };
    tags: { type: string; value: string };
    flag_tags: { flag: string; type: string; value: string };
}
