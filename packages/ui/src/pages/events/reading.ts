import { isRecord } from '@halyard/engine';
/** One thing that an event changed. Without `before` it came, without `after` it went. */
export interface Fact {
    /** The name of the member, if the values do not show it. */
    what?: string;
    before?: string;
    after?: string;
}

/** How things are called that events know by their number. */
export interface NameLookup {
    person: (id: number) => string | undefined;
    group: (id: number) => string | undefined;
    role: (id: number) => string | undefined;
    segment: (id: number) => string | undefined;
}

// Events may be older than this version: nothing is taken for granted of what they hold.

export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const text = (value: unknown): string => {
    if (value === undefined || value === null) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

export const texts = (value: unknown): string[] => list(value).map(text);

/** The event whose change this one took back. */
export function revertedBy({ type, data }: { type: string; data?: unknown }): number | undefined {
    const { event } = type === 'project-changes-reverted' ? asRecord(data) : {};
    return typeof event === 'number' ? event : undefined;
}

/** A side of a fact, where there is something to say of it. */
export function said<Side extends 'before' | 'after'>(
    side: Side,
    value: unknown,
    say: (of: Record<string, unknown>) => string,
): { [S in Side]?: string } {
    const words = value === null || value === undefined ? '' : say(asRecord(value));
    return (words === '' ? {} : { [side]: words }) as { [S in Side]?: string };
}

/** The elements in only one of two lists. */
export const cameAndWent = (before: readonly string[], after: readonly string[], what?: string): Fact[] => [
    ...before.filter((each) => !after.includes(each)).map((each) => ({ ...(what && { what }), before: each })),
    ...after.filter((each) => !before.includes(each)).map((each) => ({ ...(what && { what }), after: each })),
];
