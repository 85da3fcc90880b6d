import { expect, test } from 'vitest';
import { labelStep, ticksUpTo } from './scale.ts';

test.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 50, 100]],
    [101, [0, 50, 100, 150]],
    [5_017, [0, 2_000, 4_000, 6_000]],
])('the ticks of a chart up to %i are round numbers', (highest, ticks) => {
    expect(ticksUpTo(highest)).toEqual(ticks);
});

test('labels are left out where they would overlap', () => {
    expect(labelStep(Array(12).fill('Nov'))).toBe(1);
    expect(labelStep(Array(24).fill('14:00'))).toBe(3);
    expect(labelStep([])).toBe(1);
});
