import { actionNamed, affects } from '../../../../changes/action-registry.ts';
import { chunked } from '../../../../storage/chunked.ts';
import type { Db } from '../../../../storage/database.ts';
import { segmentTarget } from '../../../catalogue/segments/segment.target.ts';
import { findPeople } from '../../../flags/flags/flag-people.queries.ts';
import { boundsOfRounded } from '../../effects/estimates.ts';
import type { ApprovalStatus } from '../approvals/approvals.ts';
import type { Conflict } from '../merge/merge.ts';
import type { ChangeRow, MeasuredEffect, StoredRequest, TableRow } from './change-request.queries.ts';
import type { AppliedEffect, ChangeRequest, ListedChangeRequest, Person } from './change-request.schemas.ts';

/** Names that are not stored in a request: those of users, and the current names of segments. */
export interface EntityNames {
    person(id: number, name: string): Person;
    segment(id: number): string | undefined;
}

/** Computed details of a request; members are present only where they were computed. */
export interface RequestDetails {
    approvalStatus?: ApprovalStatus;
    /** The reasons why changes cannot be applied, by change id. */
    conflicts?: ReadonlyMap<number, Conflict>;
    /** The scheduled requests that a change would break, by change id. */
    scheduleConflicts?: ReadonlyMap<number, { id: number; title?: string }[]>;
    /** Side effects by flag. */
    defaultChanges?: ReadonlyMap<string, { action: string; payload: unknown }>;
    /** The changes that break glass does not cover. */
    notCoveredByBreakGlass?: number[];
    /** The part of the effect of an applied request that the reader may see. */
    appliedEffect?: AppliedEffect;
    /** Flags to which no change can be applied, with the reason. */
    flagConflicts?: ReadonlyMap<string, string>;
}

export const titleOf = ({ id, title }: Pick<StoredRequest, 'id' | 'title'>) => title ?? `Change request #${id}`;

/** Returns the request in the format of the API. */
export function toChangeRequest(
    request: StoredRequest,
    names: EntityNames,
    details: RequestDetails = {},
): ChangeRequest {
    const { approvalStatus } = details;
    const cleared = request.approvals_cleared;
    return {
        ...toListedRequest(request, names, details),
        stateTimestamps: request.state_timestamps,
        ...(approvalStatus && {
            needed: { approvals: approvalStatus.needed, given: approvalStatus.given, missing: approvalStatus.missing },
        }),
        ...(cleared && {
            approvalsCleared: {
                at: cleared.at,
                by: names.person(cleared.userId, cleared.name),
                approvals: cleared.approvals.map(({ userId, name, at, contentHash }) => ({
                    createdBy: names.person(userId, name),
                    createdAt: at,
                    contentHash,
                })),
            },
        }),
        ...(request.effect && { effect: toEffect(request.effect) }),
        ...(details.appliedEffect && { appliedEffect: details.appliedEffect }),
        ...(details.notCoveredByBreakGlass && { notCoveredByBreakGlass: details.notCoveredByBreakGlass }),
        ...(request.break_glass && { breakGlass: request.break_glass }),
    };
}

/** Counts of traffic are rounded when they are stored. */
function toEffect({ evaluated, ...effect }: MeasuredEffect) {
    const members = { ...effect, evaluated, asked: evaluated };
    if (effect.population !== 'traffic' || evaluated === 0) return members;
    const bounds = boundsOfRounded(evaluated);
    return {
        ...members,
        bounds: { evaluated: bounds, changed: boundsOfRounded(effect.changed), asked: bounds },
    };
}

/** Whether a request collects further changes does not concern clients. */
export const kindOf = ({ kind }: Pick<StoredRequest, 'kind'>) => (kind === 'schedule' ? kind : 'request');

export function toListedRequest(
    request: StoredRequest,
    names: EntityNames,
    details: RequestDetails = {},
): ListedChangeRequest {
    const by = (row: { created_by_user_id: number; created_by: string }) =>
        names.person(row.created_by_user_id, row.created_by);
    const review = (row: TableRow<'change_request_reviews'>) => ({
        createdBy: by(row),
        createdAt: row.created_at,
        contentHash: row.content_hash,
    });
    const reviews = (verdict: 'approved' | 'rejected') =>
        request.reviews.filter((each) => each.verdict === verdict).map(review);
    return {
        id: request.id,
        kind: kindOf(request),
        origin: request.origin,
        title: titleOf(request),
        project: request.project,
        environment: request.environment,
        state: request.state,
        minApprovals: details.approvalStatus?.needed ?? request.min_approvals,
        contentHash: request.content_hash,
        createdBy: by(request),
        createdAt: request.created_at,
        ...toChanges(request.changes, names, details),
        approvals: reviews('approved'),
        rejections: reviews('rejected'),
        comments: request.comments.map((comment) => ({
            id: comment.id,
            text: comment.text,
            createdBy: by(comment),
            createdAt: comment.created_at,
        })),
        ...(request.schedule && request.state === 'Scheduled' && { schedule: toSchedule(request.schedule, names) }),
    };
}

function toSchedule(row: TableRow<'change_request_schedules'>, names: EntityNames) {
    return {
        scheduledAt: row.scheduled_at,
        timeZone: row.time_zone,
        status: row.status,
        ...(row.reason !== null && { reason: row.reason }),
        ...(row.reason !== null && row.status === 'failed' && { failureReason: row.reason }),
        stackedOn: row.stacked_on,
        createdBy: names.person(row.created_by_user_id, row.created_by),
    };
}

/** Returns the id of the segment that a change concerns, if any. */
export const segmentIn = ({ action, payload }: Pick<ChangeRow, 'action' | 'payload'>): number | undefined =>
    affects(action, segmentTarget, ['creates', 'updates', 'removes']) ? (payload as { id: number }).id : undefined;

/** Groups the changes: by flag, in order of first occurrence, then those of segments, then all others. */
function toChanges(changes: readonly ChangeRow[], names: EntityNames, details: RequestDetails) {
    const toChange = (row: ChangeRow) => {
        const conflict = details.conflicts?.get(row.id);
        const scheduled = details.scheduleConflicts?.get(row.id);
        return {
            id: row.id,
            action: row.action,
            payload: payloadOf(row),
            ...(row.refs && { references: row.refs }),
            ...(conflict && { conflict: conflict.message }),
            ...(conflict && conflict.members.length > 0 && { conflicts: conflict.members }),
            ...(scheduled && { scheduleConflicts: { changeRequests: scheduled } }),
            createdBy: names.person(row.created_by_user_id, row.created_by),
            createdAt: row.created_at,
        };
    };
    const ofFlags = Map.groupBy(
        changes.filter(({ feature }) => feature !== null),
        ({ feature }) => feature!,
    );
    const others = changes.filter(({ feature }) => feature === null);
    return {
        features: [...ofFlags].map(([name, own]) => {
            const conflict = details.flagConflicts?.get(name);
            const defaultChange = details.defaultChanges?.get(name);
            return {
                name,
                ...(conflict !== undefined && { conflict }),
                changes: own.map(toChange),
                ...(defaultChange && { defaultChange }),
            };
        }),
        segments: others
            .filter((row) => segmentIn(row) !== undefined)
            .map((row) => ({ ...toChange(row), name: segmentName(row, names) })),
        settings: others.filter((row) => segmentIn(row) === undefined).map(toChange),
    };
}

/** Returns the payload with its base, in the format of the Unleash UI. */
function payloadOf({ action, payload, snapshot }: ChangeRow): unknown {
    const isHidden = snapshot === null || actionNamed(action)?.target?.object.hidesSnapshot;
    return isHidden || typeof payload !== 'object' || Array.isArray(payload) ? payload : { ...payload, snapshot };
}

function segmentName({ payload, snapshot }: ChangeRow, names: EntityNames): string {
    const { id, name } = payload as { id: number; name?: string };
    return names.segment(id) ?? (snapshot as { name?: string } | null)?.name ?? name ?? `segment ${id}`;
}

/** Reads the names for these requests in one batch. */
export async function namesFor(db: Db, requests: readonly StoredRequest[]): Promise<EntityNames> {
    const ids = new Set<number>();
    const segments = new Set<number>();
    for (const request of requests) {
        for (const { created_by_user_id } of [request, ...request.changes, ...request.reviews, ...request.comments]) {
            ids.add(created_by_user_id);
        }
        if (request.schedule) ids.add(request.schedule.created_by_user_id);
        const cleared = request.approvals_cleared;
        if (cleared) for (const id of [cleared.userId, ...cleared.approvals.map(({ userId }) => userId)]) ids.add(id);
        for (const change of request.changes) {
            const id = segmentIn(change);
            if (id !== undefined) segments.add(id);
        }
    }
    const [people, named] = await Promise.all([findPeople(db, [...ids]), segmentNames(db, [...segments])]);
    return {
        person: (id, username) => {
            const { name, imageUrl } = people.get(id) ?? {};
            // Tokens and deleted users have no image.
            return imageUrl === undefined || name === undefined
                ? { id, username, name: username, imageUrl: '' }
                : { id, username, name, imageUrl };
        },
        segment: (id) => named.get(id),
    };
}

async function segmentNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
    const names = new Map<number, string>();
    for (const chunk of chunked(ids)) {
        const rows = await db.selectFrom('segments').select(['id', 'name']).where('id', 'in', chunk).execute();
        for (const { id, name } of rows) names.set(id, name);
    }
    return names;
}
