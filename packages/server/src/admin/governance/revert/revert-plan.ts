import type { Moment } from '../../../changes/moment.ts';
import { findMoment } from '../../../changes/moment.ts';
import { knownAt } from '../../../changes/past/known-at.ts';
import type { ProposedStep } from '../../../changes/proposable.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { invalid, notFound } from '../../../core/errors/errors.ts';
import { namesIn } from '../../../publications/definitions-at.ts';
import type { Db } from '../../../storage/database.ts';
import { type CurrentFlag, currentFlags, type FlagState, statesAt } from '../../flags/reconcile/flag-state.ts';
import { type FlagTarget, stepsFor } from '../../flags/reconcile/flag-steps.ts';
import type { Revert } from './revert.schemas.ts';
import { changeOf } from './reverted-change.ts';
import { missingSegments, segmentSteps } from './segment-steps.ts';

export interface RevertPlan {
    steps: ProposedStep[];
    /** Differences that are not reverted, with the reasons. */
    notes: string[];
    /** The description of the revert for the event. */
    subject: { to?: Moment; event?: number; feature?: string; environment?: string };
}

/** The maximum number of steps of a revert: a longer transaction would block other writers for too long. */
export const MAX_STEPS = 5_000;

type RevertQuery = Revert & { project: string; actor: AdminActor };

/** Plans a revert, limited to objects visible to the actor. */
export async function planRevert(db: Db, query: RevertQuery, now: Date): Promise<RevertPlan> {
    const { to, event } = query;
    if ((to === undefined) === (event === undefined)) {
        throw invalid('Send the moment to restore (`to`), or the `event` to revert.', '/body');
    }
    const plan = event === undefined ? await planMoment(db, query, now) : await planEvent(db, { ...query, event });
    if (plan.steps.length === 0) {
        throw invalid(['There is nothing to revert: a later change has undone it already.', ...plan.notes].join(' '), '/body');
    }
    if (plan.steps.length > MAX_STEPS) {
        throw invalid(
            `This revert needs more than ${MAX_STEPS} steps. Revert one environment or one flag at a time.`,
            '/body',
        );
    }
    return plan;
}

async function planMoment(
    db: Db,
    { actor, project, to, feature, environment }: RevertQuery,
    now: Date,
): Promise<RevertPlan> {
    const moment = await findMoment(db, { text: to!, now, path: '/body/to' });
    const { revision } = moment;
    const environments = await environmentNames(db, environment);
    const names = feature === undefined ? await namesChanged(db, environments, revision) : [feature];
    const then = await statesAt(db, { names, environments, revision });
    const current = await currentFlags(db, names);
    const known = await knownAt(db, actor, revision);
    const notes: string[] = [];
    const flags: FlagTarget[] = [];
    for (const name of names) {
        const [past, present] = [then.get(name), current.get(name)];
        const projects = [past?.project, present?.project].filter((each) => each !== undefined);
        if (!projects.includes(project) || !projects.every((each) => known.flag({ name, project: each }))) continue;
        if (feature === undefined && projects.some((each) => each !== project)) {
            notes.push(`Flag ${name} was moved between projects later and is not changed.`);
            continue;
        }
        const target = environment === undefined ? past : inEnvironment(environment, past, present);
        flags.push({ name, now: present, target: reachable(name, target, present, notes) });
    }
    if (feature !== undefined && flags.length === 0) throw notFound(`flag ${feature} in project ${project}`);
    const steps = await stepsFor(project, flags);
    const whole = feature === undefined && environment === undefined;
    return {
        steps: [
            ...(whole ? await segmentSteps(db, { project, revision, notes }) : []),
            ...(await missingSegments(db, { steps, revision })),
            ...steps,
        ],
        notes,
        subject: {
            to: moment,
            ...(feature !== undefined && { feature }),
            ...(environment !== undefined && { environment }),
        },
    };
}

async function planEvent(
    db: Db,
    { actor, project, event, feature, environment }: RevertQuery & { event: number },
): Promise<RevertPlan> {
    if (feature !== undefined || environment !== undefined) {
        throw invalid('A change is reverted as a whole. Leave `feature` and `environment` out, or send `to`.', '/body');
    }
    const { flags, segments, before } = await changeOf(db, { actor, project, event });
    const steps = await stepsFor(project, flags);
    const missing = await missingSegments(db, { steps, revision: before, made: segments });
    return { steps: [...missing, ...segments, ...steps], notes: [], subject: { event } };
}

async function environmentNames(db: Db, environment: string | undefined): Promise<string[]> {
    const rows = await db.selectFrom('environments').select('name').orderBy('sort_order').orderBy('name').execute();
    const names = rows.map(({ name }) => name);
    if (environment === undefined) return names;
    if (!names.includes(environment)) throw notFound(`environment ${environment}`);
    return [environment];
}

async function namesChanged(db: Db, environments: readonly string[], revision: number): Promise<string[]> {
    const names = new Set<string>();
    for (const environment of environments) {
        for (const name of await namesIn(db, environment, revision)) names.add(name);
    }
    return [...names].sort();
}

/**
 * Returns the target state of a revert in one environment. Settings of the whole flag are kept; a flag that did not exist yet is turned
 * off.
 */
function inEnvironment(
    environment: string,
    past: FlagState | undefined,
    present: CurrentFlag | undefined,
): FlagState | undefined {
    const live = present?.isArchived ? undefined : present;
    if (live === undefined) return past;
    const here = past?.environments.get(environment);
    const now = live.environments.get(environment);
    const target = here ?? (now && { ...now, enabled: false });
    return { ...live, environments: new Map(target ? [[environment, target]] : []) };
}

/** Removes the environments that the project no longer has from the target state. */
function reachable(
    name: string,
    target: FlagState | undefined,
    present: CurrentFlag | undefined,
    notes: string[],
): FlagState | undefined {
    if (target === undefined || present === undefined) return target;
    const removed = [...target.environments.keys()].filter((environment) => !present.environments.has(environment));
    if (removed.length === 0) return target;
    notes.push(`${name} is no longer in ${removed.join(', ')}; its configuration there is not restored.`);
    return { ...target, environments: new Map([...target.environments].filter(([each]) => !removed.includes(each))) };
}
