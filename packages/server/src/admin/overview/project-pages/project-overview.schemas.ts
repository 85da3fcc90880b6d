import { type Static, Type } from 'typebox';
import { DateTime, Nullable, Version } from '../../../http/route/schemas.ts';
import { OnboardingStatus } from '../../catalogue/projects/onboarding.schemas.ts';
import { Project, projectMembers } from '../../catalogue/projects/project.schemas.ts';
import { DefaultStrategy } from '../../catalogue/projects/project-environment.schemas.ts';
import { FlagOverview } from '../../flags/flags/flag-overview.schemas.ts';
import { FlagTypeCount } from '../insights/insights.schemas.ts';
import { ProjectStats } from '../insights/project-stats.schemas.ts';

export const ProjectOverviewEnvironment = Type.Object(
    {
        environment: Type.String(),
        changeRequestsEnabled: Type.Boolean(),
        // Absent if no default strategy is set.
        defaultStrategy: Type.Optional(DefaultStrategy),
    },
    { $id: 'projectEnvironment' },
);
export type ProjectOverviewEnvironment = Static<typeof ProjectOverviewEnvironment>;

/** The members that all overviews of a project have. */
export const overviewMembers = {
    version: Version,
    ...projectMembers,
    stats: ProjectStats,
    members: Type.Integer({ description: 'Number of users with a role in the project' }),
    health: Type.Integer({ minimum: 0, maximum: 100 }),
    favorite: Type.Boolean(),
    environments: Type.Array(ProjectOverviewEnvironment),
    createdAt: Nullable(DateTime()),
    updatedAt: Nullable(DateTime()),
};

export const ProjectOverview = Type.Object(
    { ...overviewMembers, features: Type.Array(FlagOverview) },
    { $id: 'deprecatedProjectOverview' },
);
export type ProjectOverview = Static<typeof ProjectOverview>;

export const HealthReport = Type.Object(
    {
        ...ProjectOverview.properties,
        activeCount: Type.Integer({ description: 'Number of flags that are not marked as stale' }),
        potentiallyStaleCount: Type.Integer({
            description: 'Number of these flags that exceed the expected lifetime of their type',
        }),
        staleCount: Type.Integer({ description: 'Number of flags that are marked as stale' }),
        technicalDebt: Type.Integer({ minimum: 0, maximum: 100 }),
    },
    { $id: 'projectHealthReport' },
);
export type HealthReport = Static<typeof HealthReport>;

export const NewProjectOverview = Type.Object(
    {
        ...overviewMembers,
        stats: Type.Optional(ProjectStats),
        members: Type.Optional(overviewMembers.members),
        technicalDebt: Type.Integer({ minimum: 0, maximum: 100 }),
        featureTypeCounts: Type.Array(FlagTypeCount),
        linkTemplates: Project.properties.linkTemplates,
        reviewOptional: Project.properties.reviewOptional,
        archivedAt: Nullable(DateTime()),
        onboardingStatus: Type.Optional(OnboardingStatus),
    },
    {
        $id: 'projectOverview',
        description: '`stats`, `members` and `onboardingStatus` are current values and omitted with `asOf`',
    },
);
export type NewProjectOverview = Static<typeof NewProjectOverview>;
