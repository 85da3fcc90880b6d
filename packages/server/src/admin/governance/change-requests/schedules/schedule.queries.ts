import { affects, listActions } from '../../../../changes/action-registry.ts';
import type { DueItem, DueQuery, ListedDueItem } from '../../../../changes/due-work/due-kind.ts';
import type { AdminActor } from '../../../../core/access/actor.ts';
import { chunked } from '../../../../storage/chunked.ts';
import type { Db, Tx } from '../../../../storage/database.ts';
import { inKnownProject } from '../../../../storage/known-projects.ts';
import { segmentTarget } from '../../../catalogue/segments/segment.target.ts';
import { loadRequestParts, type StoredRequest } from '../request/change-request.queries.ts';

export interface ScheduledRequest extends StoredRequest {
    schedule: NonNullable<StoredRequest['schedule']>;
}

const selectScheduled = (db: Db) =>
    db
        .selectFrom('change_requests')
        .innerJoin('change_request_schedules', 'change_request_schedules.request', 'change_requests.id')
        .where('change_requests.state', '=', 'Scheduled');

const selectPending = (db: Db) => selectScheduled(db).where('change_request_schedules.status', '=', 'pending');

/** Returns the time after `after` at which the next schedule is due; undefined if none is pending. */
export async function nextDue(db: Db, after: string): Promise<string | undefined> {
    const { next } = await selectPending(db)
        .select(({ fn }) => fn.min<string | null>('change_request_schedules.scheduled_at').as('next'))
        .where('change_request_schedules.scheduled_at', '>', after)
        .executeTakeFirstOrThrow();
    return next ?? undefined;
}

/** A scheduled request that is due. */
export interface DueSchedule extends DueItem {
    /** The user who scheduled it. */
    scheduler: number;
}

/** Returns the next schedules that are due after another one, earliest first. */
export function dueSchedules(
    db: Db,
    { now, after }: { now: string; after: DueItem | undefined },
): Promise<DueSchedule[]> {
    return selectPending(db)
        .select([
            'change_requests.id',
            'change_requests.project',
            'change_requests.environment',
            'change_request_schedules.created_by_user_id as scheduler',
            'change_request_schedules.scheduled_at as at',
        ])
        .where('change_request_schedules.scheduled_at', '<=', now)
        .$if(after !== undefined, (query) =>
            query.where(({ or, and, eb }) =>
                or([
                    eb('change_request_schedules.scheduled_at', '>', after!.at),
                    and([
                        eb('change_request_schedules.scheduled_at', '=', after!.at),
                        eb('change_requests.id', '>', after!.id),
                    ]),
                ]),
            ),
        )
        .orderBy('change_request_schedules.scheduled_at')
        .orderBy('change_requests.id')
        .limit(100)
        .execute();
}

/** Returns the schedules of a project, or those that change one of its flags, in order of time, with the reasons of suspended ones. */
export async function listSchedules(db: Db, { project, feature }: DueQuery): Promise<ListedDueItem[]> {
    const rows = await selectScheduled(db)
        .selectAll('change_requests')
        .where('change_requests.project', '=', project)
        .$if(feature !== undefined, (query) =>
            query.where('change_requests.id', 'in', ({ selectFrom }) =>
                selectFrom('change_request_changes').select('request').where('feature', '=', feature!),
            ),
        )
        .orderBy('change_request_schedules.scheduled_at')
        .orderBy('change_requests.id')
        .limit(PAGE_SIZE)
        .execute();
    const requests = (await loadRequestParts(db, rows)).filter(isScheduled);
    return requests.map(({ id, environment, changes, schedule }) => ({
        kind: 'change-request',
        id,
        project,
        environment,
        features: [...new Set(changes.flatMap((change) => change.feature ?? []))],
        at: schedule.scheduled_at,
        ...(schedule.reason !== null && { reason: schedule.reason }),
    }));
}

/** Returns the pending schedules of one project, or of all projects, in the order in which they are due. */
export async function pendingSchedules(db: Db, project?: string): Promise<ScheduledRequest[]> {
    const rows = await selectPending(db)
        .selectAll('change_requests')
        .$if(project !== undefined, (query) => query.where('change_requests.project', '=', project!))
        .orderBy('change_request_schedules.scheduled_at')
        .orderBy('change_requests.id')
        .execute();
    return (await loadRequestParts(db, rows)).filter(isScheduled);
}

export async function projectsWithSchedules(db: Db): Promise<string[]> {
    const rows = await selectPending(db).select('change_requests.project').distinct().execute();
    return rows.map(({ project }) => project);
}

/** Returns the projects with pending schedules that affect one of these flags, or depend on segments or strategy types. */
export async function projectsWaitingFor(
    db: Db,
    { flags, references }: { flags: readonly string[]; references: boolean },
): Promise<string[]> {
    const projects = new Set<string>();
    const changes = selectPending(db)
        .innerJoin('change_request_changes', 'change_request_changes.request', 'change_requests.id')
        .select('change_requests.project')
        .distinct();
    for (const names of chunked(flags)) {
        for (const { project } of await changes.where('change_request_changes.feature', 'in', names).execute()) {
            projects.add(project);
        }
    }
    if (references) {
        const ofSegments = listActions().filter(({ name }) => affects(name, segmentTarget));
        const names = ofSegments.map(({ name }) => name);
        const rows = await changes
            .where(({ or, eb }) =>
                or([
                    eb('change_request_changes.action', 'in', names),
                    eb('change_request_changes.refs', 'is not', null),
                ]),
            )
            .execute();
        for (const { project } of rows) projects.add(project);
    }
    return [...projects];
}

export const isScheduled = (request: StoredRequest): request is ScheduledRequest => request.schedule !== undefined;

export async function dropSchedule(tx: Tx, request: number): Promise<void> {
    await tx.deleteFrom('change_request_schedules').where('request', '=', request).execute();
}

/** Whether the request is still scheduled, and its time has come. */
export const isDue = ({ state, schedule }: StoredRequest, now: string) =>
    state === 'Scheduled' && schedule?.status === 'pending' && schedule.scheduled_at <= now;

/** The maximum number of listed schedules. */
const PAGE_SIZE = 500;

interface CalendarRange {
    /** Undefined: all projects that the actor may see. */
    project?: string;
    from?: string;
    to?: string;
    offset?: number;
}

/** Returns all schedules in order of time, including suspended ones. */
export async function schedulesBetween(
    db: Db,
    actor: AdminActor,
    { project, from, to, offset = 0 }: CalendarRange,
): Promise<StoredRequest[]> {
    const rows = await selectScheduled(db)
        .selectAll('change_requests')
        .where(inKnownProject(actor, 'change_requests.project'))
        .$if(project !== undefined, (query) => query.where('change_requests.project', '=', project!))
        .$if(from !== undefined, (query) =>
            query.where('change_request_schedules.scheduled_at', '>=', new Date(from!).toISOString()),
        )
        .$if(to !== undefined, (query) =>
            query.where('change_request_schedules.scheduled_at', '<', new Date(to!).toISOString()),
        )
        .orderBy('change_request_schedules.scheduled_at')
        .orderBy('change_requests.id')
        .limit(PAGE_SIZE)
        .offset(offset)
        .execute();
    return loadRequestParts(db, rows);
}
