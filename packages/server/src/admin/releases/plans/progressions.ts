import type { DueItem, DueKind, DueQuery, ListedDueItem } from '../../../changes/due-work/due-kind.ts';
import type { Write } from '../../../changes/write.ts';
import { automaticActor } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { findSafeguardHold } from '../safeguards/safeguard-holds.queries.ts';
import { advancePlan } from './advance-plan.ts';
import { contentHashOf } from './plan-store.ts';
import { dueAt, listRunningPlans, missingExposures, type RunningPlan } from './running-plans.queries.ts';

const PAGE_SIZE = 100;

interface DueProgression extends DueItem {
    planId: string;
    milestoneId: string;
    reason: string;
}

/** The automatic progressions of release plans, which are due work: each is executed once on any number of nodes. */
export class Progressions implements DueKind<DueProgression> {
    readonly isHeldByFreezes = true;
    readonly #write: Write;

    constructor({ write }: { write: Write }) {
        this.#write = write;
    }

    /** A plan whose flag is turned on again waits for the periodic job, so that turning a flag on costs no query here. */
    isRescheduledBy(eventType: string): boolean {
        return /^(release-plan-|milestone-progression-)/.test(eventType);
    }

    async nextDue(db: Db, after: string): Promise<string | undefined> {
        const plans = (await listRunningPlans(db)).filter(isOpen);
        return plans
            .map(dueAt)
            .filter((at) => at > after)
            .sort()[0];
    }

    async due(db: Db, { now, after }: { now: string; after: DueItem | undefined }): Promise<DueProgression[]> {
        const plans = (await listRunningPlans(db)).filter(isOpen);
        const inOrder = plans
            .map((plan) => ({ plan, id: plan.number, at: dueAt(plan) }))
            .filter(({ id, at }) => at <= now && (!after || at > after.at || (at === after.at && id > after.id)))
            .sort((a, b) => (a.at === b.at ? a.id - b.id : a.at < b.at ? -1 : 1));
        const items: DueProgression[] = [];
        for (const { plan, id, at } of inOrder) {
            if (items.length === PAGE_SIZE) break;
            if ((await missingExposures(db, plan)) > 0 || (await findSafeguardHold(db, plan.id))) continue;
            const { project, environment, id: planId, milestone } = plan;
            const reason = `Milestone ${milestone.name} of release plan ${plan.name} has met its condition.`;
            items.push({ id, at, project, environment, planId, milestoneId: milestone.id, reason });
        }
        return items;
    }

    async run({ planId, milestoneId, reason }: DueProgression): Promise<void> {
        await this.#write(automaticActor('release', reason), advancePlan, { planId, milestoneId });
    }

    async list(db: Db, { project, feature }: DueQuery): Promise<ListedDueItem[]> {
        const plans = await listRunningPlans(db, project);
        const items: ListedDueItem[] = [];
        for (const plan of plans) {
            if (feature !== undefined && plan.flag !== feature) continue;
            const reason = await holdOf(db, plan);
            items.push({
                kind: 'release-plan',
                id: plan.number,
                project,
                environment: plan.environment,
                features: [plan.flag],
                at: dueAt(plan),
                ...(reason !== undefined && { reason }),
            });
        }
        return items;
    }
}

/** Whether neither the flag nor a user holds the plan. */
const isOpen = ({ enabled, milestone }: RunningPlan) => enabled && milestone.paused_at === null;

/** Returns why the plan does not advance at its time. */
async function holdOf(db: Db, plan: RunningPlan): Promise<string | undefined> {
    const { flag, environment, enabled, milestone } = plan;
    if (milestone.paused_at !== null) return 'The release is paused. Resume it, or start a milestone.';
    if (!enabled) return `Flag ${flag} is off in ${environment}. The release continues when it is on.`;
    if (contentHashOf(plan) !== plan.content_hash) return 'The plan differs from the content that was approved.';
    const hold = await findSafeguardHold(db, plan.id);
    if (hold !== undefined) return `A safeguard holds the release: ${hold}`;
    const missing = await missingExposures(db, plan);
    return missing > 0 ? `${missing} more evaluations for which the flag is on are needed.` : undefined;
}
