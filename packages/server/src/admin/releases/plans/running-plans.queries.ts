import type { Db } from '../../../storage/database.ts';
import type { MilestoneRow } from '../../../storage/releases/plan-rows.ts';
import { listPlans, type StoredPlan } from '../../flags/release-plans/release-plan.queries.ts';
import { countExposures } from '../../observations/usage/exposures.queries.ts';

/** A plan whose active milestone is followed by another one automatically. */
export interface RunningPlan extends StoredPlan {
    project: string;
    /** Whether the flag is on in the environment. */
    enabled: boolean;
    /** The active milestone. */
    milestone: MilestoneRow;
}

const selectRunning = (db: Db) =>
    db
        .selectFrom('release_plans as plan')
        .innerJoin('release_milestones as milestone', 'milestone.id', 'plan.active_milestone_id')
        .innerJoin('flags', 'flags.name', 'plan.flag')
        .innerJoin('flag_environments as state', (join) =>
            join.onRef('state.flag', '=', 'plan.flag').onRef('state.environment', '=', 'plan.environment'),
        )
        .select(['plan.id', 'plan.flag', 'flags.project', 'state.enabled'])
        .where('flags.archived_at', 'is', null)
        .where('milestone.condition', 'is not', null)
        .where('milestone.progressed_at', 'is', null);

/** Lists the plans that advance, or would advance if nothing held them. */
export async function listRunningPlans(db: Db, project?: string): Promise<RunningPlan[]> {
    const rows = await selectRunning(db)
        .$if(project !== undefined, (query) => query.where('flags.project', '=', project!))
        .execute();
    return withPlans(db, rows);
}

export async function findRunningPlan(db: Db, planId: string): Promise<RunningPlan | undefined> {
    const [plan] = await withPlans(db, await selectRunning(db).where('plan.id', '=', planId).execute());
    return plan;
}

async function withPlans(
    db: Db,
    rows: readonly { id: string; flag: string; project: string; enabled: boolean }[],
): Promise<RunningPlan[]> {
    const plans = await listPlans(db, [...new Set(rows.map(({ flag }) => flag))]);
    return rows.flatMap(({ id, project, enabled }) => {
        const plan = plans.find((each) => each.id === id);
        const milestone = plan?.milestones.find((each) => each.id === plan.active_milestone_id);
        return plan && milestone ? [{ ...plan, project, enabled, milestone }] : [];
    });
}

/** The time from which the next milestone may start. */
export const dueAt = ({ milestone: { started_at, condition } }: RunningPlan): string =>
    new Date(Date.parse(started_at!) + (condition?.intervalMinutes ?? 0) * 60_000).toISOString();

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
