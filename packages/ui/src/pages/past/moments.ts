import type { ListedEvent } from '../../api/types.ts';

/** A moment at which a flag changed. */
export interface PastMoment {
    /** A timestamp, because a revision may be inside a change of several events. */
    at: string;
    /** The events of this moment, newest first. */
    events: [ListedEvent, ...ListedEvent[]];
}

/** Events that do not change the displayed past state. */
const IGNORED_EVENT_TYPES = new Set(['feature-favorited', 'feature-unfavorited', 'feature-potentially-stale-on']);

/** Returns the moments at which a flag changed, oldest first. The events must be sorted newest first. */
export function momentsOf(events: readonly ListedEvent[]): PastMoment[] {
    const moments: PastMoment[] = [];
    for (const event of events) {
        if (IGNORED_EVENT_TYPES.has(event.type)) continue;
        const last = moments.at(-1);
        if (last?.at === event.createdAt) last.events.push(event);
        else moments.push({ at: event.createdAt, events: [event] });
    }
    return moments.reverse();
}

/** Returns the index of the last moment that is not later than `asOf`. Undefined for now; -1 for a time before all moments. */
export function indexOf(moments: readonly PastMoment[], asOf: string | undefined): number | undefined {
    if (asOf === undefined) return undefined;
    if (/^\d+$/.test(asOf)) return moments.findLastIndex(({ events }) => events.every(({ id }) => id <= Number(asOf)));
    const time = Date.parse(asOf);
    return moments.findLastIndex(({ at }) => Date.parse(at) <= time);
}

/**
 * Returns the position of each moment on a line from 0 to 1, where 1 is now. Half of the line is proportional to time, so that
 * quiet months are visible; half is distributed evenly, so that changes within a minute can be distinguished.
 */
export function positionsOf(moments: readonly PastMoment[], now: number): number[] {
    const start = Date.parse(moments[0]?.at ?? '');
    const span = Math.max(1, now - start);
    return moments.map(({ at }, index) => {
        const byTime = Math.min(1, Math.max(0, (Date.parse(at) - start) / span));
        return (byTime + index / moments.length) / 2;
    });
}

/** Returns the index of the position nearest to a point. */
export function nearest(positions: readonly number[], point: number): number {
    let best = 0;
    for (const [index, position] of positions.entries()) {
        if (Math.abs(position - point) < Math.abs((positions[best] ?? 0) - point)) best = index;
    }
    return best;
}
