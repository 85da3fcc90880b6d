import { expect, test } from 'vitest';
import { hourlyResults } from './hourly-results.ts';

test('results of an environment are summed by hour, including hours without evaluations', () => {
    const now = new Date('2026-11-16T12:30:00Z');
    const at = (timestamp: string, environment = 'production') => ({ timestamp, environment, yes: 2, no: 1 });
    const buckets = [
        at('2026-11-16T12:00:00Z'),
        at('2026-11-16T12:00:00Z', 'development'),
        at('2026-11-16T10:00:00Z'),
        at('2026-11-16T10:00:00Z'),
        at('2026-11-16T01:00:00Z'),
    ];
    expect(hourlyResults(buckets, 'production', { hours: 4, now })).toEqual([0, 6, 0, 3]);
});
