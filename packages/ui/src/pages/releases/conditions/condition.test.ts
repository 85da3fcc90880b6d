import { expect, test } from 'vitest';
import { conditionProblem, describeCondition, inUnits, kindOf, withKind } from './condition.ts';

test.each([
    [1, { amount: 1, unit: 'minutes' }],
    [90, { amount: 90, unit: 'minutes' }],
    [120, { amount: 2, unit: 'hours' }],
    [2880, { amount: 2, unit: 'days' }],
] as const)('%i minutes are shown in the largest unit without a fraction', (minutes, expected) => {
    expect(inUnits(minutes)).toEqual(expected);
});

test.each([
    [{ intervalMinutes: 1440 }, 'after 1 day'],
    [{ type: 'time', intervalMinutes: 90 }, 'after 90 minutes'],
    [{ type: 'exposure', minimumExposures: 1, since: 'milestone' }, 'after 1 exposure'],
    [{ type: 'exposure', minimumExposures: 20_000 }, 'after 20,000 exposures since the flag was created'],
    [
        { type: 'exposure', minimumExposures: 500, intervalMinutes: 120, since: 'milestone' },
        'after 2 hours and 500 exposures',
    ],
    [{ intervalMinutes: 1440, whenHarmExcluded: true }, 'after 1 day (earlier once harm is excluded)'],
    [
        { type: 'exposure', minimumExposures: 500, intervalMinutes: 120, since: 'milestone', whenHarmExcluded: true },
        'after 2 hours (earlier once harm is excluded) and 500 exposures',
    ],
] as const)('%j is “%s”', (condition, expected) => {
    expect(describeCondition(condition)).toBe(expected);
});

test.each([
    [{ intervalMinutes: 0 }, 'Enter a whole number from 1'],
    [{ intervalMinutes: 1.5 }, 'Enter a whole number from 1'],
    [{ intervalMinutes: 10_001 }, 'Enter at most 10,000, or use a larger unit'],
    [{ intervalMinutes: 10_000 }, undefined],
    [{ intervalMinutes: 60 * 10_000 }, undefined],
    [{ type: 'exposure', minimumExposures: 0 }, 'Enter a whole number from 1'],
    [{ type: 'exposure', minimumExposures: 1_000_000 }, undefined],
] as const)('the problem of %j is %s', (condition, expected) => {
    expect(conditionProblem(condition)).toBe(expected);
});

test('the values of a condition stay when its kind changes', () => {
    const exposures = withKind('both', { intervalMinutes: 120 });
    expect(exposures).toMatchObject({ intervalMinutes: 120, minimumExposures: 10_000, since: 'milestone' });
    expect(kindOf(exposures)).toBe('both');
    expect(withKind('exposure', exposures)).not.toHaveProperty('intervalMinutes');
    expect(withKind('none', exposures)).toBeUndefined();
    expect(withKind('both', { intervalMinutes: 120, whenHarmExcluded: true })).toHaveProperty('whenHarmExcluded', true);
    // Without an interval, nothing can end early.
    expect(withKind('exposure', { intervalMinutes: 120, whenHarmExcluded: true })).not.toHaveProperty(
        'whenHarmExcluded',
    );
});
