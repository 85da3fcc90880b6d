import type { Db } from '../../storage/database.ts';
import { flagConditions } from './health.queries.ts';
import { countsOf, healthOf, technicalDebtOf } from './health.ts';
import type { DoraMetrics, ProjectInsights } from './insights.schemas.ts';
import { countFlagsByType } from './project-flags.queries.ts';
import { countMembers } from './project-members.queries.ts';
import { projectStats } from './project-stats.queries.ts';
import { averageDays, type TimeToProduction, timesToProduction } from './time-to-production.queries.ts';

/** How long the flags of a project take to reach production. */
export const getDoraMetrics = async (db: Db, project: string): Promise<DoraMetrics> =>
    toDoraMetrics(await timesToProduction(db, project));

const toDoraMetrics = (times: readonly TimeToProduction[]): DoraMetrics => ({
    features: times.map(({ flag, days }) => ({ name: flag, timeToProduction: days })),
    projectAverage: averageDays(times),
});

export async function getProjectInsights(db: Db, project: string, now: Date): Promise<ProjectInsights> {
    const times = await timesToProduction(db, project);
    const [stats, featureTypeCounts, conditions, currentMembers] = await Promise.all([
        projectStats(db, project, now, times),
        countFlagsByType(db, project),
        flagConditions(db, project),
        countMembers(db, project),
    ]);
    const counts = countsOf(conditions);
    return {
        stats,
        featureTypeCounts,
        leadTime: toDoraMetrics(times),
        health: { rating: healthOf(conditions), ...counts },
        technicalDebt: { rating: technicalDebtOf(conditions), ...counts },
        members: { currentMembers, change: stats.projectMembersAddedCurrentWindow },
    };
}
