import type { Db } from '../../../storage/database.ts';
import type { MilestoneRow } from '../../../storage/releases/plan-rows.ts';
import { listPlans, type StoredPlan } from '../../flags/release-plans/release-plan.queries.ts';
import { countExposures } from '../../observations/usage/exposures.queries.ts';

/** A plan whose active milestone is followed by another one automatically, without its other milestones. */
export interface RunningPlan {
    id: string;
    number: number;
    name: string;
    flag: string;
    project: string;
    environment: string;
    /** Whether the flag is on in the environment. */
    enabled: boolean;
    /** The active milestone. */
    milestone: Pick<MilestoneRow, 'id' | 'name' | 'started_at' | 'paused_at' | 'condition' | 'usage_before'>;
}

const selectRunning = (db: Db) =>
    db
        .selectFrom('release_plans as plan')
        .innerJoin('release_milestones as milestone', 'milestone.id', 'plan.active_milestone_id')
        .innerJoin('flags', 'flags.name', 'plan.flag')
        .innerJoin('flag_environments as state', (join) =>
            join.onRef('state.flag', '=', 'plan.flag').onRef('state.environment', '=', 'plan.environment'),
        )
        .select(['plan.id', 'plan.number', 'plan.name', 'plan.flag', 'plan.environment'])
        .select(['flags.project', 'state.enabled', 'milestone.id as milestone_id', 'milestone.name as milestone_name'])
        .select(['milestone.started_at', 'milestone.paused_at', 'milestone.condition', 'milestone.usage_before'])
        .where('flags.archived_at', 'is', null)
        .where('milestone.condition', 'is not', null)
        .where('milestone.progressed_at', 'is', null);

/** Lists the plans that advance, or would advance if nothing held them. */
export async function listRunningPlans(db: Db, project?: string): Promise<RunningPlan[]> {
    const rows = await selectRunning(db)
        .$if(project !== undefined, (query) => query.where('flags.project', '=', project!))
        .execute();
    return rows.map(toRunning);
}

export async function findRunningPlan(db: Db, planId: string): Promise<RunningPlan | undefined> {
    const row = await selectRunning(db).where('plan.id', '=', planId).executeTakeFirst();
    return row && toRunning(row);
}

const toRunning = ({
    milestone_id: id,
    milestone_name: name,
    started_at,
    paused_at,
    condition,
    usage_before,
    ...plan
}: Awaited<ReturnType<ReturnType<typeof selectRunning>['executeTakeFirstOrThrow']>>): RunningPlan => ({
    ...plan,
    milestone: { id, name, started_at, paused_at, condition, usage_before },
});

/** Returns these plans with all of their milestones. */
export async function loadPlans(db: Db, running: readonly RunningPlan[]): Promise<Map<string, StoredPlan>> {
    const plans = await listPlans(db, [...new Set(running.map(({ flag }) => flag))]);
    return new Map(plans.map((plan) => [plan.id, plan]));
}

/** The time from which the next milestone may start. */
export const dueAt = ({ milestone: { started_at, condition } }: RunningPlan): string =>
    new Date(Date.parse(started_at!) + (condition?.intervalMinutes ?? 0) * 60_000).toISOString();

/**
 * Returns since when the next milestone may start before its time: since all comparisons of the plan exclude harm in the active milestone.
 * A plan without comparisons waits.
 */
export async function harmExcludedAt(db: Db, { id, milestone }: RunningPlan): Promise<string | undefined> {
    const { condition, started_at } = milestone;
    if (!condition?.whenHarmExcluded) return undefined;
    const comparisons = await db
        .selectFrom('safeguards')
        .select(['state', 'checked_at'])
        .where('plan', '=', id)
        .where('kind', '<>', 'threshold')
        .execute();
    const isExcluded = comparisons.every(
        ({ state, checked_at }) => state === 'harm excluded' && checked_at !== null && checked_at > started_at!,
    );
    if (comparisons.length === 0 || !isExcluded) return undefined;
    return comparisons
        .map(({ checked_at }) => checked_at!)
        .sort()
        .at(-1);
}

/** The number of exposures that are missing before the next milestone may start. */
export async function missingExposures(db: Db, { flag, environment, milestone }: RunningPlan): Promise<number> {
    const { condition, usage_before } = milestone;
    if (!condition?.minimumExposures) return 0;
    const isOfMilestone = condition.since === 'milestone' && usage_before !== null;
    const counted = isOfMilestone
        ? (await countExposures(db, { flag, environment, since: usage_before.since })) - usage_before.yes
        : await countExposures(db, { flag, environment });
    return Math.max(0, condition.minimumExposures - counted);
}
