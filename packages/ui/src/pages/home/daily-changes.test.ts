import { expect, test } from 'vitest';
import { dailyChanges } from './daily-changes.ts';

/** A time of November 2026 in the time zone of the reader. */
const local = (...[day, hour, minute = 0]: [day: number, hour: number, minute?: number]) =>
    new Date(2026, 10, day, hour, minute).toISOString();

test('changes are counted by local day and kind, including days without changes', () => {
    const events = [
        { type: 'feature-environment-enabled', createdAt: local(18, 0) },
        { type: 'feature-strategy-update', createdAt: local(18, 23, 59) },
        { type: 'feature-environment-disabled', createdAt: local(16, 12) },
        { type: 'feature-environment-disabled', createdAt: local(15, 23, 59) },
    ];

    expect(dailyChanges(events, { days: 3, now: new Date(local(18, 12)) })).toEqual([
        { day: '2026-11-16', counts: [0, 1, 0] },
        { day: '2026-11-17', counts: [0, 0, 0] },
        { day: '2026-11-18', counts: [1, 0, 1] },
    ]);
});
