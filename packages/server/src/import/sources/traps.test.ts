import { describe, expect, test } from 'vitest';
import { DEFAULT_RESOURCE_LIMITS } from '../../core/resource-limits.ts';
import { compileState } from '../compiler/compile.ts';
import { Segments } from '../compiler/segments.ts';
import { compiled, readEngine } from '../proof/compare.ts';
import type { SourceName } from '../source-names.ts';
import { SOURCES } from './index.ts';

/** A document of one flag, brought here: its verdict, and what it answers. */
function brought(source: SourceName, document: unknown, flag?: string) {
    const found = SOURCES[source].read(document).flags.find(({ key }) => flag === undefined || key === flag)!;
    const segments = new Segments();
    const [state] = found.states.values();
    const target = compileState(found, state!, { percentages: 'people', limits: DEFAULT_RESOURCE_LIMITS, segments });
    const set = compiled([[found.key, target]], segments);
    return { ...target, read: (context: Record<string, string>) => readEngine(set, found.key, context) };
}

describe('LaunchDarkly', () => {
    const flag = (more: object) => ({
        flags: {
            f: {
                on: true,
                salt: 's1',
                variations: [true, false],
                offVariation: 1,
                fallthrough: { variation: 1 },
                ...more,
            },
        },
    });
    const clause = { attribute: 'country', op: 'in', values: ['NO'] };

    test('a negated clause does not match what is missing', () => {
        const { read, verdict } = brought(
            'launchdarkly',
            flag({ rules: [{ variation: 0, clauses: [{ ...clause, negate: true }] }] }),
        );

        expect(verdict).toBe('exact');
        expect([read({ country: 'SE' }), read({ country: 'NO' }), read({})]).toEqual([true, false, false]);
    });

    test('a rollout by a missing attribute serves the first variation that has a share', () => {
        const variations = [
            { variation: 1, weight: 0 },
            { variation: 0, weight: 1_000 },
            { variation: 1, weight: 99_000 },
        ];
        const { read } = brought(
            'launchdarkly',
            flag({ fallthrough: { rollout: { bucketBy: 'company', variations } } }),
        );

        expect(read({ userId: 'alice' })).toBe(true);
    });

    test('a context that does not say whether it is anonymous is not: the rule is exact for those that do', () => {
        const clauses = [{ attribute: 'anonymous', op: 'in', values: [false] }];

        expect(brought('launchdarkly', flag({ rules: [{ variation: 0, clauses }] })).verdict).toBe(
            'exact when present',
        );
    });

    test('a seed takes the place of key and salt in plain rollouts, too', () => {
        const rollout = {
            seed: 61,
            variations: [
                { variation: 0, weight: 50_000 },
                { variation: 1, weight: 50_000 },
            ],
        };
        const { strategies } = brought('launchdarkly', flag({ fallthrough: { rollout } }));

        expect(strategies[0]?.parameters).toMatchObject({ prefix: '61.' });
    });

    test('the list of targets of all kinds says the order', () => {
        const { read } = brought('launchdarkly', {
            flags: {
                f: {
                    ...flag({}).flags.f,
                    variations: ['none', 'user', 'company'],
                    targets: [{ variation: 1, values: ['alice'] }],
                    contextTargets: [
                        { contextKind: 'company', variation: 2, values: ['acme'] },
                        { contextKind: 'user', variation: 1, values: [] },
                    ],
                },
            },
        });

        expect([read({ userId: 'alice', 'company.key': 'acme' }), read({ userId: 'alice' })]).toEqual([
            'company',
            'user',
        ]);
    });
});

describe('Flagsmith', () => {
    const state = (more: object) => ({
        feature: { id: 1, name: 'f', type: 'STANDARD' },
        enabled: true,
        feature_state_value: null,
        django_id: 5,
        ...more,
    });
    const document = (rules: object[], override: object, own: object) => ({
        api_key: 'envkey',
        name: 'Production',
        project: { segments: [{ id: 7, name: 'segment', rules, feature_states: [state(override)] }] },
        feature_states: [state(own)],
    });

    test('a rule of the type NONE holds for what is missing', () => {
        const none = [
            { type: 'NONE', rules: [], conditions: [{ operator: 'EQUAL', property_: 'country', value: 'NO' }] },
        ];
        const { read } = brought('flagsmith', document(none, { enabled: true }, { enabled: false }));

        expect([read({ userId: 'a' }), read({ userId: 'a', country: 'NO' })]).toEqual([true, false]);
    });

    test('a percentage is placed by segment, key of the environment and identifier', () => {
        const half = [
            { type: 'ALL', rules: [], conditions: [{ operator: 'PERCENTAGE_SPLIT', property_: '', value: '56' }] },
        ];
        const { read } = brought('flagsmith', document(half, { enabled: true }, { enabled: false }));

        expect(['alice', 'bob', 'user-1', 'user-42', 'a1b2c3'].filter((userId) => read({ userId }) === true)).toEqual([
            'user-1',
            'user-42',
            'a1b2c3',
        ]);
    });

    test('a feature export looks whole and is refused', () => {
        expect(() => SOURCES.flagsmith.read([{ name: 'f', enabled: true }])).toThrow('feature export');
    });
});

describe('GrowthBook', () => {
    const feature = (rule: object) => ({ features: { f: { defaultValue: false, rules: [rule] } } });

    test('coverage includes its bound, a range does not', () => {
        const bound = { hashVersion: 1, seed: 'f', force: true };

        expect(brought('growthbook', feature({ ...bound, coverage: 0.326 })).read({ userId: 'bob' })).toBe(true);
        expect(brought('growthbook', feature({ ...bound, range: [0, 0.326] })).read({ userId: 'bob' })).toBe(false);
    });

    test('the hash is version 1 unless it is said', () => {
        expect(brought('growthbook', feature({ force: true, coverage: 0.5 })).strategies[0]?.parameters).toMatchObject({
            algorithm: 'growthbook1',
        });
    });
});

describe('ConfigCat', () => {
    test('a rule that asks for what is missing is skipped whole, also when it asks for the opposite', () => {
        const c = [{ u: { a: 'Country', c: 1, l: ['NO'] } }];
        const { read } = brought('configcat', {
            f: { f: { t: 0, v: { b: false }, r: [{ c, s: { v: { b: true } } }] } },
        });

        expect([
            read({ userId: 'a', Country: 'SE' }),
            read({ userId: 'a', Country: 'NO' }),
            read({ userId: 'a' }),
        ]).toEqual([true, false, false]);
    });

    test('what is hashed is lost', () => {
        const c = [{ u: { a: 'Email', c: 16, l: ['e3b0c44298fc1c149afbf4c8996fb924'] } }];

        expect(
            brought('configcat', { f: { f: { t: 0, v: { b: false }, r: [{ c, s: { v: { b: true } } }] } } }),
        ).toMatchObject({
            verdict: 'lost',
            rules: [{ reasons: ['what it is compared with is hashed'] }, {}],
        });
    });
});

describe('flagd', () => {
    const flag = (targeting: unknown, more: object = {}) => ({
        flags: { f: { state: 'ENABLED', variants: { yes: 'y', no: 'n' }, defaultVariant: 'no', targeting, ...more } },
    });

    test('in a list is one of it, in a text is a part of it', () => {
        expect(
            brought('flagd', flag({ if: [{ in: [{ var: 'country' }, ['NO']] }, 'yes'] })).read({ country: 'NOR' }),
        ).toBe('n');
        expect(
            brought('flagd', flag({ if: [{ in: ['NO', { var: 'country' }] }, 'yes'] })).read({ country: 'NOR' }),
        ).toBe('y');
    });

    test('a result of null is the default variant, and what is disabled answers nothing', () => {
        expect(brought('flagd', flag({ if: [true, null, 'yes'] })).read({})).toBe('n');
        expect(brought('flagd', flag(null, { state: 'DISABLED' })).read({})).toBe(false);
    });
});

describe('Microsoft', () => {
    test('a percentile that ends with a hundred has it, and an unknown filter is lost', () => {
        const allocation = { percentile: [{ variant: 'a', from: 0, to: 100 }] };
        const variants = [{ name: 'a', configuration_value: 1 }];
        const document = (flag: object) => ({
            feature_management: { feature_flags: [{ id: 'f', enabled: true, ...flag }] },
        });

        expect(brought('microsoft', document({ variants, allocation })).strategies[0]?.parameters).toMatchObject({
            ranges: '0..=100',
        });
        expect(brought('microsoft', document({ conditions: { client_filters: [{ name: 'Mine' }] } })).verdict).toBe(
            'lost',
        );
    });

    test('a variant that overrides whether the flag is enabled is lost', () => {
        const flag = {
            id: 'f',
            enabled: true,
            variants: [{ name: 'a', configuration_value: 1, status_override: 'Disabled' }],
            allocation: { default_when_enabled: 'a' },
        };

        expect(brought('microsoft', { feature_management: { feature_flags: [flag] } }).verdict).toBe('lost');
    });
});
