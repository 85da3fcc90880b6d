import { inZone } from '../../../components/time/zoned.ts';
import type { ChangeRequest } from './change-request.queries.ts';

export interface TimelineEntry {
    at: string;
    says: string;
    kind: 'done' | 'good' | 'bad' | 'next';
}

const ENTERED: Partial<Record<ChangeRequest['state'], Pick<TimelineEntry, 'says' | 'kind'>>> = {
    'In review': { says: 'Sent to review', kind: 'done' },
    Approved: { says: 'Fully approved', kind: 'good' },
    Applied: { says: 'Applied', kind: 'good' },
    Cancelled: { says: 'Cancelled', kind: 'bad' },
};

type RequestHistory = Pick<
    ChangeRequest,
    | 'createdAt'
    | 'createdBy'
    | 'stateTimestamps'
    | 'approvals'
    | 'rejections'
    | 'approvalsCleared'
    | 'schedule'
    | 'breakGlass'
>;

const entered = (times: ChangeRequest['stateTimestamps'], states: readonly (keyof typeof ENTERED)[]): TimelineEntry[] =>
    states.flatMap((state) => {
        const [at, words] = [times[state], ENTERED[state]];
        return at && words ? [{ at, ...words }] : [];
    });

/** Returns the past and scheduled events of a request in chronological order. */
export function timelineOf(request: RequestHistory): TimelineEntry[] {
    const { stateTimestamps, approvalsCleared, schedule, breakGlass } = request;
    const past: TimelineEntry[] = [
        { at: request.createdAt, says: `Created by ${request.createdBy.username}`, kind: 'done' },
        ...entered(stateTimestamps, ['In review']),
        ...request.approvals.map(
            ({ createdAt, createdBy }): TimelineEntry => ({
                at: createdAt,
                says: `${createdBy.username} approved`,
                kind: 'good',
            }),
        ),
        ...request.rejections.map(
            ({ createdAt, createdBy }): TimelineEntry => ({
                at: createdAt,
                says: `${createdBy.username} rejected it`,
                kind: 'bad',
            }),
        ),
        // The last approval and the resulting state have the same timestamp.
        ...entered(stateTimestamps, ['Approved', 'Applied', 'Cancelled']),
    ];
    if (approvalsCleared) {
        const { at, by, approvals } = approvalsCleared;
        const cleared = approvals.length === 1 ? 'an approval' : `${approvals.length} approvals`;
        past.push({ at, says: `${by.username} edited it, which cleared ${cleared}`, kind: 'bad' });
    }
    if (breakGlass) {
        past.push({
            at: breakGlass.at,
            says: `${breakGlass.name} used break glass: ${breakGlass.reason}`,
            kind: 'bad',
        });
    }
    const sorted = past.toSorted((one, other) => one.at.localeCompare(other.at));
    if (!schedule) return sorted;
    const when = inZone(schedule.timeZone, schedule.scheduledAt);
    const next: Record<typeof schedule.status, Omit<TimelineEntry, 'at'>> = {
        pending: { says: `Will be applied ${when}`, kind: 'next' },
        suspended: { says: `Was to be applied ${when}, but is suspended`, kind: 'bad' },
        failed: { says: `Could not be applied ${when}`, kind: 'bad' },
    };
    return [...sorted, { at: schedule.scheduledAt, ...next[schedule.status] }];
}
