import { expect, test } from 'vitest';
import { dailyChanges } from './daily-changes.ts';

test('changes are counted by day and kind, including days without changes', () => {
    const events = [
        { type: 'feature-environment-enabled', createdAt: '2026-11-18T00:00:00.000Z' },
        { type: 'feature-strategy-update', createdAt: '2026-11-18T23:59:59.999Z' },
        { type: 'feature-environment-disabled', createdAt: '2026-11-16T12:00:00.000Z' },
        { type: 'feature-environment-disabled', createdAt: '2026-11-15T23:59:59.999Z' },
    ];

    expect(dailyChanges(events, { days: 3, now: new Date('2026-11-18T12:00:00Z') })).toEqual([
        { day: '2026-11-16', counts: [0, 1, 0] },
        { day: '2026-11-17', counts: [0, 0, 0] },
        { day: '2026-11-18', counts: [1, 0, 1] },
    ]);
});
