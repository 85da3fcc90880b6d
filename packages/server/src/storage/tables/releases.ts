import type { JsonColumn, Timestamp } from './columns.ts';
import type { StoredConstraint, StoredVariant } from './strategies.ts';

/** When the next milestone starts. Every condition that is present must be met. */
export interface StoredTransitionCondition {
    type?: 'time' | 'exposure';
    intervalMinutes?: number;
    minimumExposures?: number;
    since?: 'creation' | 'milestone';
    /** The interval ends early when all comparisons of the plan exclude harm. */
    whenHarmExcluded?: boolean;
}

/** A strategy of a milestone. It is copied to the strategies of the flag while the milestone is active. */
export interface StoredMilestoneStrategy {
    id: string;
    name: string;
    title: string | null;
    disabled: boolean | null;
    sortOrder: number;
    segments: number[];
    constraints: (StoredConstraint & { values: string[] })[];
    variants: StoredVariant[];
    parameters: Record<string, string>;
}

export interface StoredTemplateMilestone {
    id: string;
    name: string;
    sortOrder: number;
    strategies: StoredMilestoneStrategy[];
    transitionCondition?: StoredTransitionCondition | null;
}

export interface ReleaseTables {
    /** Without a project, a template is for all projects. */
    release_templates: {
        id: string;
        project: string | null;
        name: string;
        description: string | null;
        milestones: JsonColumn<StoredTemplateMilestone[]>;
        created_by_user_id: number;
        created_at: Timestamp;
        archived_at: Timestamp | null;
    };
    /** A copy of a template on a flag in one environment. */
    release_plans: {
        id: string;
        /** Identifies the plan in the list of due work. */
        number: number;
        flag: string;
        environment: string;
        /** The template may have been deleted. */
        template_id: string;
        name: string;
        description: string | null;
        created_by_user_id: number;
        created_at: Timestamp;
        active_milestone_id: string | null;
        /** The hash of the content as of the last change that was allowed. Automatic steps cover this content only. */
        content_hash: string;
    };
    release_milestones: {
        id: string;
        plan_id: string;
        name: string;
        sort_order: number;
        strategies: JsonColumn<StoredMilestoneStrategy[]>;
        condition: JsonColumn<StoredTransitionCondition> | null;
        /** The milestone to which the condition leads; null: the next one. */
        target_id: string | null;
        started_at: Timestamp | null;
        paused_at: Timestamp | null;
        progressed_at: Timestamp | null;
        /** The evaluations on the day of the start, which are not exposures of the milestone. */
        usage_before: JsonColumn<{ since: string; yes: number }> | null;
    };
    /** The objects that strategies of a milestone refer to: `segment`, `field` or `type`. */
    release_milestone_references: { milestone_id: string; kind: string; name: string };
}
