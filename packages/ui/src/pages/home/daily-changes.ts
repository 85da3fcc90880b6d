import { localDay } from '../../components/time/moment.ts';

/** The kinds of changes in production, in the order in which they are stacked. */
export const CHANGE_KINDS = ['turned on', 'turned off', 'other changes'] as const;

const KINDS: Record<string, number> = { 'feature-environment-enabled': 0, 'feature-environment-disabled': 1 };

/** Events that change what users get in an environment. */
export const EFFECTIVE_TYPES = [
    'feature-environment-enabled',
    'feature-environment-disabled',
    'feature-strategy-add',
    'feature-strategy-update',
    'feature-strategy-remove',
    'strategy-order-changed',
    'feature-environment-variants-updated',
];

export interface DailyChanges {
    /** In the time zone of the reader: `2026-11-18`. */
    day: string;
    /** The number of changes of each kind. */
    counts: number[];
}

/** Returns the last days in the time zone of the reader, oldest first. */
export const lastDays = (days: number, now: Date): string[] =>
    Array.from({ length: days }, (_, index) =>
        localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - (days - 1 - index))),
    );

/** Returns the number of changes on each of the last days, oldest first. Days without changes are included. */
export function dailyChanges(
    events: readonly { type: string; createdAt: string }[],
    { days, now }: { days: number; now: Date },
): DailyChanges[] {
    const list = lastDays(days, now).map((day) => ({ day, counts: CHANGE_KINDS.map(() => 0) }));
    for (const { type, createdAt } of events) {
        const changes = list.find(({ day }) => day === localDay(createdAt));
        if (changes) changes.counts[KINDS[type] ?? CHANGE_KINDS.length - 1]!++;
    }
    return list;
}
