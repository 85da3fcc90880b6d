import type { DueItem, DueKind, DueQuery, ListedDueItem } from '../../../changes/due-work/due-kind.ts';
import type { Write } from '../../../changes/write.ts';
import { automaticActor } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import type { StoredPlan } from '../../flags/release-plans/release-plan.queries.ts';
import { findSafeguardHold } from '../safeguards/safeguard-holds.queries.ts';
import { advancePlan } from './advance-plan.ts';
import { contentHashOf } from './plan-store.ts';
import {
    dueAt,
    harmExcludedAt,
    listRunningPlans,
    loadPlans,
    missingExposures,
    type RunningPlan,
} from './running-plans.queries.ts';

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
        const open = (await listRunningPlans(db)).filter(isOpen);
        const due: { plan: RunningPlan; id: number; at: string }[] = [];
        for (const plan of open) {
            const planned = dueAt(plan);
            const at = planned <= now ? planned : await harmExcludedAt(db, plan);
            if (at !== undefined && at <= now && isAfter(after, { id: plan.number, at })) {
                due.push({ plan, id: plan.number, at });
            }
        }
        due.sort((a, b) => (a.at === b.at ? a.id - b.id : a.at < b.at ? -1 : 1));
        const contents = await loadPlans(
            db,
            due.map(({ plan }) => plan),
        );
        const items: DueProgression[] = [];
        for (const { plan, id, at } of due) {
            if (items.length === PAGE_SIZE) break;
            if (!isApproved(contents.get(plan.id))) continue;
            if ((await missingExposures(db, plan)) > 0 || (await findSafeguardHold(db, plan.id))) continue;
            const { project, environment, id: planId, milestone } = plan;
            const cause = at === dueAt(plan) ? 'has met its condition' : 'has met no harm in its comparisons';
            const reason = `Milestone ${milestone.name} of release plan ${plan.name} ${cause}.`;
            items.push({ id, at, project, environment, planId, milestoneId: milestone.id, reason });
        }
        return items;
    }

    async run({ planId, milestoneId, reason }: DueProgression): Promise<void> {
        await this.#write(automaticActor('release', reason), advancePlan, { planId, milestoneId });
    }

    async list(db: Db, { project, feature }: DueQuery): Promise<ListedDueItem[]> {
        const plans = await listRunningPlans(db, project);
        const listed = plans.filter(({ flag }) => feature === undefined || flag === feature);
        const contents = await loadPlans(db, listed);
        const items: ListedDueItem[] = [];
        for (const plan of listed) {
            const reason = await holdOf(db, plan, contents.get(plan.id));
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

/** Whether the stored content of the plan is that of the last change that was allowed. */
const isApproved = (plan: StoredPlan | undefined): boolean =>
    plan !== undefined && contentHashOf(plan) === plan.content_hash;

const isAfter = (after: DueItem | undefined, { id, at }: { id: number; at: string }): boolean =>
    !after || at > after.at || (at === after.at && id > after.id);

/** Returns why the plan does not advance at its time. */
async function holdOf(db: Db, plan: RunningPlan, content: StoredPlan | undefined): Promise<string | undefined> {
    const { flag, environment, enabled, milestone } = plan;
    if (milestone.paused_at !== null) return 'The release is paused. Resume it, or start a milestone.';
    if (!enabled) return `Flag ${flag} is off in ${environment}. The release continues when it is on.`;
    if (!isApproved(content))
        return 'The plan differs from the content that was approved. Start the next milestone yourself.';
    const hold = await findSafeguardHold(db, plan.id);
    if (hold !== undefined) return `A safeguard holds the release: ${hold}`;
    const missing = await missingExposures(db, plan);
    return missing > 0 ? `${missing} more evaluations for which the flag is on are needed.` : undefined;
}
