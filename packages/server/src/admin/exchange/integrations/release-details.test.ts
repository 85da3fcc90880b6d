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
    [
        'safeguard-triggered',
        {
            ...{ comparison: { outcome: 'failed' }, action: { type: 'returnToPreviousMilestone' } },
            evaluation: { effect: 0.051234, units: { control: 900, treatment: 100 } },
        },
        null,
        [
            'Harm was shown: the release went back to the previous milestone',
            'Outcome failed: difference 0.05123, 100 users with the feature, 900 without',
        ],
    ],
    [
        'safeguard-triggered',
        {
            ...{ impactMetric: { metricName: 'errors' }, action: { type: 'disableFeatureEnvironment' } },
            evaluation: { value: 7, operator: '>', threshold: 5 },
        },
        null,
        ['Harm was shown: the flag was turned off', 'Metric errors: 7, the limit is > 5'],
    ],
    [
        'safeguard-held',
        { comparison: { outcome: 'failed' }, hold: 'There is no data.', evaluation: {} },
        null,
        ['Held: There is no data.', 'Outcome failed'],
    ],
    ['experiment-result-found', { name: 'Colour', message: 'Blue sells.' }, null, ['Colour: Blue sells.']],
    ['feature-created', { name: 'lantern' }, null, []],
    ['release-plan-added', null, null, ['Release: ']],
] as const)('the message about %s with %j names its plan', (type, data, preData, expected) => {
    expect(releaseDetails({ type, data, preData } as never)).toEqual(expected);
});
