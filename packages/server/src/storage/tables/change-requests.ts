import type { ColumnType } from 'kysely';
import type { RequestOrigin } from '../../core/access/actor.ts';
import type { JsonColumn, StoredAuthor, Timestamp, Unset } from './columns.ts';

export const CHANGE_REQUEST_STATES = [
    'Draft',
    'In review',
    'Approved',
    'Scheduled',
    'Applied',
    'Cancelled',
    'Rejected',
] as const;
export type ChangeRequestState = (typeof CHANGE_REQUEST_STATES)[number];

/** The approval rules of a project environment besides the number of approvals. Stored as validated, also under former names; `toApprovalRules` reads them. */
export type StoredApprovalRules = Record<string, unknown>;

/** The effect of a request, measured when it was sent to review. */
export interface StoredEffect {
    revision: number;
    population: string;
    evaluated?: number;
    /** The former name of `evaluated`, which nodes of the previous release read and write. */
    asked?: number;
    changed: number;
}

/** The effect of a request, measured right before it was applied, in the format of `applied-effect.ts`. */
export interface StoredAppliedEffect {
    revision: number;
    who: readonly object[];
}

/** Content outside of a request that affects the result of one of its changes. */
export type StoredReference =
    | { type: 'segment'; id: number; name: string; constraints: unknown[] }
    | { type: 'strategyType'; name: string; parameters: unknown[] }
    | { type: 'releaseTemplate'; id: string; name: string; milestones: unknown[] };

/** The approvals that an edit cleared, because they were for the previous content. */
export interface StoredClearing {
    userId: number;
    name: string;
    at: Timestamp;
    approvals: { userId: number; name: string; at: Timestamp; contentHash: string }[];
}

/** Applied without the approvals it needed. */
export interface StoredBreakGlass {
    reason: string;
    userId: number;
    name: string;
    /** The person who created the token, if a token was used. */
    personId?: number;
    /** The person who applied it with a token of unknown origin is not known. */
    isPersonUnknown?: true;
    at: Timestamp;
    /** The review by the regular approvers afterwards. */
    review: 'pending' | 'confirmed' | 'objected';
}

/** Changes that need approval by others. */
export interface ChangeRequestTables {
    /** The project environments in which changes need approval; one row for each. */
    change_request_settings: {
        project: string;
        environment: string;
        required_approvals: number;
        rules: JsonColumn<StoredApprovalRules>;
    };
    change_requests: StoredAuthor & {
        id: number;
        project: string;
        environment: string;
        /**
         * `request`: further changes of its author are added to it. `separate`: they are added only if the author names it.
         * `schedule`: a scheduled change that needs no approval.
         */
        kind: 'request' | 'separate' | 'schedule';
        /** An author has one open request that collects changes for each origin. */
        origin: ColumnType<RequestOrigin, RequestOrigin | undefined, never>;
        title: string | null;
        state: ChangeRequestState;
        min_approvals: number;
        /** The hash of the changes; an approval is valid only for this content. */
        content_hash: string;
        /** The last time at which the request entered each state. */
        state_timestamps: JsonColumn<Partial<Record<ChangeRequestState, Timestamp>>>;
        effect: JsonColumn<StoredEffect> | null;
        break_glass: JsonColumn<StoredBreakGlass> | null;
        approvals_cleared: JsonColumn<StoredClearing> | null;
        /** The people who proposed or edited it; null: an older release stored it. */
        people: ColumnType<number[] | null, string | null | undefined, string | null>;
        /** The group and the newest revision of the events of applying it. */
        applied_in: Unset<string>;
        applied_at_revision: Unset<number>;
        applied_effect: ColumnType<StoredAppliedEffect | null, string | null | undefined, string | null>;
    };
    change_request_changes: StoredAuthor & {
        id: number;
        request: number;
        position: number;
        /** Null: it is about a segment, or about settings. */
        feature: string | null;
        action: string;
        payload: JsonColumn<unknown> | null;
        /** The state it was proposed against. */
        snapshot: JsonColumn<unknown> | null;
        /** The expected state at its application, as far as earlier schedules change it. */
        expected: ColumnType<unknown, string | null | undefined, string | null>;
        /** The content that the change refers to, as it was when the change was proposed; null: none. */
        refs: ColumnType<StoredReference[] | null, string | null | undefined, string | null>;
    };
    change_request_reviews: StoredAuthor & { request: number; verdict: 'approved' | 'rejected'; content_hash: string };
    change_request_comments: StoredAuthor & { id: number; request: number; text: string };
    /** The requested reviewers: a hint, others may approve as well. */
    change_request_approvers: { request: number; user_id: number; requested_at: Timestamp; notified: boolean };
    /** `created_by` is the user who scheduled it: it is applied in their name. */
    change_request_schedules: StoredAuthor & {
        request: number;
        scheduled_at: Timestamp;
        /** The time zone in which the time was chosen. */
        time_zone: string;
        status: 'pending' | 'failed' | 'suspended';
        reason: string | null;
        /** The scheduled requests that it was rehearsed on top of. */
        stacked_on: JsonColumn<number[]>;
    };
}
