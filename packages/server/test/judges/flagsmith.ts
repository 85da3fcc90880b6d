import fc from 'fast-check';
import { attribute, figure, pattern, shares, userIds, word, words } from './vocabulary.ts';

const condition = fc.oneof(
    fc.record({
        operator: fc.constantFrom('EQUAL', 'NOT_EQUAL', 'CONTAINS', 'NOT_CONTAINS'),
        value: word,
        property_: attribute,
    }),
    fc.record({ operator: fc.constant('IN'), value: words.map((list) => list.join(',')), property_: attribute }),
    fc.record({
        operator: fc.constant('IN'),
        value: userIds.map((list) => JSON.stringify(list)),
        property_: fc.constant('$.identity.identifier'),
    }),
    fc.record({ operator: fc.constant('REGEX'), value: pattern, property_: attribute }),
    fc.record({
        operator: fc.constantFrom(
            'EQUAL',
            'NOT_EQUAL',
            'GREATER_THAN',
            'GREATER_THAN_INCLUSIVE',
            'LESS_THAN',
            'LESS_THAN_INCLUSIVE',
        ),
        value: figure.map(String),
        property_: fc.constant('age'),
    }),
    fc.record({
        operator: fc.constantFrom('EQUAL', 'NOT_EQUAL'),
        value: fc.constantFrom('true', 'False'),
        property_: fc.constant('beta'),
    }),
    fc.record({ operator: fc.constantFrom('IS_SET', 'IS_NOT_SET'), value: fc.constant(''), property_: attribute }),
    fc.record({
        operator: fc.constant('PERCENTAGE_SPLIT'),
        value: fc.constantFrom('10', '50', '33.3'),
        property_: fc.constantFrom('', '$.identity.identifier'),
    }),
    fc.record({
        operator: fc.constantFrom('EQUAL', 'IN'),
        value: fc.constantFrom('Production', 'Staging'),
        property_: fc.constant('$.environment.name'),
    }),
);
const type = fc.constantFrom('ALL', 'ANY', 'NONE');
const inner = fc.record({ type, rules: fc.constant([]), conditions: fc.array(condition, { maxLength: 2 }) });
const rule = fc.record({
    type,
    rules: fc.array(inner, { maxLength: 2 }),
    conditions: fc.array(condition, { maxLength: 1 }),
});

const value = fc.constantFrom(null, 'red', 'green', 7);
let lastId = 0;
const state = (name: string) =>
    fc.tuple(fc.boolean(), value, fc.option(shares(3)), fc.nat(9)).map(([enabled, own, allocations, priority]) => {
        lastId++;
        return {
            feature: { id: name === 'first' ? 1 : 2, name, type: allocations ? 'MULTIVARIATE' : 'STANDARD' },
            enabled,
            feature_state_value: own,
            django_id: lastId,
            featurestate_uuid: `uuid-${lastId}`,
            feature_segment: { priority },
            multivariate_feature_state_values: (allocations ?? []).slice(0, 2).map((percentage, i) => ({
                // The order is defined by the numbers, not by the list.
                id: 10 - i,
                mv_fs_value_uuid: `mv-${i}`,
                percentage_allocation: percentage,
                multivariate_feature_option: { id: i, value: `variant-${i}` },
            })),
        };
    });

export const flagsmithDocuments = fc
    .tuple(
        state('first'),
        state('second'),
        fc.array(fc.tuple(fc.array(rule, { maxLength: 2 }), state('first'), state('second')), { maxLength: 3 }),
        fc.array(fc.tuple(fc.constantFrom('alice', 'user-1'), state('first')), { maxLength: 2 }),
    )
    .map(([first, second, segments, overrides]) => ({
        id: 1,
        api_key: 'envkey',
        name: 'Production',
        project: {
            id: 1,
            name: 'project',
            hide_disabled_flags: false,
            organisation: {
                id: 1,
                name: 'o',
                feature_analytics: false,
                stop_serving_flags: false,
                persist_trait_data: true,
            },
            segments: segments.map(([rules, ...feature_states], i) => ({
                id: 3 - i,
                name: `segment ${i}`,
                rules,
                feature_states,
            })),
        },
        feature_states: [first, second],
        identity_overrides: overrides.map(([identifier, feature]) => ({
            identifier,
            identity_uuid: identifier,
            environment_api_key: 'envkey',
            created_date: '2026-01-01T00:00:00Z',
            identity_features: [feature],
            identity_traits: [],
        })),
    }));
