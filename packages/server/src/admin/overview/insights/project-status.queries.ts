import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';
import type { LifecycleStage } from '../../../storage/tables/flags.ts';
import { type FlagConditions, healthOf, technicalDebtOf } from './health.ts';
import type { LifecycleSummary, ProjectStatus } from './insights.schemas.ts';
import { daysBefore } from './project-stats.queries.ts';

const DAY_MS = 86_400_000;
const ACTIVITY_DAYS = 365;
const RECENT_DAYS = 30;

export async function getProjectStatus(
    db: Db,
    { project, members, conditions, now }: { project: string; members: number; conditions: FlagConditions; now: Date },
): Promise<ProjectStatus> {
    const [apiTokens, segments, activityCountByDate, lifecycleSummary] = await Promise.all([
        countTokens(db, project),
        countSegments(db, project),
        countActivityByDate(db, project, daysBefore(now, ACTIVITY_DAYS)),
        summariseLifecycle(db, project, daysBefore(now, RECENT_DAYS)),
    ]);
    return {
        resources: { members, apiTokens, segments },
        activityCountByDate,
        health: { current: healthOf(conditions) },
        technicalDebt: { current: technicalDebtOf(conditions) },
        lifecycleSummary,
        staleFlags: { total: conditions.stale + conditions.potentiallyStale },
    };
}

/** Counts the tokens that name the project. Tokens for all projects do not count. */
async function countTokens(db: Db, project: string): Promise<number> {
    const tokens = await db.selectFrom('api_tokens').select('projects').execute();
    return tokens.filter(({ projects }) => projects.includes(project)).length;
}

async function countSegments(db: Db, project: string): Promise<number> {
    const row = await db
        .selectFrom('segments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project', '=', project)
        .executeTakeFirstOrThrow();
    return row.count;
}

/** Counts the events of the project by day, oldest first. Days without events are omitted. */
async function countActivityByDate(db: Db, project: string, since: string) {
    const date = sql<string>`substr(created_at, 1, 10)`;
    return db
        .selectFrom('events')
        .select(({ fn }) => [date.as('date'), fn.countAll<number>().as('count')])
        .where('project', '=', project)
        .where('created_at', '>', since)
        .groupBy(date)
        .orderBy(date)
        .execute();
}

async function summariseLifecycle(db: Db, project: string, recent: string): Promise<LifecycleSummary> {
    const [stages, archived] = await Promise.all([
        db
            .selectFrom('flags')
            .innerJoin('flag_stages', 'flag_stages.flag', 'flags.name')
            .select(['flag_stages.flag', 'flag_stages.stage', 'flag_stages.entered_at'])
            .where('flags.project', '=', project)
            .orderBy('flag_stages.flag')
            .orderBy('flag_stages.position')
            .execute(),
        db
            .selectFrom('flags')
            .select('archived_at')
            .where('project', '=', project)
            .where('archived_at', 'is not', null)
            .execute(),
    ]);
    const current = new Map<LifecycleStage, number>();
    const daysIn = new Map<LifecycleStage, number[]>();
    for (const [index, { flag, stage, entered_at }] of stages.entries()) {
        const next = stages[index + 1];
        if (next?.flag !== flag) {
            current.set(stage, (current.get(stage) ?? 0) + 1);
            continue;
        }
        const days = (Date.parse(next.entered_at) - Date.parse(entered_at)) / DAY_MS;
        daysIn.set(stage, [...(daysIn.get(stage) ?? []), days]);
    }
    const summary = (stage: LifecycleStage) => ({
        averageDays: average(daysIn.get(stage) ?? []),
        currentFlags: current.get(stage) ?? 0,
    });
    return {
        initial: summary('initial'),
        preLive: summary('pre-live'),
        live: summary('live'),
        completed: summary('completed'),
        archived: {
            currentFlags: archived.length,
            last30Days: archived.filter(({ archived_at }) => archived_at! > recent).length,
        },
    };
}

/** The average with one decimal; null if no flag has left the stage yet. */
const average = (days: readonly number[]) =>
    days.length === 0 ? null : Math.round((days.reduce((sum, value) => sum + value, 0) / days.length) * 10) / 10;
