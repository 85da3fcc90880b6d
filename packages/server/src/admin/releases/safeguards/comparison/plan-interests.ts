import { createHash } from 'node:crypto';
import type { Db, Tx } from '../../../../storage/database.ts';
import type { StoredMilestoneStrategy } from '../../../../storage/tables/releases.ts';
import {
    type ComparisonRule,
    listComparisons,
    type StoredSafeguard,
} from '../../../flags/safeguards/safeguard.queries.ts';
import { endInterest, listInterestIds, startInterest } from '../../../observations/assignments/interest.commands.ts';

type StoredComparison = StoredSafeguard & { rule: ComparisonRule };

const RELEASES = 'release:';

/** The active milestone of a plan. */
export interface ActiveMilestone {
    id: string;
    name: string;
    startedAt: string;
    /** Milestones of the plan that have a control group. */
    comparable: number;
    /** Whether this one has a control group. */
    isComparable: boolean;
}

export async function findActiveMilestone(db: Db, planId: string): Promise<ActiveMilestone | undefined> {
    const rows = await db
        .selectFrom('release_milestones')
        .innerJoin('release_plans', 'release_plans.id', 'release_milestones.plan_id')
        .select(['release_milestones.id', 'release_milestones.name', 'release_milestones.started_at'])
        .select(['release_milestones.strategies', 'release_plans.active_milestone_id'])
        .where('release_plans.id', '=', planId)
        .execute();
    const active = rows.find(({ id, active_milestone_id }) => id === active_milestone_id);
    if (!active?.started_at) return undefined;
    return {
        ...{ id: active.id, name: active.name, startedAt: active.started_at },
        comparable: rows.filter(({ strategies }) => hasControlGroup(strategies)).length,
        isComparable: hasControlGroup(active.strategies),
    };
}

/** Whether a percentage leaves users out who are comparable with the others. */
export const hasControlGroup = (strategies: readonly StoredMilestoneStrategy[]): boolean =>
    strategies.some(({ disabled, parameters: { rollout, percentage } }) => {
        const share = Number(rollout ?? percentage ?? 100);
        return !disabled && share > 0 && share < 100;
    });

/** Every start of a milestone, and every change of the comparison, enrols afresh. */
export function interestOf(
    { id, rule, changedAt, planId }: StoredComparison,
    { id: milestone, startedAt }: ActiveMilestone,
) {
    const content = JSON.stringify([planId, milestone, startedAt, id, changedAt, rule]);
    return `${RELEASES}${createHash('sha256').update(content).digest('base64url').slice(0, 22)}`;
}

/** Starts and ends the recording of units, so that it matches the active milestones. Any node may do it at any time. */
export async function alignInterests(tx: Tx, now: string): Promise<void> {
    const wanted = new Map<string, { safeguard: StoredComparison; milestone: ActiveMilestone }>();
    for (const safeguard of await listComparisons(tx)) {
        const milestone = safeguard.planId === null ? undefined : await findActiveMilestone(tx, safeguard.planId);
        if (milestone?.isComparable) wanted.set(interestOf(safeguard, milestone), { safeguard, milestone });
    }
    const existing = new Set(await listInterestIds(tx, RELEASES));
    for (const id of existing) if (!wanted.has(id)) await endInterest(tx, id, now);
    for (const [id, { safeguard, milestone }] of wanted) {
        if (existing.has(id)) continue;
        const { comparison } = safeguard.rule;
        await startInterest(tx, {
            ...{ id, owner: `${RELEASES}${safeguard.planId}`, arms: 'on-off' },
            ...{ flag: safeguard.featureName, environment: safeguard.environment },
            startedAt: milestone.startedAt > safeguard.changedAt ? milestone.startedAt : safeguard.changedAt,
            ...{ unit: comparison.unit, enrol: comparison.enrol, backendOnly: comparison.backendOnly },
            metrics: [{ key: METRIC, outcome: comparison.outcome, kind: comparison.kind }],
        });
    }
}

export const METRIC = 'outcome';
