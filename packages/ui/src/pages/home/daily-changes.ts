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
    /** In UTC, as in the event log: `2026-11-18`. */
    day: string;
    /** The number of changes of each kind. */
    counts: number[];
}

const DAY = 86_400_000;

/** Returns the last days in UTC, oldest first. */
export const lastDays = (days: number, now: Date): string[] =>
    Array.from({ length: days }, (_, index) =>
        new Date(now.getTime() - (days - 1 - index) * DAY).toISOString().slice(0, 10),
    );

/** Returns the number of changes on each of the last days, oldest first. Days without changes are included. */
export function dailyChanges(
    events: readonly { type: string; createdAt: string }[],
    { days, now }: { days: number; now: Date },
): DailyChanges[] {
    const list = lastDays(days, now).map((day) => ({ day, counts: CHANGE_KINDS.map(() => 0) }));
    for (const { type, createdAt } of events) {
        const changes = list.find(({ day }) => createdAt.startsWith(day));
        if (changes) changes.counts[KINDS[type] ?? CHANGE_KINDS.length - 1]!++;
    }
    return list;
}
