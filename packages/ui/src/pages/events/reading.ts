import { isRecord } from '@halyard/engine';
import type { ListedEvent } from '../../api/types.ts';

/** The content of an event, as far as its facts depend on it. */
export type EventContent = Pick<ListedEvent, 'type' | 'data' | 'preData' | 'featureName'>;

/** A change in an event. Without `before` the value was added, without `after` it was removed. */
export interface Fact {
    /** The name of the member, if the values do not show it. */
    what?: string;
    before?: string;
    after?: string;
}

/** Looks up names by the ids in events. */
export interface NameLookup {
    person: (id: number) => string | undefined;
    group: (id: number) => string | undefined;
    role: (id: number) => string | undefined;
    segment: (id: number) => string | undefined;
}

// Events may be older than this version, so their content is untrusted input.

export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const text = (value: unknown): string => {
    if (value === undefined || value === null) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

export const texts = (value: unknown): string[] => list(value).map(text);

/** Returns the id of the event that this event reverted. */
export function revertedBy({ type, data }: { type: string; data?: unknown }): number | undefined {
    const { event } = type === 'project-changes-reverted' ? asRecord(data) : {};
    return typeof event === 'number' ? event : undefined;
}

/** Returns one side of a fact; empty if there is no text. */
export function factSide<Side extends 'before' | 'after'>(
    side: Side,
    value: unknown,
    describe: (of: Record<string, unknown>) => string,
): { [S in Side]?: string } {
    const words = value === null || value === undefined ? '' : describe(asRecord(value));
    return (words === '' ? {} : { [side]: words }) as { [S in Side]?: string };
}

/** The elements in only one of two lists. */
export const addedAndRemoved = (before: readonly string[], after: readonly string[], what?: string): Fact[] => [
    ...before.filter((each) => !after.includes(each)).map((each) => ({ ...(what && { what }), before: each })),
    ...after.filter((each) => !before.includes(each)).map((each) => ({ ...(what && { what }), after: each })),
];
