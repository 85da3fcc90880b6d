import type { ProjectFlags } from '../../flags/flag-index/indexed-flags.ts';
import { averageDays } from '../../flags/flag-index/time-to-production.queries.ts';
import { countsOf, healthOf, technicalDebtOf } from './health.ts';
import type { DoraMetrics, ProjectInsights } from './insights.schemas.ts';
import { figuresOf, timesToProductionOf } from './project-figures.ts';
import type { ProjectStats } from './project-stats.schemas.ts';

/** Returns the times that the flags of a project took to reach production. */
export function doraMetricsOf(flags: ProjectFlags): DoraMetrics {
    const timesToProduction = timesToProductionOf(flags);
    return {
        features: timesToProduction.map(({ flag, days }) => ({ name: flag, timeToProduction: days })),
        projectAverage: averageDays(timesToProduction),
    };
}

export function insightsOf(flags: ProjectFlags, stats: ProjectStats, currentMembers: number): ProjectInsights {
    const { conditions, featureTypeCounts } = figuresOf(flags);
    const counts = countsOf(conditions);
    return {
        stats,
        featureTypeCounts,
        leadTime: doraMetricsOf(flags),
        health: { rating: healthOf(conditions), ...counts },
        technicalDebt: { rating: technicalDebtOf(conditions), ...counts },
        members: { currentMembers, change: stats.projectMembersAddedCurrentWindow },
    };
}
