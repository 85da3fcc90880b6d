import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const PATH = '/api/admin/projects/default/foreign-import';

const growthbook = (...rules: object[]) => ({
    source: 'growthbook',
    document: { features: { f: { defaultValue: false, rules: [...rules, { force: true }] } } },
});

/** Flags whose last rule is on for everyone, after a rule that is off, or ends the evaluation, for users who cannot be determined. */
const FLAGS: [part: string, input: { source: string; document: unknown }][] = [
    [
        'a prerequisite that gates a GrowthBook feature',
        growthbook({ parentConditions: [{ id: 'parent', condition: { value: true }, gate: true }] }),
    ],
    ['a GrowthBook condition on a list', growthbook({ condition: { tags: { $size: 2 } }, force: false })],
    [
        'a negated GrowthBook condition on a list',
        growthbook({ condition: { $not: { tags: { $elemMatch: { $eq: 'a' } } } }, force: false }),
    ],
    ['an unknown GrowthBook operator', growthbook({ condition: { $not: { country: { $near: 'NO' } } }, force: false })],
    [
        'a GrowthBook experiment with sticky buckets of an earlier version',
        growthbook({ variations: [false, true], minBucketVersion: 2 }),
    ],
    [
        'a GrowthBook experiment with a fallback attribute',
        growthbook({ variations: [false, true], hashAttribute: 'company', fallbackAttribute: 'id' }),
    ],
    ['a GrowthBook bandit', growthbook({ variations: [false, true], contextualBanditRef: 'b' })],
    [
        'a flagd bucketing key that is computed',
        {
            source: 'flagd',
            document: {
                flags: {
                    f: {
                        variants: { on: true, off: false },
                        defaultVariant: 'on',
                        targeting: { fractional: [{ '+': [1, 2] }, ['off', 50], ['on', 50]] },
                    },
                },
            },
        },
    ],
    [
        'a schedule of GO Feature Flag',
        {
            source: 'gofeatureflag',
            document: {
                f: {
                    variations: { on: true, off: false },
                    defaultRule: { variation: 'on' },
                    scheduledRollout: [{ date: '2020-01-01T00:00:00Z', disable: true }],
                },
            },
        },
    ],
    [
        'a GO Feature Flag comparison of different types',
        {
            source: 'gofeatureflag',
            document: {
                f: {
                    variations: { on: true, off: false },
                    targeting: [{ query: 'not (age gt true)', variation: 'on' }],
                    defaultRule: { variation: 'off' },
                },
            },
        },
    ],
    [
        'a custom filter of Microsoft',
        {
            source: 'microsoft',
            document: {
                feature_management: {
                    feature_flags: [
                        {
                            id: 'f',
                            enabled: true,
                            conditions: { client_filters: [{ name: 'Custom' }] },
                            variants: [
                                { name: 'big', configuration_value: 'big' },
                                { name: 'none', configuration_value: 'none' },
                            ],
                            allocation: { default_when_disabled: 'none', default_when_enabled: 'big' },
                        },
                    ],
                },
            },
        },
    ],
    [
        'an unknown Flipt operator',
        {
            source: 'flipt',
            document: {
                flags: [
                    {
                        key: 'f',
                        type: 'BOOLEAN_FLAG_TYPE',
                        enabled: true,
                        rollouts: [{ segment: { key: 's', value: false } }],
                    },
                ],
                segments: [
                    {
                        key: 's',
                        constraints: [
                            { type: 'STRING_COMPARISON_TYPE', property: 'country', operator: 'near', value: 'NO' },
                        ],
                    },
                ],
            },
        },
    ],
];

test.each(FLAGS)('%s, accepted as lost, enables the flag for nobody', async (_, input) => {
    const app = await testApp();
    const { secret } = await app.has.token({ type: 'frontend', environment: 'development' });
    for (const percentages of ['share', 'people']) {
        const body = { ...input, percentages, environments: { '*': 'development' }, accept: ['f'], replace: ['f'] };
        const imported = await app.post(PATH, body);
        expect(imported.status, JSON.stringify(imported.body)).toBe(200);
        expect(imported.body.counts.lost).toBe(1);

        for (const query of [
            '',
            'userId=alice',
            'userId=bob&properties[country]=NO&properties[tags]=a&properties[age]=7',
        ]) {
            const { body: flags } = await app.get(`/api/frontend?${query}`, { token: secret });
            expect(flags.toggles).toEqual([]);
        }
    }
});
