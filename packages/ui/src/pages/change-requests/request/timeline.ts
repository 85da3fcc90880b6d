import { inZone } from '../../../components/time/zoned.ts';
import type { ChangeRequest } from './change-request.queries.ts';

export interface TimelineEntry {
    at: string;
    text: string;
    kind: 'done' | 'good' | 'bad' | 'next';
}

const STATE_ENTRIES: Partial<Record<ChangeRequest['state'], Pick<TimelineEntry, 'text' | 'kind'>>> = {
    'In review': { text: 'Sent to review', kind: 'done' },
    Approved: { text: 'Fully approved', kind: 'good' },
    Applied: { text: 'Applied', kind: 'good' },
    Cancelled: { text: 'Cancelled', kind: 'bad' },
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

const entered = (
    times: ChangeRequest['stateTimestamps'],
    states: readonly (keyof typeof STATE_ENTRIES)[],
): TimelineEntry[] =>
    states.flatMap((state) => {
        const [at, words] = [times[state], STATE_ENTRIES[state]];
        return at && words ? [{ at, ...words }] : [];
    });

/** Returns the past and scheduled events of a request in chronological order. */
export function timelineOf(request: RequestHistory): TimelineEntry[] {
    const { stateTimestamps, approvalsCleared, schedule, breakGlass } = request;
    const past: TimelineEntry[] = [
        { at: request.createdAt, text: `Created by ${request.createdBy.name}`, kind: 'done' },
        ...entered(stateTimestamps, ['In review']),
        ...request.approvals.map(
            ({ createdAt, createdBy }): TimelineEntry => ({
                at: createdAt,
                text: `${createdBy.name} approved`,
                kind: 'good',
            }),
        ),
        ...request.rejections.map(
            ({ createdAt, createdBy }): TimelineEntry => ({
                at: createdAt,
                text: `${createdBy.name} rejected it`,
                kind: 'bad',
            }),
        ),
        // The last approval and the resulting state have the same timestamp.
        ...entered(stateTimestamps, ['Approved', 'Applied', 'Cancelled']),
    ];
    if (approvalsCleared) {
        const { at, by, approvals } = approvalsCleared;
        const cleared = approvals.length === 1 ? 'an approval' : `${approvals.length} approvals`;
        past.push({ at, text: `${by.name} edited it, which cleared ${cleared}`, kind: 'bad' });
    }
    if (breakGlass) {
        past.push({
            at: breakGlass.at,
            text: `${breakGlass.name} used break glass: ${breakGlass.reason}`,
            kind: 'bad',
        });
    }
    const sorted = past.toSorted((one, other) => one.at.localeCompare(other.at));
    if (!schedule) return sorted;
    const when = inZone(schedule.timeZone, schedule.scheduledAt);
    const next: Record<typeof schedule.status, Omit<TimelineEntry, 'at'>> = {
        pending: { text: `Will be applied ${when}`, kind: 'next' },
        suspended: { text: `Was to be applied ${when}, but is suspended`, kind: 'bad' },
        failed: { text: `Could not be applied ${when}`, kind: 'bad' },
    };
    return [...sorted, { at: schedule.scheduledAt, ...next[schedule.status] }];
}
