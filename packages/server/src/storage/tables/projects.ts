import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn, Timestamp, Unset } from './columns.ts';
import type { StoredDefaultStrategy } from './strategies.ts';

export interface StoredLinkTemplate {
    title?: string | null;
    urlTemplate: string;
}

/** Projects and the environments in them. */
export interface ProjectTables {
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
        /** Required approvals in new projects; null: no approvals. */
        required_approvals: Unset<number>;
    };
    project_environments: {
        project: string;
        environment: string;
        default_strategy: JsonColumn<StoredDefaultStrategy> | null;
    };
    /** A rule for the flags of a project: `flag-policy.schemas.ts`. */
    flag_policies: { project: string; policy: JsonColumn<object> };
    favorite_projects: { user_id: number; project: string };
    /** Deleted private projects: their events stay hidden up to the one before the id was reused (null: all). */
    deleted_private_projects: { project: string; up_to: number | null };
    personas: {
        id: Generated<number>;
        project: string;
        name: string;
        description: string | null;
        context: JsonColumn<object>;
        created_at: Timestamp;
    };
}
