import { expect, test } from 'vitest';
import { releaseDetails } from './release-details.ts';

const plan = { name: 'Slow', milestones: [{ name: '1%' }, { name: 'all' }] };

test.each([
    ['release-plan-added', plan, null, ['Slow: 1% → all']],
    ['release-plan-removed', null, plan, ['Slow: 1% → all']],
    ['release-plan-template-created', plan, null, ['Slow: 1% → all']],
    ['release-plan-template-archived', null, plan, ['Slow']],
    ['release-plan-progressions-paused', { name: 'Slow' }, { name: 'Slow' }, ['Slow']],
    [
        'release-plan-milestone-started',
        { name: 'Slow', milestoneName: 'all' },
        { name: 'Slow', milestoneName: '1%' },
        ['Slow: 1% → all'],
    ],
    ['release-plan-milestone-started', { name: 'Slow', milestoneName: '1%' }, null, ['Slow: 1%']],
    ['feature-created', { name: 'lantern' }, null, []],
    ['release-plan-added', null, null, ['Release: ']],
] as const)('the message about %s with %j names its plan', (type, data, preData, expected) => {
    expect(releaseDetails({ type, data, preData } as never)).toEqual(expected);
});
