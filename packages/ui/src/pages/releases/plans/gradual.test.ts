import { expect, test } from 'vitest';
import { gradualPlan } from './gradual.ts';

test('a gradual rollout reaches 1, 10, 50 and 100 % of the same users, without a step after the last', () => {
    const { name, milestones } = gradualPlan({ featureName: 'lantern', stickiness: 'userId', interval: 'day' });

    expect(name).toBe('Gradual rollout');
    expect(milestones.map((each) => [each.name, each.strategies[0]?.parameters?.['rollout']])).toEqual([
        ['1%', '1'],
        ['10%', '10'],
        ['50%', '50'],
        ['Everyone', '100'],
    ]);
    expect(new Set(milestones.map(({ strategies }) => strategies[0]?.parameters?.['groupId']))).toEqual(
        new Set(['lantern']),
    );
    expect(milestones.map((each) => each.transitionCondition?.intervalMinutes)).toEqual([1440, 1440, 1440, undefined]);
});

test('a rollout without an interval waits for people', () => {
    const { milestones } = gradualPlan({ featureName: 'lantern', stickiness: 'default', interval: 'hand' });

    expect(milestones.every((each) => !('transitionCondition' in each))).toBe(true);
});
