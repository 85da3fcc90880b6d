import type { FeedChanges } from '../../../../changes/change-feed.ts';
import type { Write } from '../../../../changes/write.ts';
import { SYSTEM_ACTOR } from '../../../../core/access/actor.ts';
import { coalesced } from '../../../../core/concurrency/coalesced.ts';
import { HalyardError } from '../../../../core/errors/errors.ts';
import type { Db } from '../../../../storage/database.ts';
import { by, counter, gauge, type Metric } from '../../../../telemetry/metric.ts';
import { applyRequest } from '../applying/apply.ts';
import { actorBehind } from '../approvals/approvals.queries.ts';
import { recheckSchedules, stopSchedule } from './schedule.commands.ts';
import { dueSchedules, nextDue, projectsThatWait, projectsWaitingFor } from './schedule.queries.ts';

interface ScheduleDependencies {
    db: Db;
    write: Write;
    clock: () => Date;
    /** Later than this after its time, nothing happens by itself any more. */
    lateMinutes: number;
    /** The clock of this node is wrong: other nodes apply what is due. */
    isPaused: () => boolean;
    onError: (error: unknown) => void;
}

/** A write to many flags causes one re-check, after a short delay. */
const QUIET_MS = 100;
/** The maximum delay of a timer; longer waits set another timer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Events after which someone may do more or less than before, or is gone. */
const ABOUT_PEOPLE = /^(user|role|group|project-access|project-user|project-group|service-account)/;

/** Events about content that strategies refer to. */
const IS_REFERENCED = /^(segment-|strategy-(updated|deleted)$)/;

/** Events after which something does not happen that others were tried on top of. */
const ENDS_A_SCHEDULE = /^change-request-(rejected|cancelled|schedule-suspended|scheduled-application-failure)$/;

/**
 * Applies scheduled requests at their time, on whatever node comes first: that they still wait is checked under the lock that
 * every writer takes, so each is applied once. Follows what is changed, and looks again at what waits upon it.
 */
export class Schedules {
    readonly #means: ScheduleDependencies;
    readonly #rounds = coalesced(() => this.#round());
    readonly #checks = coalesced(() => this.#check());
    readonly #counts = { applied: 0, failed: 0, suspended: 0 };
    readonly #touched = { flags: new Set<string>(), projects: new Set<string>(), references: false, people: false };
    #timer: NodeJS.Timeout | undefined;
    #quiet: NodeJS.Timeout | undefined;
    #isStopped = false;

    constructor(means: ScheduleDependencies) {
        this.#means = means;
    }

    /** After a start, everything that waits is looked at again: an upgrade may ask for more. Returns at once. */
    start(): void {
        this.#touched.people = true;
        this.wake();
        this.recheck().catch(this.#means.onError);
    }

    /** Something may be due; returns at once. */
    wake(): void {
        this.runDue().catch(this.#means.onError);
    }

    /** Resolves when nothing is due any more. */
    runDue(): Promise<void> {
        return this.#isStopped || this.#means.isPaused() ? Promise.resolve() : this.#rounds();
    }

    /** Resolves when all that waits agrees with what was changed before the call. */
    async recheck(): Promise<void> {
        clearTimeout(this.#quiet);
        if (!this.#isStopped) await this.#checks();
    }

    follow({ events }: FeedChanges): void {
        const { flags, projects } = this.#touched;
        let isConcerned = false;
        let isScheduled = false;
        for (const { type, featureName, project } of events) {
            if (type.startsWith('change-request-')) isScheduled = true;
            if (ENDS_A_SCHEDULE.test(type) && project !== null) projects.add(project);
            else if (featureName !== null) flags.add(featureName);
            else if (IS_REFERENCED.test(type)) this.#touched.references = isConcerned = true;
            else if (ABOUT_PEOPLE.test(type)) this.#touched.people = isConcerned = true;
        }
        if (isScheduled) this.wake();
        if (!isConcerned && projects.size === 0 && flags.size === 0) return;
        clearTimeout(this.#quiet);
        this.#quiet = setTimeout(() => void this.#checks().catch(this.#means.onError), QUIET_MS).unref();
    }

    async stop(): Promise<void> {
        this.#isStopped = true;
        clearTimeout(this.#timer);
        clearTimeout(this.#quiet);
        await Promise.all([this.#rounds.idle(), this.#checks.idle()]);
    }

    async metrics(): Promise<Metric[]> {
        const { db, clock } = this.#means;
        const due = (await dueSchedules(db, clock().toISOString())).length;
        return [
            counter(
                'scheduled_changes_total',
                'Scheduled changes that this node applied, could not apply, or suspended',
                by('outcome', this.#counts),
            ),
            gauge('scheduled_changes_due', 'Scheduled changes whose time has come and that wait still', due),
        ];
    }

    async #round(): Promise<void> {
        const { db, clock } = this.#means;
        const tried = new Set<number>();
        for (;;) {
            const due = (await dueSchedules(db, clock().toISOString())).filter(({ id }) => !tried.has(id));
            if (due.length === 0) break;
            for (const schedule of due) {
                if (this.#isStopped) return;
                tried.add(schedule.id);
                await this.#apply(schedule);
            }
        }
        await this.#setTimer();
    }

    async #setTimer(): Promise<void> {
        const { db, clock } = this.#means;
        const next = await nextDue(db);
        clearTimeout(this.#timer);
        if (next === undefined || this.#isStopped) return;
        const wait = Math.max(0, Date.parse(next) - clock().getTime());
        this.#timer = setTimeout(() => this.wake(), Math.min(wait, LONGEST_TIMER_MS)).unref();
    }

    async #apply({ id, project, scheduler, at }: Awaited<ReturnType<typeof dueSchedules>>[number]): Promise<void> {
        const { db, write, clock, lateMinutes } = this.#means;
        const stop = async (status: 'failed' | 'suspended', reason: string) => {
            if (await write(SYSTEM_ACTOR, stopSchedule, { id, status, reason })) this.#counts[status]++;
        };
        const lateness = (clock().getTime() - Date.parse(at)) / 60_000;
        if (lateness > lateMinutes) {
            return stop(
                'suspended',
                `Its time, ${at}, was over by ${Math.floor(lateness)} minutes when the service came to it, and more than ${lateMinutes} are too late. Schedule it again, apply it now, or reject it.`,
            );
        }
        const actor = await actorBehind(db, scheduler);
        if (!actor) {
            return stop(
                'suspended',
                'The account of the user who scheduled it no longer exists. Schedule it again in your own name, apply it now, or reject it.',
            );
        }
        try {
            if (await write(actor, applyRequest, { project, id, isDue: true })) this.#counts.applied++;
        } catch (error) {
            if (!(error instanceof HalyardError)) throw error;
            await stop('failed', error.message);
        }
    }

    /** Looks at what waits for what was touched; writes only if something has to be. */
    async #check(): Promise<void> {
        const { db, write } = this.#means;
        const { people, references } = this.#touched;
        const flags = [...this.#touched.flags];
        const named = new Set(this.#touched.projects);
        this.#touched.flags.clear();
        this.#touched.projects.clear();
        this.#touched.people = this.#touched.references = false;
        const waiting = people || named.size > 0 ? await projectsThatWait(db) : [];
        const all = waiting.filter((project) => people || named.has(project));
        const projects = [...all, ...(await projectsWaitingFor(db, { flags, references }))];
        for (const project of new Set(projects)) {
            if (this.#isStopped) return;
            this.#counts.suspended += await write(SYSTEM_ACTOR, recheckSchedules, { project });
        }
    }
}
