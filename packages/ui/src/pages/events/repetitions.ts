// The home page imports this file, so it imports no other code.
import type { ListedEvent } from '../../api/types.ts';

/** Splits a list of events into runs in which one person repeated the same. */
export const repetitions = (events: readonly ListedEvent[]) => runsOf(events, isRepetition);

/** Splits a list wherever an entry differs from the first of its run. */
export function runsOf<T>(list: readonly T[], isSame: (one: T, other: T) => boolean): [T, ...T[]][] {
    const result: [T, ...T[]][] = [];
    for (const each of list) {
        const last = result.at(-1);
        if (last && isSame(last[0], each)) last.push(each);
        else result.push([each]);
    }
    return result;
}

/** Whether one person did the same again, to something other than a flag. */
export const isRepetition = (one: ListedEvent, other: ListedEvent) =>
    one.featureName === null &&
    other.featureName === null &&
    requestOf(one) === undefined &&
    requestOf(other) === undefined &&
    one.type === other.type &&
    one.createdBy === other.createdBy &&
    one.project === other.project &&
    one.environment === other.environment;

/** Returns the id of the change request of an event. */
export function requestOf({ data, preData }: ListedEvent): number | undefined {
    const id = requestIn(data) ?? requestIn(preData);
    return typeof id === 'number' ? id : undefined;
}

const requestIn = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && 'changeRequestId' in value ? value.changeRequestId : undefined;
