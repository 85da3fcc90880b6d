import { expect, test } from 'vitest';
import { scaleOf } from './plot-scale.ts';

test('zero is in the middle of the plot, whatever the intervals are', () => {
    const scale = scaleOf([{ effect: 0.2, ci: [0.05, 0.35] }]);

    expect(scale.position(0)).toBe(0.5);
    expect(scale.ticks[0]).toBe(-scale.ticks.at(-1)!);
    expect(scale.ticks.at(-1)).toBeGreaterThanOrEqual(0.35);
});

test('an interval that is far wider than all effects is cut, so that the others stay readable', () => {
    const scale = scaleOf([
        { effect: 0.1, ci: [0.05, 0.15] },
        { effect: 0.02, ci: [-40, 40] },
    ]);

    expect(scale.ticks.at(-1)).toBeLessThan(2);
    expect(scale.isOutside(40)).toBe(true);
    expect(scale.position(40)).toBe(1);
    expect(scale.position(-40)).toBe(0);
});

test('a plot without any effect has a scale, too', () => {
    const scale = scaleOf([{ effect: null, ci: null }]);

    expect(scale.position(0)).toBe(0.5);
    expect(scale.ticks).toContain(0);
});
