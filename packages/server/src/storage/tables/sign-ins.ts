import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn, Timestamp, Unset } from './columns.ts';

export type SignInMethod = 'password' | 'demo' | 'oidc' | 'saml';

/** The login history: sign-in methods, and checks of the old password and of codes of a second factor. */
export type LoginMethod = SignInMethod | 'password-change' | 'second-factor';

/** Endpoints that are protected against brute force. */
export type RateLimitedAction = 'sign-in' | 'reset-mail' | 'second-factor';

export type PendingSignInKind =
    | 'oidc'
    | 'saml-request'
    | 'saml-ticket'
    | 'second-factor'
    | 'totp-enrolment'
    | 'passkey-enrolment'
    | 'passkey-check';

/** The data for single logout: the ID token, or the session index of the assertion. */
export type ProviderSession = { idToken: string } | { nameId: string; nameIdFormat: string; sessionIndex?: string };

export type MailKind = 'welcome' | 'reset' | 'change-request' | 'old-flags' | 'experiment' | 'release';

/** The text of a mail and the target of its link. */
export interface StoredMailContent {
    subject: string;
    lines: string[];
    link: { path: string; label: string };
}

/** Credentials of users and programs. */
export interface SignInTables {
    sessions: {
        id: Generated<number>;
        /** SHA-256 of the cookie value. */
        secret_hash: string;
        user_id: number;
        address: string;
        user_agent: string | null;
        created_at: Timestamp;
        expires_at: Timestamp;
        method: SignInMethod;
        provider_session: JsonColumn<ProviderSession> | null;
        /** When the user last proved a second factor in this session. */
        second_factor_at: Unset<Timestamp>;
    };
    /** The app on a phone that shows codes (TOTP). */
    totp_factors: {
        user_id: number;
        /** Base32, encrypted with SECRET_KEY. */
        secret: string;
        /** The time step of the last accepted code: a code is accepted once. */
        last_step: number;
        created_at: Timestamp;
    };
    passkeys: {
        id: Generated<number>;
        user_id: number;
        /** Base64url, as the browser sends it. */
        credential_id: string;
        /** Base64url of the COSE key. */
        public_key: string;
        /** The signature counter of the authenticator; 0: it has none. */
        counter: number;
        transports: JsonColumn<string[]>;
        name: string;
        created_at: Timestamp;
        seen_at: Timestamp | null;
    };
    /** Unused recovery codes. A used one is deleted. */
    recovery_codes: { user_id: number /** SHA-256. */; code_hash: string };
    /** Sign-ins and ceremonies that wait for the next step, which may reach any node. */
    pending_sign_ins: {
        /** The value that is returned: the state of OpenID Connect, the id of a SAML request, or a ticket. */
        id: string;
        kind: PendingSignInKind;
        /** SHA-256 of the cookie value of the browser that started the sign-in, or of the session that started the ceremony. */
        browser_hash: string;
        content: JsonColumn<unknown>;
        return_to: string;
        expires_at: Timestamp;
    };
    /** All sign-in attempts, kept for a limited time: for display, and to block after too many consecutive failures. */
    logins: {
        id: Generated<number>;
        /** The entered name in lower case, whether or not such a user exists. */
        login: string;
        user_id: number | null;
        address: string;
        /** The network prefix of the address, which one household or office shares. */
        place: Unset<string>;
        method: LoginMethod;
        successful: boolean;
        created_at: Timestamp;
    };
    /** Attempts by network prefix at endpoints where secrets could be guessed, in the current minute, across all nodes. */
    attempts_by_place: {
        door: RateLimitedAction;
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
        /** Sent to the e-mail address of the user, so it proves ownership of the address. */
        mailed: boolean;
    };
    /** The mail queue with results. Contains the recipient and the reason; links are created when a mail is sent. */
    mails: {
        id: Generated<number>;
        kind: MailKind;
        /** Null: the address was entered by a user and has not been matched with an account yet. */
        user_id: number | null;
        /** The entered address; mails go to the stored address of the user. */
        address: string;
        created_at: Timestamp;
        attempts: number;
        /** When to send, or to retry if no result was recorded by then; null: never again. */
        due_at: Timestamp | null;
        sent_at: Timestamp | null;
        /** The error of the last attempt. */
        outcome: string | null;
        /** The content of mails that do not concern the recipient's account. */
        content: ColumnType<StoredMailContent | null, string | null | undefined, string | null>;
    };
    /** The passwords a user had last, the current one included. */
    password_history: { id: Generated<number>; user_id: number; password_hash: string };
    personal_tokens: {
        id: Generated<number>;
        user_id: number;
        /** The user who created it; null: unknown. */
        created_by_user_id: Unset<number>;
        /** SHA-256 of the secret, which is shown once and not stored. */
        secret_hash: string;
        description: string;
        created_at: Timestamp;
        expires_at: Timestamp;
        seen_at: Timestamp | null;
    };
    signup_tokens: {
        /** Plain text: it is part of a link that administrators can display again. */
        secret: string;
        name: string;
        enabled: boolean;
        expires_at: Timestamp;
        created_by: string;
        created_at: Timestamp;
    };
    signup_token_users: { secret: string; user_id: number };
    api_tokens: {
        id: Generated<number>;
        /** SHA-256 of the secret, which is shown once and not stored. */
        secret_hash: string;
        /** The beginning of the secret, enough to recognise it. */
        visible: string;
        name: string;
        type: 'admin' | 'client' | 'frontend';
        environment: string;
        projects: JsonColumn<string[]>;
        created_by: string;
        /** The user who created it; null: unknown. */
        created_by_user_id: Unset<number>;
        created_at: Timestamp;
        expires_at: Timestamp | null;
        seen_at: Timestamp | null;
    };
}
