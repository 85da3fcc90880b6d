import { type Static, Type } from 'typebox';
import { Nullable } from '../../../http/route/schemas.ts';
import { ProjectStats } from './project-stats.schemas.ts';

const count = Type.Integer({ minimum: 0 });
const percentage = Type.Integer({ minimum: 0, maximum: 100 });

export const FlagTypeCount = Type.Object({ type: Type.String(), count }, { $id: 'featureTypeCount' });

export const DoraMetrics = Type.Object(
    {
        features: Type.Array(
            Type.Object({
                name: Type.String(),
                timeToProduction: Type.Number({ description: 'Days until the flag was first on in production' }),
            }),
        ),
        projectAverage: Type.Number({ description: 'Average in days; 0 if no flag has been on in production' }),
    },
    { $id: 'projectDoraMetrics' },
);
export type DoraMetrics = Static<typeof DoraMetrics>;

/** The number of flags by condition, and the resulting health of the project. */
const Rating = Type.Object(
    { rating: percentage, activeCount: count, potentiallyStaleCount: count, staleCount: count },
    { $id: 'projectRating' },
);

export const ProjectInsights = Type.Object(
    {
        stats: ProjectStats,
        featureTypeCounts: Type.Array(FlagTypeCount),
        leadTime: DoraMetrics,
        health: Rating,
        technicalDebt: Rating,
        members: Type.Object({
            currentMembers: count,
            change: Type.Integer({ description: 'Number of members added in the last 30 days' }),
        }),
    },
    { $id: 'projectInsights' },
);
export type ProjectInsights = Static<typeof ProjectInsights>;

const StageSummary = Type.Object(
    {
        averageDays: Nullable(
            Type.Number({ description: 'Average days that flags stayed in the stage; null if no flag has left it' }),
        ),
        currentFlags: count,
    },
    { $id: 'projectStageSummary' },
);

const LifecycleSummary = Type.Object(
    {
        initial: StageSummary,
        preLive: StageSummary,
        live: StageSummary,
        completed: StageSummary,
        archived: Type.Object({ currentFlags: count, last30Days: count }),
    },
    { $id: 'projectLifecycleSummary' },
);
export type LifecycleSummary = Static<typeof LifecycleSummary>;

export const ProjectStatus = Type.Object(
    {
        resources: Type.Object({ members: count, apiTokens: count, segments: count }),
        activityCountByDate: Type.Array(
            Type.Object({ date: Type.String({ format: 'date' }), count }, { $id: 'projectActivityOfDay' }),
            { description: 'Days of the last year with events, oldest first' },
        ),
        health: Type.Object({ current: percentage }),
        technicalDebt: Type.Object({ current: percentage }),
        lifecycleSummary: LifecycleSummary,
        staleFlags: Type.Object({ total: count }),
    },
    { $id: 'projectStatus' },
);
export type ProjectStatus = Static<typeof ProjectStatus>;

export const FlagCreators = Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), {
    $id: 'projectFlagCreators',
});
