import { expect, test } from 'vitest';
import { weeksOf } from './month.ts';

test('a month consists of whole weeks from Monday', () => {
    const november = weeksOf(2026, 10);
    expect(november[0]).toEqual([
        '2026-10-26',
        '2026-10-27',
        '2026-10-28',
        '2026-10-29',
        '2026-10-30',
        '2026-10-31',
        '2026-11-01',
    ]);
    expect(november.at(-1)?.at(-1)).toBe('2026-12-06');
    expect(november).toHaveLength(6);
});

test('a month of whole weeks has no extra days, and December is followed by the next year', () => {
    expect(weeksOf(2027, 1)).toHaveLength(4);
    expect(weeksOf(2026, 11).at(-1)?.at(-1)).toBe('2027-01-03');
});
