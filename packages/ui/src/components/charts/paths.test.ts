import { expect, test } from 'vitest';
import { bandOf } from './paths.ts';

test('a band has a step for each interval, reaches the edge where a bound is open, and has a gap without an interval', () => {
    expect(bandOf({ lows: [1, null, null], highs: [2, 3, null] }, 4, -1)).toBe('M0 2h1V3h-1ZM1 1h1V5h-1Z');
});
