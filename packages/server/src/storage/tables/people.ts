import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn, Timestamp, Unset } from './columns.ts';

/** Users, groups, roles and permissions. */
export interface PeopleTables {
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
        /** The SCIM id of a managed user. */
        scim_id: string | null;
        /** The external id of the directory. */
        external_id: Unset<string>;
        /** Sign-in as this user is disabled since this time. */
        disabled_at: Unset<Timestamp>;
        /** The user signed up with an invite link, and the identity has not been verified since. */
        unproven: ColumnType<boolean, boolean | undefined, boolean>;
        deleted_at: Timestamp | null;
    };
    /** The subjects of users at identity providers. */
    user_identities: {
        method: 'oidc' | 'saml';
        issuer: string;
        subject: string;
        user_id: number;
        created_at: Timestamp;
    };
    /** The users' answers to feedback prompts, and the announcements they have seen. */
    user_feedback: { user_id: number; feedback_id: string; never_show: boolean; given_at: Timestamp | null };
    /** List filters and sort orders that a user saved under a name; `search` is the query string. */
    user_views: { user_id: number; place: string; name: string; search: string };
    user_splashes: { user_id: number; splash_id: string };
    groups: {
        id: Generated<number>;
        name: string;
        description: string | null;
        root_role_id: number | null;
        mappings_sso: JsonColumn<string[]>;
        created_by: string;
        created_at: Timestamp;
        scim_id: string | null;
        external_id: Unset<string>;
    };
    group_users: { group_id: number; user_id: number; created_by: string; joined_at: Timestamp };
    /** The roles that all members of a group have in a project. */
    group_roles: { group_id: number; role_id: number; project: string; created_at: Timestamp };
    roles: { id: Generated<number>; name: string; type: string; description: string | null };
    role_permissions: { role_id: number; permission: string; environment: string | null };
    /** `project` is null for a root role. */
    user_roles: { user_id: number; role_id: number; project: string | null; created_at: Timestamp };
}
