import type { Services } from '../../../app/services.ts';
import { actionNamed } from '../../../changes/action-registry.ts';
import type { Step } from '../../../changes/change.ts';
import type { DueWork } from '../../../changes/due-work/due-work.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { findSettings } from '../../catalogue/approval-rules/change-request-config.queries.ts';
import { afterFreezes } from '../../catalogue/approval-rules/frozen-times.ts';
import { findFlagEnvironment } from '../../flags/flags/flag.queries.ts';
import type { StoredPlan } from '../../flags/release-plans/release-plan.queries.ts';
import type { StrategyScope } from '../../flags/strategies/strategy.queries.ts';
import { scheduledStep } from '../change-requests/applying/base-steps.ts';
import { pendingSchedules, type ScheduledRequest } from '../change-requests/schedules/schedule.queries.ts';
import { withProjectPermissions } from '../proposals/with-project-permissions.ts';
import { effectOfSteps, type WhatIfSources } from '../what-if/what-if.ts';
import { milestoneTimes } from './milestone-times.ts';
import { toMilestoneUsers } from './milestone-users.ts';
import { listConflicts } from './rehearsal-conflicts.ts';
import { milestoneStep, type PlanToRehearse, planStep, switchStep } from './rehearsed-steps.ts';
import type {
    MilestoneStart,
    RehearsedMilestone,
    ReleaseRehearsal,
    ReleaseRehearsalQuery,
} from './release-rehearsal.schemas.ts';

export type RehearsalSources = WhatIfSources & Pick<Services, 'dueWork'>;

interface Caller {
    actor: AdminActor;
    signal: AbortSignal;
}

type Population = Pick<ReleaseRehearsalQuery, 'contexts' | 'population' | 'personas'>;

/** Rehearses a plan before it starts: who gets the flag with each milestone, when each starts, and what else would change the flag. */
export async function rehearseRelease(
    sources: RehearsalSources,
    { scope, query }: { scope: StrategyScope; query: ReleaseRehearsalQuery },
    caller: Caller,
): Promise<ReleaseRehearsal> {
    const { db, dueWork } = sources;
    const { contexts, population, personas, startAt, planId, templateId, name, milestones } = query;
    if (planId !== undefined && (templateId !== undefined || name !== undefined || milestones !== undefined)) {
        throw invalid('Send either a planId, or a plan that is to be added.', '/body/planId');
    }
    const rehearsed: PlanToRehearse =
        planId !== undefined
            ? { planId }
            : {
                  plan: {
                      ...(templateId !== undefined && { templateId }),
                      ...(name !== undefined && { name }),
                      ...(milestones && { milestones }),
                  },
              };
    const asMember = withProjectPermissions(scope.project, caller.actor);
    const { results, failed, revision } = await sources.rehearse(asMember, [planStep(scope, rehearsed)]);
    if (failed) throw failed.error;
    const plan = results[0] as StoredPlan;
    const [state, settings, schedules] = await Promise.all([
        findFlagEnvironment(db, scope.featureName, scope.environment),
        findSettings(db, scope),
        pendingSchedules(db, scope.project),
    ]);
    const isOn = state?.enabled ?? false;
    const starts = await startsOf(sources, {
        scope,
        plan,
        isNew: planId === undefined,
        isOn,
        startAt,
        settings,
        schedules,
    });
    const concerning = schedules.filter(concerns(scope));
    const rehearsedMilestones: RehearsedMilestone[] = [];
    for (const [index, milestone] of plan.milestones.entries()) {
        const start = starts.get(milestone.id)!;
        const before =
            start.at === null || start.state === 'started'
                ? []
                : concerning.filter(({ schedule }) => schedule.scheduled_at < start.at!);
        rehearsedMilestones.push(
            await rehearseMilestone(
                sources,
                {
                    scope,
                    rehearsed,
                    isOn,
                    index,
                    name: milestone.name,
                    start,
                    before,
                    population: {
                        ...(contexts && { contexts }),
                        ...(population && { population }),
                        ...(personas && { personas }),
                    },
                },
                caller,
            ),
        );
    }
    const segments = new Set(plan.milestones.flatMap(({ strategies }) => strategies.flatMap((each) => each.segments)));
    return {
        revision,
        isOn,
        requiresApproval: settings !== undefined,
        milestones: withoutTimesAfterHolds(rehearsedMilestones),
        conflicts: await listConflicts({ db, dueWork }, { ...scope, actor: caller.actor, segments }),
    };
}

interface StartsInput {
    scope: StrategyScope;
    plan: StoredPlan;
    isNew: boolean;
    isOn: boolean;
    startAt: string | undefined;
    settings: Awaited<ReturnType<typeof findSettings>>;
    schedules: readonly ScheduledRequest[];
}

async function startsOf(
    { clock, dueWork }: { clock: () => Date; dueWork: Pick<DueWork, 'list'> },
    { scope, plan, isNew, isOn, startAt, settings, schedules }: StartsInput,
): Promise<Map<string, MilestoneStart>> {
    const now = clock();
    const afterWindows = (at: Date) => (settings ? afterFreezes(settings.rules, at) : at);
    const active = isNew ? undefined : plan.milestones.find(({ id }) => id === plan.active_milestone_id);
    if (active?.started_at) {
        const due = (await dueWork.list({ project: scope.project, feature: scope.featureName })).find(
            ({ kind, environment }) => kind === 'release-plan' && environment === scope.environment,
        );
        return milestoneTimes({
            milestones: plan.milestones,
            first: active,
            firstStart: { state: 'started', at: active.started_at },
            hold:
                due?.reason === undefined ? undefined : { reason: due.reason, isUnlimited: active.paused_at !== null },
            now,
            afterFreezes: afterWindows,
        });
    }
    const turnsOn = isOn || startAt !== undefined ? undefined : schedules.find(turnsFlagOn(scope));
    const begins = new Date(turnsOn?.schedule.scheduled_at ?? startAt ?? now);
    const at = afterWindows(begins) ?? begins;
    const reasons = [
        turnsOn && `Change request ${turnsOn.id} turns the flag on.`,
        !turnsOn && !isOn && 'It starts when the flag is turned on, which is assumed to happen then.',
        at > begins && `Nothing is applied in a freeze window, which lasts until then.`,
    ].filter((reason) => typeof reason === 'string');
    return milestoneTimes({
        milestones: plan.milestones,
        first: plan.milestones[0]!,
        firstStart: {
            state: 'planned',
            at: at.toISOString(),
            ...(reasons.length > 0 && { reason: reasons.join(' ') }),
        },
        now,
        afterFreezes: afterWindows,
    });
}

const turnsFlagOn =
    ({ featureName, environment }: StrategyScope) =>
    (request: ScheduledRequest) =>
        request.environment === environment &&
        request.changes.some(
            ({ feature, action, payload }) =>
                feature === featureName && actionNamed(action)?.turnsOn?.(payload as never) === true,
        );

/** Schedules of other flags cannot change who gets this one, except through segments and prerequisites, which are applied, too. */
const concerns =
    ({ environment }: StrategyScope) =>
    (request: ScheduledRequest) =>
        request.environment === environment || request.changes.some(({ feature }) => feature === null);

interface MilestoneInput {
    scope: StrategyScope;
    rehearsed: PlanToRehearse;
    /** Whether the flag is on now. */
    isOn: boolean;
    index: number;
    name: string;
    start: MilestoneStart;
    before: readonly ScheduledRequest[];
    population: Population;
}

async function rehearseMilestone(
    sources: WhatIfSources,
    { scope, rehearsed, isOn, index, name, start, before, population }: MilestoneInput,
    caller: Caller,
): Promise<RehearsedMilestone> {
    const { project, featureName, environment } = scope;
    const steps: Step[] = [
        planStep(scope, rehearsed),
        switchStep(scope, true),
        ...before.map((request) => scheduledStep(request)),
        milestoneStep(scope, index),
    ];
    const after = before.map(({ id }) => id);
    const usersWith = async (earlier: readonly Step[]) => {
        const { who, failed } = await effectOfSteps(sources, { ...population, project, earlier, steps }, caller);
        const effect = who.find((each) => each.environment === environment);
        const flag = effect?.flags.find((each) => each.name === featureName);
        return {
            failed,
            users: effect && flag && toMilestoneUsers(effect, flag, { isUnchanged: earlier.length > 0, isOn }),
        };
    };
    const { failed, users } = await usersWith([]);
    if (failed) {
        const { message: reason } = failed;
        return { name, start: { state: 'unknown', at: null, reason }, after, users: null };
    }
    // Nothing differs from the current state, so the users are counted against the flag being off.
    return { name, start, after, users: users ?? (await usersWith([switchStep(scope, false)])).users ?? null };
}

/** A milestone that a schedule prevents leaves the times of the later ones unknown. */
function withoutTimesAfterHolds(milestones: readonly RehearsedMilestone[]): RehearsedMilestone[] {
    const held = milestones.findIndex(({ users }) => users === null);
    return milestones.map((milestone, index) =>
        held < 0 || index <= held || milestone.start.state === 'started'
            ? milestone
            : {
                  ...milestone,
                  start: {
                      state: 'unknown',
                      at: null,
                      reason: `It follows ${milestones[held]!.name}, which does not start at a known time.`,
                  },
              },
    );
}
