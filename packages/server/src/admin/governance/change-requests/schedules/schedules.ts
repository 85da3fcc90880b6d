import type { FeedChanges } from '../../../../changes/change-feed.ts';
import type { DueKind } from '../../../../changes/due-work/due-kind.ts';
import type { Write } from '../../../../changes/write.ts';
import { type AdminActor, SYSTEM_ACTOR } from '../../../../core/access/actor.ts';
import { coalesced } from '../../../../core/concurrency/coalesced.ts';
import { HalyardError } from '../../../../core/errors/errors.ts';
import type { Db } from '../../../../storage/database.ts';
import type { StoredAppliedEffect } from '../../../../storage/tables/change-requests.ts';
import { by, counter, gauge, type Metric } from '../../../../telemetry/metric.ts';
import { applyRequest } from '../applying/apply.ts';
import { actorBehind } from '../approvals/approvals.queries.ts';
import type { RequestAddress } from '../request/change-request.queries.ts';
import { recheckSchedules, stopSchedule } from './schedule.commands.ts';
import {
    type DueSchedule,
    dueSchedules,
    listSchedules,
    nextDue,
    projectsWaitingFor,
    projectsWithSchedules,
} from './schedule.queries.ts';

interface ScheduleDependencies {
    db: Db;
    write: Write;
    /** Measures the effect of a request before it is applied. */
    measure: (address: RequestAddress, actor: AdminActor) => Promise<StoredAppliedEffect | undefined>;
    clock: () => Date;
    /** A request that is overdue by more than this is not applied automatically. */
    lateMinutes: number;
    onError: (error: unknown) => void;
}

/** The delay before a recheck, so that a write to many flags causes one recheck. */
const QUIET_MS = 100;

/** Events that can change the permissions of users, or delete users. */
const ABOUT_PEOPLE = /^(user|role|group|project-access|project-user|project-group|service-account)/;

/** Events about content that strategies refer to. */
const IS_REFERENCED = /^(segment-|strategy-(updated|deleted)$)/;

/** Events that end a schedule on which other schedules may be based. */
const ENDS_A_SCHEDULE = /^change-request-(rejected|cancelled|schedule-suspended|scheduled-application-failure)$/;

/** Scheduled requests, which are due work. Follows changes, and rechecks the pending requests that they affect. */
export class Schedules implements DueKind<DueSchedule> {
    /** A request fails if its environment is frozen when it is due. */
    readonly isHeldByFreezes = false;
    readonly nextDue = nextDue;
    readonly due = dueSchedules;
    readonly list = listSchedules;
    readonly #dependencies: ScheduleDependencies;
    readonly #checks = coalesced(() => this.#check());
    readonly #counts = { applied: 0, failed: 0, suspended: 0 };
    readonly #touched = { flags: new Set<string>(), projects: new Set<string>(), references: false, people: false };
    #quiet: NodeJS.Timeout | undefined;
    #isStopped = false;

    constructor(dependencies: ScheduleDependencies) {
        this.#dependencies = dependencies;
    }

    /** Checks all pending requests again after a start, because an upgrade may have stricter rules. Does not wait for the result. */
    start(): void {
        this.#touched.people = true;
        this.recheck().catch(this.#dependencies.onError);
    }

    isRescheduledBy(eventType: string): boolean {
        return eventType.startsWith('change-request-');
    }

    /** Resolves when all pending requests were checked against the changes before the call. */
    async recheck(): Promise<void> {
        clearTimeout(this.#quiet);
        if (!this.#isStopped) await this.#checks();
    }

    follow({ events }: FeedChanges): void {
        const { flags, projects } = this.#touched;
        let isConcerned = false;
        for (const { type, featureName, project } of events) {
            if (ENDS_A_SCHEDULE.test(type) && project !== null) projects.add(project);
            else if (featureName !== null) flags.add(featureName);
            else if (IS_REFERENCED.test(type)) this.#touched.references = isConcerned = true;
            else if (ABOUT_PEOPLE.test(type)) this.#touched.people = isConcerned = true;
        }
        if (!isConcerned && projects.size === 0 && flags.size === 0) return;
        clearTimeout(this.#quiet);
        this.#quiet = setTimeout(() => void this.#checks().catch(this.#dependencies.onError), QUIET_MS).unref();
    }

    async stop(): Promise<void> {
        this.#isStopped = true;
        clearTimeout(this.#quiet);
        await this.#checks.idle();
    }

    async metrics(): Promise<Metric[]> {
        const { db, clock } = this.#dependencies;
        const due = (await dueSchedules(db, { now: clock().toISOString(), after: undefined })).length;
        return [
            counter(
                'scheduled_changes_total',
                'Scheduled changes that this node applied, could not apply, or suspended',
                by('outcome', this.#counts),
            ),
            gauge('scheduled_changes_due', 'Scheduled changes that are overdue and not applied yet', due),
        ];
    }

    async run({ id, project, scheduler, at }: DueSchedule): Promise<void> {
        const { db, write, measure, clock, lateMinutes } = this.#dependencies;
        const stop = async (status: 'failed' | 'suspended', reason: string) => {
            if (await write(SYSTEM_ACTOR, stopSchedule, { id, status, reason })) this.#counts[status]++;
        };
        const lateness = (clock().getTime() - Date.parse(at)) / 60_000;
        if (lateness > lateMinutes) {
            return stop(
                'suspended',
                `The service was ${Math.floor(lateness)} minutes late for the scheduled time, ${at}, and the limit is ${lateMinutes} minutes. Schedule it again, apply it now, or reject it.`,
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
            const effect = await measure({ project, id }, actor);
            if (await write(actor, applyRequest, { project, id, isDue: true, effect })) this.#counts.applied++;
        } catch (error) {
            if (!(error instanceof HalyardError)) throw error;
            await stop('failed', error.message);
        }
    }

    /** Rechecks the pending requests that depend on changed objects; writes only if there are any. */
    async #check(): Promise<void> {
        const { db, write } = this.#dependencies;
        const { people, references } = this.#touched;
        const flags = [...this.#touched.flags];
        const named = new Set(this.#touched.projects);
        this.#touched.flags.clear();
        this.#touched.projects.clear();
        this.#touched.people = this.#touched.references = false;
        const waiting = people || named.size > 0 ? await projectsWithSchedules(db) : [];
        const all = waiting.filter((project) => people || named.has(project));
        const projects = [...all, ...(await projectsWaitingFor(db, { flags, references }))];
        for (const project of new Set(projects)) {
            if (this.#isStopped) return;
            this.#counts.suspended += await write(SYSTEM_ACTOR, recheckSchedules, { project });
        }
    }
}
