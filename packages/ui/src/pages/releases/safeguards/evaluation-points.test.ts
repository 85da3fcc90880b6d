import { expect, test } from 'vitest';
import { thinned } from './evaluation-points.ts';

test('many evaluations are thinned, except those at which the state changed', () => {
    const checks = Array.from({ length: 1_000 }, (_, index) => ({
        index,
        state: index === 501 ? 'harm shown' : 'healthy so far',
    }));
    const shown = thinned(checks);

    expect(shown.length).toBeLessThan(125);
    expect(shown.map(({ index }) => index)).toEqual(expect.arrayContaining([0, 501, 502, 999]));
    expect(thinned(checks.slice(0, 100))).toHaveLength(100);
});
