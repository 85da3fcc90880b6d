import { expect, test } from 'vitest';
import { labelStep, ticksBetween } from './scale.ts';

test.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 50, 100]],
    [101, [0, 50, 100, 150]],
    [5_017, [0, 2_000, 4_000, 6_000]],
])('the ticks of a chart of counts up to %i are round numbers', (highest, ticks) => {
    expect(ticksBetween(0, highest)).toEqual(ticks);
});

test.each([
    [0, 0.9, [0, 0.5, 1]],
    [0, 0.3, [0, 0.1, 0.2, 0.3]],
    [0, 0, [0, 0.5]],
    [-30, 70, [-50, 0, 50, 100]],
    [-0.02, 0, [-0.02, -0.015, -0.01, -0.005, 0]],
])('the ticks of a chart from %d to %d have decimals where needed', (lowest, highest, ticks) => {
    expect(ticksBetween(lowest, highest, true)).toEqual(ticks);
});

test('labels are left out where they would overlap', () => {
    expect(labelStep(Array(12).fill('Nov'))).toBe(1);
    expect(labelStep(Array(24).fill('14:00'))).toBe(3);
    expect(labelStep([])).toBe(1);
});
