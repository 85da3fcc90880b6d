import type { FoundEvent } from '../../api/types.ts';
import { asRecord } from './reading.ts';

/** The events of one change, newest first; most changes have one. */
export interface GroupedEvents {
    events: [FoundEvent, ...FoundEvent[]];
    /** The event that says what was done; undefined: the events themselves say it together. */
    head?: FoundEvent;
}

interface Page {
    told: GroupedEvents[];
    /** A change with more events than there was room for: the page shows its beginning, and nothing else. */
    cut?: GroupedEvents;
    /** How many events the page shows. */
    count: number;
}

/** Up to this number, events of one flag are shown individually. */
const FEW = 3;

/**
 * A page of the log. Imports and changes of many flags become one entry each; what a change did to one flag stays in full
 * sight. The last change of a page may go on: unless it is the only one, it begins the next page.
 */
export function inGroups(events: readonly FoundEvent[], hasMore: boolean): Page {
    const all = runs(events);
    const isCut = hasMore && all.length === 1;
    const whole = hasMore && all.length > 1 ? all.slice(0, -1) : all;
    const told = byRequest(whole).flatMap((run) => asTold(run, isCut));
    const [first] = told;
    return { told, count: whole.flat().length, ...(isCut && first && { cut: first }) };
}

function asTold(events: GroupedEvents['events'], isCut: boolean): GroupedEvents[] {
    const head = headOf(events);
    const isMany =
        isCut ||
        flagsOf(events).length > 1 ||
        events.length > FEW ||
        (head !== undefined && (TELLING.has(head.type) || requestOf(head) !== undefined));
    if (!isMany || events.length === 1) return events.map((event) => ({ events: [event] }));
    return [{ events, ...(head && { head }) }];
}

function runs(events: readonly FoundEvent[]): GroupedEvents['events'][] {
    const result: GroupedEvents['events'][] = [];
    for (const event of events) {
        const last = result.at(-1);
        if (last && last[0].groupId === event.groupId) last.push(event);
        else result.push([event]);
    }
    return result;
}

/** What became of a change request is one entry, where the newest of it stands, whatever else happened in between. */
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

/** The change request that an event is about. */
export function requestOf({ data, preData }: FoundEvent): number | undefined {
    const id = asRecord(data)['changeRequestId'] ?? asRecord(preData)['changeRequestId'];
    return typeof id === 'number' ? id : undefined;
}

/** Types of events that say what all the others of their change were for. */
const TELLING = new Set([
    'features-imported',
    'project-changes-reverted',
    'project-environment-copied',
    'change-request-applied',
    'change-request-scheduled-application-success',
]);

/** An import makes fields, segments and flags; otherwise the one event that is about no flag says what the others follow from. */
function headOf(events: readonly FoundEvent[]): FoundEvent | undefined {
    // Of a request the newest says how far it has come.
    const telling =
        events.find(({ type }) => TELLING.has(type)) ?? events.find((event) => requestOf(event) !== undefined);
    if (telling || events.length === 1) return telling;
    const others = events.filter(({ featureName }) => featureName === null);
    return others.length === 1 && others.length < events.length ? others[0] : undefined;
}

/** What happened to every flag of a group, once each: the event of one of them. */
export function sharedBy(events: readonly FoundEvent[], flags: readonly string[]): FoundEvent | undefined {
    if (flags.length < 2) return undefined;
    const kinds = Map.groupBy(events, ({ type, environment }) => `${type} ${environment}`);
    return [...kinds.values()].find(
        (kind) => kind.length === flags.length && flagsOf(kind).length === flags.length,
    )?.[0];
}

export const flagsOf = (events: readonly FoundEvent[]): string[] => [
    // In the order of the change.
    ...new Set(events.toReversed().flatMap(({ featureName }) => (featureName === null ? [] : [featureName]))),
];
