import fc from 'fast-check';
import { userIds } from './vocabulary.ts';

const share = fc.constantFrom(0, 10, 33.3, 50, 100);
const groups = fc.uniqueArray(fc.constantFrom('ring0', 'ring1'), { maxLength: 2 });
const targeting = fc
    .tuple(
        fc.oneof(fc.constant([]), userIds),
        fc.array(fc.tuple(fc.constantFrom('ring0', 'ring1'), share), { maxLength: 2 }),
        share,
        fc.option(fc.tuple(userIds, groups)),
    )
    .map(([Users, shares, DefaultRolloutPercentage, exclusion]) => ({
        name: 'Microsoft.Targeting',
        parameters: {
            Audience: {
                Users,
                Groups: shares.map(([Name, RolloutPercentage]) => ({ Name, RolloutPercentage })),
                DefaultRolloutPercentage,
                ...(exclusion && { Exclusion: { Users: exclusion[0], Groups: exclusion[1] } }),
            },
        },
    }));
const conditions = fc.record({
    requirement_type: fc.constantFrom('Any', 'All'),
    client_filters: fc.array(targeting, { maxLength: 2 }),
});
const variant = fc.constantFrom('red', 'green');
const allocation = fc.record(
    {
        default_when_enabled: variant,
        default_when_disabled: variant,
        user: fc.array(fc.record({ variant, users: userIds }), { maxLength: 2 }),
        group: fc.array(fc.record({ variant, groups }), { maxLength: 1 }),
        percentile: fc.array(
            fc
                .tuple(variant, fc.constantFrom([0, 10], [10, 60], [60, 100]))
                .map(([name, [from, to]]) => ({ variant: name, from, to })),
            { maxLength: 2 },
        ),
        seed: fc.constant('seed'),
    },
    { requiredKeys: ['default_when_enabled'] },
);

export const microsoftDocuments = fc
    .tuple(fc.boolean(), conditions, fc.boolean(), conditions, allocation)
    .map(([isOn, first, isOther, second, allocated]) => ({
        feature_management: {
            feature_flags: [
                { id: 'first', enabled: isOn, conditions: first },
                {
                    id: 'second',
                    enabled: isOther,
                    conditions: second,
                    variants: [
                        { name: 'red', configuration_value: 'ff0000' },
                        { name: 'green', configuration_value: { g: 255 } },
                    ],
                    allocation: allocated,
                },
            ],
        },
    }));
