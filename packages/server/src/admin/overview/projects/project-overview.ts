import { namingOf } from '../../catalogue/projects/project.queries.ts';
import type { FlagIndex } from '../../flags/flag-index/flag-index.ts';
import { countsOf, healthOf, technicalDebtOf } from '../insights/health.ts';
import { figuresOf } from '../insights/project-figures.ts';
import { type Activity, projectStats } from '../insights/project-stats.queries.ts';
import type { ProjectFacts } from './project-facts.queries.ts';
import type {
    HealthReport,
    NewProjectOverview,
    ProjectOverview,
    ProjectOverviewEnvironment,
} from './project-overview.schemas.ts';

/** The data of an overview; the time windows of its figures end now. */
export interface Overviewed {
    facts: ProjectFacts;
    flags: ReturnType<FlagIndex['of']>;
    activity: Activity;
    now: Date;
}

/** The project as the specification has it, but for its flags, as everyone sees it whose favourite it is not. */
export function toOverview({ facts, flags, activity, now }: Overviewed): Omit<ProjectOverview, 'features'> {
    const { row, members, environments } = facts;
    return {
        version: 1,
        name: row.name,
        description: row.description,
        mode: row.mode,
        defaultStickiness: row.default_stickiness,
        featureLimit: row.feature_limit,
        featureNaming: namingOf(row),
        stats: projectStats(flags, activity, now),
        members,
        health: healthOf(figuresOf(flags).conditions),
        favorite: false,
        environments: environments.map(
            ({ environment, default_strategy, required_approvals }): ProjectOverviewEnvironment => ({
                environment,
                changeRequestsEnabled: required_approvals !== null,
                ...(default_strategy && { defaultStrategy: default_strategy }),
            }),
        ),
        createdAt: row.created_at,
        updatedAt: row.updated_at,
    };
}

/** The same, and how many flags need someone to look at them. */
export function toHealthReport(overviewed: Overviewed): Omit<HealthReport, 'features'> {
    const { conditions } = figuresOf(overviewed.flags);
    return { ...toOverview(overviewed), ...countsOf(conditions), technicalDebt: technicalDebtOf(conditions) };
}

/** The project without its flags: of those, only how many there are of each type. */
export function toNewOverview(overviewed: Overviewed, userId: number | undefined): NewProjectOverview {
    const { row, favoriteOf } = overviewed.facts;
    const { conditions, featureTypeCounts, onboardingStatus } = figuresOf(overviewed.flags);
    return {
        ...toOverview(overviewed),
        favorite: userId !== undefined && favoriteOf.includes(userId),
        technicalDebt: technicalDebtOf(conditions),
        featureTypeCounts,
        linkTemplates: row.link_templates,
        reviewOptional: row.review_optional,
        archivedAt: row.archived_at,
        onboardingStatus,
    };
}
