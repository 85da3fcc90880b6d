import { expect, test } from 'vitest';
import { isHarmful, milestonesWithoutControl, milestonesWithoutCounts } from './comparison.ts';

const rollout = (share: string, more = {}) => ({ parameters: { rollout: share }, ...more });

test('a milestone has a control group if a strategy leaves users out by its percentage', () => {
    expect(
        milestonesWithoutControl([
            { name: 'few', strategies: [rollout('10')] },
            { name: 'list', strategies: [{ parameters: { userIds: 'a' } }] },
            { name: 'disabled', strategies: [rollout('10', { disabled: true })] },
            { name: 'none', strategies: [rollout('0')] },
            { name: 'both', strategies: [rollout('100'), rollout('50')] },
            { name: 'everyone', strategies: [rollout('100')] },
            { name: 'empty', strategies: null },
        ]),
    ).toEqual(['list', 'disabled', 'none', 'everyone', 'empty']);
});

test('counts cannot be compared in a milestone without a control group, or with constraints or segments', () => {
    expect(
        milestonesWithoutCounts([
            { name: 'few', strategies: [rollout('10')] },
            {
                name: 'disabled constraint',
                strategies: [rollout('10'), rollout('5', { disabled: true, constraints: [{}] })],
            },
            { name: 'everyone', strategies: [rollout('100')] },
            { name: 'constraint', strategies: [rollout('10', { constraints: [{}] })] },
            { name: 'segment', strategies: [rollout('10'), rollout('5', { segments: [1] })] },
        ]),
    ).toEqual(['everyone', 'constraint', 'segment']);
});

test('names of outcomes that are harm are recognised', () => {
    expect(['checkout_failed', 'JS error', 'purchase', 'seen'].filter(isHarmful)).toEqual([
        'checkout_failed',
        'JS error',
    ]);
});
