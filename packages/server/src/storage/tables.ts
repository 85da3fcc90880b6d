import type { ColumnType, Generated } from 'kysely';

/** Stored as JSON text; written with `JSON.stringify`, read back parsed. */
type Json<T> = ColumnType<T, string, string>;

/** Null unless said otherwise. */
type Unset<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** ISO 8601 in UTC with milliseconds, as on the wire; sorts as text. */
type Timestamp = string;

export interface StoredConstraint {
    contextName: string;
    operator: string;
    caseInsensitive?: boolean;
    inverted?: boolean;
    values?: string[];
    value?: string;
}

export interface StoredVariant {
    name: string;
    weight: number;
    weightType: 'variable' | 'fix';
    stickiness: string;
    payload?: { type: string; value: string };
    overrides?: { contextName: string; values: string[] }[];
}

/** A line of code that uses a flag. */
export interface StoredPlace {
    path: string;
    line: number;
    kind: string;
    symbol?: string;
    hash?: string;
}

/** A strategy as someone configured it, without its identity. Kept as the default strategy of an environment. */
export interface StoredDefaultStrategy {
    name: string;
    title?: string | null;
    disabled?: boolean | null;
    sortOrder?: number;
    constraints?: (StoredConstraint & { values: string[] })[];
    variants?: StoredVariant[];
    parameters?: Record<string, string>;
    segments?: number[];
}

export type UsagePeriod = 'hour' | 'day';

export type SignInMethod = 'password' | 'demo' | 'oidc' | 'saml';

/** What the history shows: ways in, and the old password that someone types to choose a new one. */
/** Doors where whoever tries often gets further. */
export type GuessedDoor = 'sign-in' | 'reset-mail';

export type LoginMethod = SignInMethod | 'password-change';

export type PendingSignInKind = 'oidc' | 'saml-request' | 'saml-ticket';

/** What the identity provider must be told to end its session too: the id token, or what its assertion said. */
export type ProviderSession = { idToken: string } | { nameId: string; nameIdFormat: string; sessionIndex?: string };

export type LifecycleStage = 'initial' | 'pre-live' | 'live' | 'completed' | 'archived';

export interface StoredLinkTemplate {
    title?: string | null;
    urlTemplate: string;
}

/** Who did it: the id and the name that the event log shows. */
interface By {
    created_by_user_id: number;
    created_by: string;
    created_at: Timestamp;
}

/** What numbers are given out for. */
export type Counter = 'segments' | 'change-requests' | 'change-request-changes' | 'change-request-comments';

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

/** What an environment of a project asks for beside a number of approvals. Written as it was validated; see its schema. */
export type StoredApprovalRules = Record<string, unknown>;

/** What a request would change, for how many: measured when it was sent to review. */
export interface StoredEffect {
    revision: number;
    population: string;
    asked: number;
    changed: number;
}

/** The approvals that an edit took away, because they were of something else. */
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
    at: Timestamp;
    /** What those who would have approved say of it afterwards. */
    review: 'pending' | 'confirmed' | 'objected';
}

export type MailKind = 'welcome' | 'reset' | 'change-request' | 'old-flags';

/** What a mail says, and where in the interface its link leads. */
export interface StoredMailContent {
    subject: string;
    lines: string[];
    link: { path: string; label: string };
}

interface FlagEnvironments {
    flag: string;
    environment: string;
    enabled: boolean;
    variants: Json<StoredVariant[]>;
    last_seen_at: Timestamp | null;
}

export interface Tables {
    settings: { name: string; content: Json<Record<string, unknown>> };

    /** One row: the newest event. Its lock makes one writer at a time; its hash ends the chain. */
    event_head: { id: number; revision: number; hash: string; epoch: Generated<string> };
    events: {
        id: number;
        type: string;
        created_by: string;
        created_by_user_id: number;
        created_at: Timestamp;
        feature_name: string | null;
        project: string | null;
        environment: string | null;
        data: Json<unknown>;
        pre_data: Json<unknown>;
        tags: Json<{ type: string; value: string }[]>;
        group_id: string;
        group_type: Unset<'change-request'>;
        reason: Unset<string>;
        bypass: Unset<boolean>;
        via: Unset<'mcp'>;
        previous_hash: string;
        hash: string;
    };
    /** What was taken out of the log, and where it is. The newest row is the checkpoint that the chain of now goes on from. */
    event_archives: {
        through_revision: number;
        from_revision: number;
        /** The hash of the event before the first, and that of the last. */
        previous_hash: string;
        hash: string;
        /** When the last of them was recorded. */
        through_at: Timestamp;
        /** The name of the file, without its folder. */
        file: string;
        archived_at: Timestamp;
    };
    /** At most one row: of what came before, only publications are kept that were still seen then. */
    publication_horizon: { id: number; revision: number; at: Timestamp };
    /** When a job that one node does for all is to be done next. */
    job_turns: { name: string; next_at: Timestamp };
    /** The highest id that was ever given out. Unlike a sequence of the database, a change that is undone takes none. */
    counters: { name: Counter; last: number };
    /** `definition` is ready JSON text, sent to SDKs as it is; null means gone. */
    publications: {
        revision: number;
        /** The revision of the next row of the same name; null: this row is what SDKs see now. */
        superseded_by: number | null;
        environment: string;
        kind: 'flag' | 'segment' | 'hidden';
        name: string;
        project: string | null;
        definition: string | null;
    };

    projects: {
        id: string;
        name: string;
        description: string | null;
        mode: 'open' | 'protected' | 'private';
        default_stickiness: string;
        feature_limit: number | null;
        naming_pattern: string | null;
        naming_example: string | null;
        naming_description: string | null;
        link_templates: ColumnType<StoredLinkTemplate[], string | undefined, string>;
        review_optional: Generated<boolean>;
        created_at: Timestamp;
        updated_at: Timestamp;
        archived_at: Timestamp | null;
    };
    environments: {
        name: string;
        type: string;
        enabled: boolean;
        protected: boolean;
        sort_order: number;
        /** What new projects ask for here; null: no approvals. */
        required_approvals: Unset<number>;
    };
    project_environments: {
        project: string;
        environment: string;
        default_strategy: Json<StoredDefaultStrategy> | null;
    };
    flag_types: { id: string; name: string; description: string; lifetime_days: number | null };
    flags: {
        name: string;
        project: string;
        type: string;
        description: string | null;
        /** Set by a person; null: nobody did, `potentially_stale` decides. */
        stale: boolean | null;
        /** Kept by a job: older than the lifetime of its type. */
        potentially_stale: boolean;
        impression_data: boolean;
        /** Who answers for it, as `user:5` or `group:3`. */
        owner: string | null;
        /** Of its values, when someone said so. */
        value_type: string | null;
        /** What code uses without an answer, as JSON. */
        code_default: string | null;
        created_at: Timestamp;
        created_by_user_id: number;
        archived_at: Timestamp | null;
    };
    flag_environments: FlagEnvironments;
    /** As they were when their project lost the environment. */
    withdrawn_flag_environments: FlagEnvironments;
    /** What a flag answers there, and since when nothing else; `enabled` is null while it answers both, or several variants. */
    flag_answers: {
        flag: string;
        environment: string;
        enabled: boolean | null;
        variant: string | null;
        since: Timestamp;
    };
    /** What was last looked at of a branch of a repository, for the flags of a project. */
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
        /** The name of whoever uploaded it. */
        uploaded_by: string;
    };
    /** Where that branch uses a flag. `count` is 0 once it does not any more; `gone_at` and `gone_revision` say since when. */
    code_references: {
        scan: number;
        flag: string;
        count: number;
        places: Json<StoredPlace[]>;
        gone_at: Timestamp | null;
        gone_revision: string | null;
    };
    /** Whom it was told that a flag of theirs has grown old. */
    told_owners: { flag: string; owner: string; told_at: Timestamp };
    flag_dependencies: { child: string; parent: string; enabled: boolean; variants: Json<string[]> };
    /** The stages a flag has reached; `position` orders them, the furthest one is where the flag is. */
    flag_stages: {
        flag: string;
        stage: LifecycleStage;
        position: number;
        entered_at: Timestamp;
        status: 'kept' | 'discarded' | null;
        status_value: string | null;
    };
    personas: {
        id: Generated<number>;
        project: string;
        name: string;
        description: string | null;
        context: Json<object>;
        created_at: Timestamp;
    };
    /** Where changes need approvals: a row for each environment of a project in which they do. */
    change_request_settings: {
        project: string;
        environment: string;
        required_approvals: number;
        rules: Json<StoredApprovalRules>;
    };
    change_requests: By & {
        id: number;
        project: string;
        environment: string;
        /** `schedule`: a change that needs no approval, for later. */
        kind: 'request' | 'schedule';
        title: string | null;
        state: ChangeRequestState;
        min_approvals: number;
        /** Of what it would change; an approval is of exactly this. */
        content_hash: string;
        /** When it last came into each state. */
        state_timestamps: Json<Partial<Record<ChangeRequestState, Timestamp>>>;
        effect: Json<StoredEffect> | null;
        break_glass: Json<StoredBreakGlass> | null;
        approvals_cleared: Json<StoredClearing> | null;
        /** The group and the newest revision of the events of applying it. */
        applied_in: Unset<string>;
        applied_at_revision: Unset<number>;
    };
    change_request_changes: By & {
        id: number;
        request: number;
        position: number;
        /** Null: it is about a segment, or about settings. */
        feature: string | null;
        action: string;
        payload: Json<unknown> | null;
        /** What it was proposed against. */
        snapshot: Json<unknown> | null;
        /** What it will meet, as far as others that are scheduled before it change that. */
        expected: ColumnType<unknown, string | null | undefined, string | null>;
    };
    change_request_reviews: By & { request: number; verdict: 'approved' | 'rejected'; content_hash: string };
    change_request_comments: By & { id: number; request: number; text: string };
    /** Who was asked for an approval: a hint, others may give it. */
    change_request_approvers: { request: number; user_id: number; requested_at: Timestamp; notified: boolean };
    /** `created_by` is whoever scheduled it: it is applied in their name. */
    change_request_schedules: By & {
        request: number;
        scheduled_at: Timestamp;
        /** In which the time was chosen. */
        time_zone: string;
        status: 'pending' | 'failed' | 'suspended';
        reason: string | null;
        /** The scheduled requests that it was rehearsed on top of. */
        stacked_on: Json<number[]>;
    };
    flag_links: { id: string; flag: string; url: string; title: string | null; created_at: Timestamp };
    favorite_flags: { user_id: number; flag: string };
    favorite_projects: { user_id: number; project: string };
    strategies: {
        id: string;
        flag: string;
        environment: string;
        name: string;
        title: string | null;
        disabled: boolean;
        sort_order: number;
        parameters: Json<Record<string, string>>;
        constraints: Json<StoredConstraint[]>;
        variants: Json<StoredVariant[]>;
        created_at: Timestamp;
    };
    strategy_segments: { strategy_id: string; segment_id: number };
    /** The context fields that the constraints of a strategy look at, so that their users are found without a search. */
    strategy_context_fields: { strategy_id: string; field: string; flag: string };
    segment_context_fields: { segment_id: number; field: string };
    segments: {
        id: number;
        name: string;
        description: string | null;
        project: string | null;
        constraints: Json<StoredConstraint[]>;
        created_by: string;
        created_at: Timestamp;
    };
    context_fields: {
        name: string;
        description: string | null;
        stickiness: boolean;
        sort_order: number;
        legal_values: Json<{ value: string; description?: string }[]>;
        project: string | null;
        created_at: Timestamp;
    };
    strategy_types: {
        name: string;
        title: string | null;
        display_name: string | null;
        description: string | null;
        editable: boolean;
        deprecated: boolean;
        parameters: Json<{ name: string; type: string; description?: string; required?: boolean }[]>;
        sort_order: number;
    };
    tag_types: { name: string; description: string | null; icon: string | null; color: string | null };
    tags: { type: string; value: string };
    flag_tags: { flag: string; type: string; value: string };

    users: {
        id: Generated<number>;
        name: string | null;
        username: string | null;
        email: string | null;
        password_hash: string | null;
        is_service: boolean;
        login_attempts: number;
        created_at: Timestamp;
        seen_at: Timestamp | null;
        /** What a directory knows the user by, if one manages them. */
        scim_id: string | null;
        /** What the directory itself calls them. */
        external_id: Unset<string>;
        /** Since then nobody signs in as this user. */
        disabled_at: Unset<Timestamp>;
        /** They said themselves who they are, by an invite link, and nobody else did since. */
        unproven: ColumnType<boolean, boolean | undefined, boolean>;
        deleted_at: Timestamp | null;
    };
    /** What identity providers know users by. */
    user_identities: {
        method: 'oidc' | 'saml';
        issuer: string;
        subject: string;
        user_id: number;
        created_at: Timestamp;
    };
    /** What users said about asking them for their opinion, and which announcements they have seen. */
    user_feedback: { user_id: number; feedback_id: string; never_show: boolean; given_at: Timestamp | null };
    /** Filters and orders of lists that a person saved under a name; `search` is that of the address. */
    user_views: { user_id: number; place: string; name: string; search: string };
    user_splashes: { user_id: number; splash_id: string };
    sessions: {
        id: Generated<number>;
        /** SHA-256 of what the cookie carries. */
        secret_hash: string;
        user_id: number;
        address: string;
        user_agent: string | null;
        created_at: Timestamp;
        expires_at: Timestamp;
        method: SignInMethod;
        provider_session: Json<ProviderSession> | null;
    };
    /** Sign-ins that went to an identity provider and are to come back, on whatever node. */
    pending_sign_ins: {
        /** What comes back: the state of OpenID Connect, the id of a SAML request, or a ticket. */
        id: string;
        kind: PendingSignInKind;
        /** SHA-256 of what the cookie of the browser carries that began it. */
        browser_hash: string;
        content: Json<unknown>;
        return_to: string;
        expires_at: Timestamp;
    };
    /** Every attempt to sign in, kept for a while: people look at it, and too many failures in a row are refused. */
    logins: {
        id: Generated<number>;
        /** What was typed as the name, in lower case; whether or not there is such a user. */
        login: string;
        user_id: number | null;
        address: string;
        /** The part of the address that one household or office shares. */
        place: Unset<string>;
        method: LoginMethod;
        successful: boolean;
        created_at: Timestamp;
    };
    /** How often someone tried, by where they are, at doors where trying helps: of this minute, for all nodes together. */
    attempts_by_place: {
        door: GuessedDoor;
        place: string;
        /** Minutes since 1970. */
        minute: number;
        count: number;
    };
    password_resets: {
        secret_hash: string;
        user_id: number;
        created_at: Timestamp;
        expires_at: Timestamp;
        used_at: Timestamp | null;
        /** Sent to the address of the user: whoever has it has the address. */
        mailed: boolean;
    };
    /** What is to be told by mail, and what came of it. Says whom and why; links are made when it is sent. */
    mails: {
        id: Generated<number>;
        kind: MailKind;
        /** Null: someone typed the address, and nobody has looked yet whose it is. */
        user_id: number | null;
        /** What was typed; mails go to the address that the user has. */
        address: string;
        created_at: Timestamp;
        attempts: number;
        /** When it is to be tried, or tried again if nobody has reported by then; null: never again. */
        due_at: Timestamp | null;
        sent_at: Timestamp | null;
        /** Why the last attempt failed. */
        outcome: string | null;
        /** What it says, where it is not about the account of its reader. */
        content: ColumnType<StoredMailContent | null, string | null | undefined, string | null>;
    };
    /** The passwords a user had last, the current one included. */
    password_history: { id: Generated<number>; user_id: number; password_hash: string };
    groups: {
        id: Generated<number>;
        name: string;
        description: string | null;
        root_role_id: number | null;
        mappings_sso: Json<string[]>;
        created_by: string;
        created_at: Timestamp;
        scim_id: string | null;
        external_id: Unset<string>;
    };
    group_users: { group_id: number; user_id: number; created_by: string; joined_at: Timestamp };
    /** The roles that all members of a group have in a project. */
    group_roles: { group_id: number; role_id: number; project: string; created_at: Timestamp };
    personal_tokens: {
        id: Generated<number>;
        user_id: number;
        /** SHA-256 of the secret; the secret itself is shown once and kept nowhere. */
        secret_hash: string;
        description: string;
        created_at: Timestamp;
        expires_at: Timestamp;
        seen_at: Timestamp | null;
    };
    signup_tokens: {
        /** Readable: it is part of a link that administrators look up again. */
        secret: string;
        name: string;
        enabled: boolean;
        expires_at: Timestamp;
        created_by: string;
        created_at: Timestamp;
    };
    signup_token_users: { secret: string; user_id: number };
    roles: { id: Generated<number>; name: string; type: string; description: string | null };
    role_permissions: { role_id: number; permission: string; environment: string | null };
    /** `project` is null for a root role. */
    user_roles: { user_id: number; role_id: number; project: string | null; created_at: Timestamp };
    api_tokens: {
        id: Generated<number>;
        /** SHA-256 of the secret; the secret itself is shown once and kept nowhere. */
        secret_hash: string;
        /** The beginning of the secret, enough to recognise it. */
        visible: string;
        name: string;
        type: 'admin' | 'client' | 'frontend';
        environment: string;
        projects: Json<string[]>;
        created_by: string;
        created_at: Timestamp;
        expires_at: Timestamp | null;
        seen_at: Timestamp | null;
    };

    /** How often SDKs asked for a flag, in each hour and in each day; `since` is when that hour or day began. */
    usage: {
        flag: string;
        environment: string;
        app: string;
        period: UsagePeriod;
        since: Timestamp;
        yes: number;
        no: number;
    };
    usage_of_variants: {
        flag: string;
        environment: string;
        app: string;
        period: UsagePeriod;
        since: Timestamp;
        variant: string;
        count: number;
    };
    /** One row: counts the times at which something was measured of flags. */
    measurement_head: { id: number; tick: number };
    /** When something was last measured of a flag, so that every node knows whose figures to read again. */
    measured_flags: { flag: string; tick: number };
    applications: {
        name: string;
        description: string | null;
        url: string | null;
        color: string | null;
        icon: string | null;
        strategies: Json<string[]>;
        created_at: Timestamp;
        seen_at: Timestamp;
    };
    app_instances: {
        app: string;
        environment: string;
        instance_id: string;
        sdk_version: string | null;
        client_ip: string;
        seen_at: Timestamp;
    };
    /** Under which names a token has reported on a day: it cannot bring any number of them. */
    token_applications: { token_id: number; day: string; app: string };
    /** Flags that SDKs ask for but that do not exist. */
    unknown_flags: { name: string; app: string; environment: string; seen_at: Timestamp };

    /** What was hidden stays hidden: the events of these, up to the one before the id was used again (null: all). */
    deleted_private_projects: { project: string; up_to: number | null };
    integrations: {
        id: Generated<number>;
        provider: string;
        description: string | null;
        enabled: boolean;
        parameters: Json<Record<string, string>>;
        /** The types of events to tell of. */
        events: Json<string[]>;
        /** Empty or beginning with `*`: all. */
        projects: Json<string[]>;
        environments: Json<string[]>;
        /** Whether an administrator saved it last: only then "all projects" means the private ones too. */
        by_administrator: boolean;
        /** Whether whoever saved it last may read the events of the instance. */
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
        /** What the last attempt came to; null: there was none yet. */
        outcome: string | null;
    };
}
