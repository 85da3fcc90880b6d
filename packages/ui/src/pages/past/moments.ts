import type { FoundEvent } from '../../api/types.ts';

/** A moment at which a flag changed; what it is from then on can be looked at. */
export interface PastMoment {
    /** Instead of a revision, which may be in the middle of a change of several events. */
    at: string;
    /** What happened then, the last first. */
    events: [FoundEvent, ...FoundEvent[]];
}

/** Nothing that a look at the past would show differently. */
const UNSEEN = new Set(['feature-favorited', 'feature-unfavorited', 'feature-potentially-stale-on']);

/** When a flag changed, the first time first, from its events, of which the newest comes first. */
export function momentsOf(events: readonly FoundEvent[]): PastMoment[] {
    const moments: PastMoment[] = [];
    for (const event of events) {
        if (UNSEEN.has(event.type)) continue;
        const last = moments.at(-1);
        if (last?.at === event.createdAt) last.events.push(event);
        else moments.push({ at: event.createdAt, events: [event] });
    }
    return moments.reverse();
}

/** Which moment an address means: the last one that is not later. Undefined: now; -1: earlier than all of them. */
export function indexOf(moments: readonly PastMoment[], asOf: string | undefined): number | undefined {
    if (asOf === undefined) return undefined;
    if (/^\d+$/.test(asOf)) return moments.findLastIndex(({ events }) => events.every(({ id }) => id <= Number(asOf)));
    const time = Date.parse(asOf);
    return moments.findLastIndex(({ at }) => Date.parse(at) <= time);
}

/**
 * Where each moment stands on a line from 0 to 1, on which now is 1. Half of the line is time, so that quiet months are seen;
 * half is shared evenly, so that changes of one minute can be told apart.
 */
export function placesOf(moments: readonly PastMoment[], now: number): number[] {
    const start = Date.parse(moments[0]?.at ?? '');
    const span = Math.max(1, now - start);
    return moments.map(({ at }, index) => {
        const byTime = Math.min(1, Math.max(0, (Date.parse(at) - start) / span));
        return (byTime + index / moments.length) / 2;
    });
}

/** The place that is nearest to a point of the line. */
export function nearest(places: readonly number[], point: number): number {
    let best = 0;
    for (const [index, place] of places.entries()) {
        if (Math.abs(place - point) < Math.abs((places[best] ?? 0) - point)) best = index;
    }
    return best;
}
