import { count } from '../../../components/text/numbers.ts';
import { inZone } from '../../../components/time/zoned.ts';
import { changeAction } from '../request/change-actions.ts';
import type { ListedChangeRequest } from '../request/change-request.queries.ts';
import { isClosed } from './request-rows.ts';

/** The pending changes of a flag, or of one of its environments. */
export interface PendingChanges {
    requests: ListedChangeRequest[];
    /** “2 changes pending”, “scheduled Fri, Nov 20, 18:00 (Europe/Oslo)”. */
    summary: string;
}

/** Returns a short description of a flag's pending changes; undefined if there are none. */
export function pendingOf(requests: readonly ListedChangeRequest[], flag: string): PendingChanges | undefined {
    const touching = requests.filter(
        (request) => !isClosed(request) && request.features.some(({ name }) => name === flag),
    );
    if (touching.length === 0) return undefined;
    return { requests: touching, summary: describeRequests(touching, flag) };
}

function describeRequests(requests: readonly ListedChangeRequest[], flag: string): string {
    const next = requests
        .filter(({ schedule }) => schedule?.status === 'pending')
        .toSorted((one, other) =>
            String(one.schedule?.scheduledAt).localeCompare(String(other.schedule?.scheduledAt)),
        )[0];
    const stuck = requests.find(({ schedule }) => schedule && schedule.status !== 'pending');
    const waiting = requests
        .filter(({ schedule }) => !schedule)
        .flatMap(({ features }) => features.filter(({ name }) => name === flag))
        .reduce((sum, { changes }) => sum + changes.length, 0);
    return [
        ...(waiting > 0 ? [`${count(waiting, 'change')} pending`] : []),
        ...(next?.schedule ? [`scheduled ${inZone(next.schedule.timeZone, next.schedule.scheduledAt)}`] : []),
        ...(stuck ? [`schedule ${stuck.schedule?.status}`] : []),
    ].join(', ');
}

/** Returns the descriptions for all flags of a project with pending changes. */
export function pendingByFlag(requests: readonly ListedChangeRequest[]): ReadonlyMap<string, string> {
    const open = requests.filter((request) => !isClosed(request));
    const flags = new Set(open.flatMap(({ features }) => features.map(({ name }) => name)));
    return new Map([...flags].map((flag) => [flag, pendingOf(open, flag)?.summary ?? '']));
}

/** Returns the requests that change or remove a strategy. */
export function touchingStrategy(requests: readonly ListedChangeRequest[], strategyId: string): ListedChangeRequest[] {
    return requests.filter((request) =>
        request.features.some(({ changes }) =>
            changes.some(
                ({ action, payload }) =>
                    ['changed', 'removed'].includes(changeAction(action)?.strategy ?? '') &&
                    typeof payload === 'object' &&
                    payload !== null &&
                    'id' in payload &&
                    payload.id === strategyId,
            ),
        ),
    );
}
