import type { ListedEvent } from '../../api/types.ts';
import { isRepetition, requestOf, runsOf } from './repetitions.ts';

/** The events of one change, newest first. Most changes have one event. */
export interface GroupedEvents {
    events: [ListedEvent, ...ListedEvent[]];
    /** The event that describes the change as a whole; undefined if there is none. */
    head?: ListedEvent;
    /** Whether the events belong to several changes that repeat each other. */
    isRepeated?: boolean;
}

interface Page {
    entries: GroupedEvents[];
    /** A change with more events than fit on a page. The page shows only its beginning. */
    cut?: GroupedEvents;
    /** The number of events on the page. */
    count: number;
}

/** Up to this number, events of one flag are shown individually. */
const MAX_SINGLE_EVENTS = 3;

/**
 * Groups a page of the log. Imports and bulk changes become one entry each; changes of one flag stay expanded. The last change may
 * continue on the next page, so it is moved there unless it is the only one.
 */
export function groupEvents(events: readonly ListedEvent[], hasMore: boolean): Page {
    const all = runs(events);
    const isTruncated = hasMore && all.length === 1;
    const whole = hasMore && all.length > 1 ? all.slice(0, -1) : all;
    const entries = foldRepeated(byRequest(whole).flatMap((run) => toEntries(run, isTruncated)));
    const [first] = entries;
    return { entries, count: whole.flat().length, ...(isTruncated && first && { cut: first }) };
}

function toEntries(events: GroupedEvents['events'], isTruncated: boolean): GroupedEvents[] {
    const head = headOf(events);
    const isMany =
        isTruncated ||
        flagsOf(events).length > 1 ||
        events.length > MAX_SINGLE_EVENTS ||
        (head !== undefined && (SUMMARY_EVENT_TYPES.has(head.type) || requestOf(head) !== undefined));
    if (!isMany || events.length === 1) return events.map((event) => ({ events: [event] }));
    return [{ events, ...(head && { head }) }];
}

/** Up to this number, repeated events are shown individually. */
const MAX_REPEATED = 2;

/** Merges events that are not about a flag, such as the creation of several tokens, if one person repeated them. */
function foldRepeated(entries: readonly GroupedEvents[]): GroupedEvents[] {
    const isSame = (one: GroupedEvents, other: GroupedEvents) =>
        one.events.length === 1 && other.events.length === 1 && isRepetition(one.events[0], other.events[0]);
    return runsOf(entries, isSame).flatMap((run) => {
        if (run.length <= MAX_REPEATED) return run;
        const [first] = run[0].events;
        return [{ events: [first, ...run.slice(1).map(({ events }) => events[0])], head: first, isRepeated: true }];
    });
}

const runs = (events: readonly ListedEvent[]) => runsOf(events, (one, other) => one.groupId === other.groupId);

/** Merges all events of a change request into one entry at the position of the newest. */
function byRequest(all: readonly GroupedEvents['events'][]): GroupedEvents['events'][] {
    const groups = new Map<number | string, GroupedEvents['events']>();
    for (const run of all) {
        const key = run.map(requestOf).find((id) => id !== undefined) ?? `change ${run[0].id}`;
        const group = groups.get(key);
        if (group) group.push(...run);
        else groups.set(key, [...run]);
    }
    return [...groups.values()];
}

/** The event types that describe the purpose of the whole change. */
const SUMMARY_EVENT_TYPES = new Set([
    'features-imported',
    'project-changes-reverted',
    'project-environment-copied',
    'change-request-applied',
    'change-request-scheduled-application-success',
]);

/**
 * Returns the event that describes the whole change: one of the types above, an event of a change request, or the only event without a
 * flag. The types come first, because an import creates fields and segments in addition to flags.
 */
function headOf(events: readonly ListedEvent[]): ListedEvent | undefined {
    // The newest event of a change request has its current state.
    const describing =
        events.find(({ type }) => SUMMARY_EVENT_TYPES.has(type)) ??
        events.find((event) => requestOf(event) !== undefined);
    if (describing || events.length === 1) return describing;
    const others = events.filter(({ featureName }) => featureName === null);
    return others.length === 1 && others.length < events.length ? others[0] : undefined;
}

/** Returns a representative event if the same happened exactly once to every flag of a group. */
export function sharedEvent(events: readonly ListedEvent[], flags: readonly string[]): ListedEvent | undefined {
    if (flags.length < 2) return undefined;
    const kinds = Map.groupBy(events, ({ type, environment }) => `${type} ${environment}`);
    return [...kinds.values()].find(
        (kind) => kind.length === flags.length && flagsOf(kind).length === flags.length,
    )?.[0];
}

export const flagsOf = (events: readonly ListedEvent[]): string[] => [
    // Sorted in the order of the change.
    ...new Set(events.toReversed().flatMap(({ featureName }) => (featureName === null ? [] : [featureName]))),
];
