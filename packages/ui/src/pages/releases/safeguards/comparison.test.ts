import { expect, test } from 'vitest';
import { isHarmful, milestonesWithoutControl } from './comparison.ts';

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

test('names of outcomes that are harm are recognised', () => {
    expect(['checkout_failed', 'JS error', 'purchase', 'seen'].filter(isHarmful)).toEqual([
        'checkout_failed',
        'JS error',
    ]);
});
