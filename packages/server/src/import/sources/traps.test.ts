import { describe, expect, test } from 'vitest';
import { DEFAULT_RESOURCE_LIMITS } from '../../core/settings/resource-limits.ts';
import { compileState } from '../compiler/compile.ts';
import { ElementaryTests } from '../compiler/elementary.ts';
import { Segments } from '../compiler/segments.ts';
import { runAtOnce } from '../import-steps.ts';
import { InvalidDocument } from '../invalid-document.ts';
import { compiled, readEngine } from '../proof/compare.ts';
import { openDocument } from '../reading.ts';
import type { SourceName } from '../source-names.ts';
import { SOURCES } from './index.ts';
import { readWhole } from './source.ts';

/** Imports a document with one flag; returns its verdict and an evaluation function. */
function brought(source: SourceName, document: unknown, flag?: string) {
    const root = runAtOnce(openDocument(document));
    const imported = runAtOnce(SOURCES[source].read(root)).flags.find(({ key }) => flag === undefined || key === flag)!;
    const segments = new Segments();
    const [state] = imported.states.values();
    const target = runAtOnce(
        compileState(imported, state!, {
            percentages: 'people',
            limits: DEFAULT_RESOURCE_LIMITS,
            segments,
            tests: new ElementaryTests(DEFAULT_RESOURCE_LIMITS),
            budget: root.budget,
        }),
    );
    const set = compiled([[imported.key, target]], segments);
    return { ...target, read: (context: Record<string, string>) => readEngine(set, imported.key, context) };
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

    test('a negated clause does not match a missing attribute', () => {
        const { read, verdict } = brought(
            'launchdarkly',
            flag({ rules: [{ variation: 0, clauses: [{ ...clause, negate: true }] }] }),
        );

        expect(verdict).toBe('exact when present');
        expect([read({ country: 'SE' }), read({ country: 'NO' }), read({})]).toEqual([true, false, false]);
    });

    test('a disabled rule serves nobody, also in a flag that is required', () => {
        const clauses = [clause];
        const parent = flag({ rules: [{ variation: 0, disabled: true, clauses }] }).flags.f;
        const rules = [
            { variation: 0, disabled: true, clauses },
            { variation: 0, disabled: false, clauses: [{ ...clause, values: ['SE'] }] },
        ];
        const { read, rules: reported } = brought('launchdarkly', flag({ rules }));
        const child = flag({ fallthrough: { variation: 0 }, prerequisites: [{ key: 'parent', variation: 0 }] }).flags.f;

        expect([read({ country: 'NO' }), read({ country: 'SE' })]).toEqual([false, true]);
        expect(reported.map(({ title }) => title)).toEqual(['Rule 1 (disabled)', 'Rule 2', 'Default rule']);
        expect(brought('launchdarkly', { flags: { child, parent } }, 'child').read({ country: 'NO' })).toBe(false);
    });

    test('a rule for a big segment, whose members are not in the document, is lost', () => {
        const clauses = [{ attribute: '', op: 'segmentMatch', values: ['big'] }];
        const document = flag({ rules: [{ variation: 0, clauses }] });
        const imported = (unbounded: boolean) =>
            brought('launchdarkly', { ...document, segments: { big: { unbounded, included: ['ada'] } } });

        expect(imported(false)).toMatchObject({ verdict: 'exact' });
        expect(imported(true).rules[0]).toMatchObject({
            verdict: 'lost',
            reasons: ['the members of big segment big are not in the document'],
        });
        expect(imported(true).read({ userId: 'ada' })).toBe(false);
    });

    test.each(['archived', 'deleted'])('a flag that is %s is off, also as a prerequisite', (member) => {
        const parent = { ...flag({ fallthrough: { variation: 0 } }).flags.f, [member]: true };
        const child = flag({ fallthrough: { variation: 0 }, prerequisites: [{ key: 'parent', variation: 0 }] }).flags.f;
        const document = { flags: { child, parent } };

        expect(brought('launchdarkly', document, 'parent')).toMatchObject({ enabled: false, strategies: [] });
        expect(brought('launchdarkly', document, 'child').read({})).toBe(false);
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

    test('a context without "anonymous" is not anonymous: the rule is exact only for contexts that contain it', () => {
        const clauses = [{ attribute: 'anonymous', op: 'in', values: [false] }];

        expect(brought('launchdarkly', flag({ rules: [{ variation: 0, clauses }] })).verdict).toBe(
            'exact when present',
        );
    });

    test('a seed replaces key and salt in plain rollouts, too', () => {
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

    test('exponentially growing prerequisites are reported as lost within a short time', () => {
        const asking = (level: number) =>
            flag({ prerequisites: Array(level === 0 ? 0 : 10).fill({ key: `f${level - 1}`, variation: 1 }) }).flags.f;
        const flags = Object.fromEntries(Array.from({ length: 9 }, (_, level) => [`f${level}`, asking(level)]));

        expect(brought('launchdarkly', { flags }, 'f8').verdict).toBe('lost');
    });

    test('the list of context targets defines the order', () => {
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

describe('an attribute that may be a list, of which any element matches in the source, is exact for single values only:', () => {
    const launchDarkly = (clause: object) => ({
        flags: {
            f: {
                on: true,
                salt: 's1',
                variations: [true, false],
                offVariation: 1,
                fallthrough: { variation: 1 },
                rules: [{ variation: 0, clauses: [clause] }],
            },
        },
    });
    const growthBook = (condition: object) => ({
        features: { f: { defaultValue: false, rules: [{ condition, force: true }] } },
        savedGroups: { g: ['NO'] },
    });
    const logic = (test: object) => ({
        flags: {
            f: { variants: { on: true, off: false }, defaultVariant: 'off', targeting: { if: [test, 'on', 'off'] } },
        },
    });

    test.each<[SourceName, string, unknown]>([
        ['launchdarkly', 'country', launchDarkly({ attribute: 'country', op: 'in', values: ['NO'] })],
        ['launchdarkly', 'country', launchDarkly({ attribute: 'country', op: 'in', values: ['NO'], negate: true })],
        ['launchdarkly', 'age', launchDarkly({ attribute: 'age', op: 'lessThan', values: [7] })],
        ['launchdarkly', 'app', launchDarkly({ attribute: 'app', op: 'semVerEqual', values: ['1.0.0'] })],
        [
            'launchdarkly',
            'company.country',
            launchDarkly({ contextKind: 'company', attribute: '/country', op: 'startsWith', values: ['N'] }),
        ],
        ['growthbook', 'country', growthBook({ country: { $in: ['NO'] } })],
        ['growthbook', 'country', growthBook({ country: { $nin: ['NO'] } })],
        ['growthbook', 'country', growthBook({ country: { $ini: ['NO'] } })],
        ['growthbook', 'country', growthBook({ country: { $inGroup: 'g' } })],
        ['growthbook', 'country', growthBook({ country: { $notInGroup: 'g' } })],
        ['flagd', 'country', logic({ in: ['NO', { var: 'country' }] })],
    ])('%s, %s (%#)', (source, attribute, document) => {
        const { verdict, rules } = brought(source, document);

        expect(verdict).toBe('exact when present');
        expect(rules[0]!.when).toContain(`${attribute} is a single value, not a list`);
    });

    test.each<[SourceName, string, unknown]>([
        ['launchdarkly', 'the key', launchDarkly({ attribute: 'key', op: 'in', values: ['alice'] })],
        ['growthbook', 'the id', growthBook({ id: { $in: ['alice'] } })],
        ['growthbook', 'an equality', growthBook({ country: 'NO' })],
        ['flagd', 'a list in the rule', logic({ in: [{ var: 'country' }, ['NO']] })],
    ])('%s, %s is exact', (source, _, document) => {
        expect(brought(source, document).verdict).toBe('exact');
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

    test('a rule of type NONE matches a missing trait', () => {
        const none = [
            { type: 'NONE', rules: [], conditions: [{ operator: 'EQUAL', property_: 'country', value: 'NO' }] },
        ];
        const { read } = brought('flagsmith', document(none, { enabled: true }, { enabled: false }));

        expect([read({ userId: 'a' }), read({ userId: 'a', country: 'NO' })]).toEqual([true, false]);
    });

    test('the bucket of a percentage depends on segment, environment key and identifier', () => {
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

    test('a feature export looks complete, but is rejected', () => {
        expect(() => readWhole(SOURCES.flagsmith, [{ name: 'f', enabled: true }])).toThrow('feature export');
    });
});

describe('GrowthBook', () => {
    const feature = (rule: object) => ({ features: { f: { defaultValue: false, rules: [rule] } } });

    test('coverage includes its bound, a range does not', () => {
        const bound = { hashVersion: 1, seed: 'f', force: true };

        expect(brought('growthbook', feature({ ...bound, coverage: 0.326 })).read({ userId: 'bob' })).toBe(true);
        expect(brought('growthbook', feature({ ...bound, range: [0, 0.326] })).read({ userId: 'bob' })).toBe(false);
    });

    test('the default hash version is 1', () => {
        expect(brought('growthbook', feature({ force: true, coverage: 0.5 })).strategies[0]?.parameters).toMatchObject({
            algorithm: 'growthbook1',
        });
    });
});

describe('Flipt', () => {
    const boolean = (more: object) => ({
        flags: [{ key: 'f', name: 'F', type: 'BOOLEAN_FLAG_TYPE', enabled: false, ...more }],
        segments: [
            {
                key: 'abroad',
                match_type: 'ALL_MATCH_TYPE',
                constraints: [{ type: 'STRING_COMPARISON_TYPE', property: 'country', operator: 'neq', value: 'NO' }],
            },
        ],
    });
    const variant = (distributions: object[]) => ({
        flags: [
            {
                key: 'f',
                name: 'F',
                enabled: true,
                variants: [{ key: 'red', attachment: { r: 255 } }, { key: 'green' }],
                rules: [{ segment: 'all', distributions }],
            },
        ],
        segments: [{ key: 'all', match_type: 'ALL_MATCH_TYPE' }],
    });

    test('a boolean that is disabled still serves its rollouts', () => {
        const { read } = brought('flipt', boolean({ rollouts: [{ segment: { key: 'abroad', value: true } }] }));

        expect([read({ country: 'SE' }), read({ country: 'NO' })]).toEqual([true, false]);
    });

    test('a missing value does not match "not equal"', () => {
        const { read, verdict } = brought(
            'flipt',
            boolean({ rollouts: [{ segment: { key: 'abroad', value: true } }] }),
        );

        expect([verdict, read({})]).toEqual(['exact', false]);
    });

    test('the hash input of booleans is entity and flag, that of variants is flag and entity', () => {
        const people = ['alice', 'bob', 'user-1', 'user-42', 'a1b2c3'];
        const share = brought('flipt', boolean({ rollouts: [{ threshold: { percentage: 38, value: true } }] }));
        const split = brought(
            'flipt',
            variant([
                { variant: 'red', rollout: 53.6 },
                { variant: 'green', rollout: 46.4 },
            ]),
        );

        expect(people.filter((userId) => share.read({ userId }) === true)).toEqual(['alice', 'bob']);
        expect(people.map((userId) => split.read({ userId }))).toEqual([
            'green',
            'green',
            { r: 255 },
            'green',
            'green',
        ]);
    });

    test('shares are normalized by their sum; a caveat mentions that version 1 does not do so', () => {
        const halves = [
            { variant: 'red', rollout: 20 },
            { variant: 'green', rollout: 20 },
        ];
        const { read, rules } = brought('flipt', variant(halves));

        // The buckets of the test vectors: 406 and 918 of a thousand.
        expect([read({ userId: 'user-1' }), read({ userId: 'alice' })]).toEqual([{ r: 255 }, 'green']);
        expect(rules[0]).toMatchObject({ when: [expect.stringContaining('version 2')] });
    });

    test('lists are supported as lists and as JSON text', () => {
        const document = (value: unknown) => ({
            flags: [{ key: 'f', type: 'BOOLEAN_FLAG_TYPE', rollouts: [{ segment: { key: 's', value: true } }] }],
            segments: [
                {
                    key: 's',
                    constraints: [{ type: 'STRING_COMPARISON_TYPE', property: 'country', operator: 'isoneof', value }],
                },
            ],
        });

        for (const value of [['NO', 'SE'], '["NO", "SE"]']) {
            expect(brought('flipt', document(value)).read({ country: 'SE' })).toBe(true);
        }
    });

    test('a date comparison with an attribute is lost', () => {
        const constraints = [
            { type: 'DATETIME_COMPARISON_TYPE', property: 'born', operator: 'lt', value: '2000-01-01' },
        ];
        const rollouts = [{ segment: { key: 's', value: true } }];

        expect(
            brought('flipt', {
                flags: [{ key: 'f', type: 'BOOLEAN_FLAG_TYPE', rollouts }],
                segments: [{ key: 's', constraints }],
            }),
        ).toMatchObject({ verdict: 'lost', rules: [{ path: 'flags[0].rollouts[0]' }, {}] });
    });
});

describe('GO Feature Flag', () => {
    const flag = (more: object) => ({
        f: { variations: { yes: true, no: false }, defaultRule: { variation: 'no' }, ...more },
    });
    const textTest = (query: string) => brought('gofeatureflag', flag({ targeting: [{ query, variation: 'yes' }] }));

    test('shares are in reverse alphabetical order', () => {
        const people = ['alice', 'bob', 'user-1', 'user-42', 'a1b2c3'];
        const { read } = brought('gofeatureflag', flag({ defaultRule: { percentage: { yes: 44.256, no: 55.744 } } }));

        // The buckets of the test vectors: 45219, 7256, 44256, 76183 and 27889.
        expect(people.filter((userId) => read({ userId }) === true)).toEqual(['bob', 'a1b2c3']);
    });

    test('shares need not add up to 100', () => {
        const { strategies } = brought('gofeatureflag', flag({ defaultRule: { percentage: { yes: 1, no: 3 } } }));

        expect(strategies[0]?.parameters).toMatchObject({ of: '4000', prefix: 'f', ranges: '0..1000' });
    });

    test('another bucketing attribute is supported', () => {
        const { strategies } = brought(
            'gofeatureflag',
            flag({ bucketingKey: 'team', defaultRule: { percentage: { yes: 50, no: 50 } } }),
        );

        expect(strategies[0]?.parameters).toMatchObject({ attribute: 'team', missing: 'out' });
    });

    test.each<[string, Record<string, string>, boolean]>([
        ['country eq "NO"', { country: 'NO' }, true],
        ['country ne "NO"', {}, false],
        ['not (country eq "NO")', {}, true],
        ['country in ["NO", "SE"]', { country: 'SE' }, true],
        ['email ew "@Example.com"', { email: 'a@EXAMPLE.com' }, true],
        ['email co "example" and age ge 18', { email: 'a@example.com', age: '18' }, true],
        ['age > 17.5', { age: '18' }, true],
        ['age pr', {}, false],
        ['age ne null', { age: '1' }, true],
        ['beta == true', { beta: 'true' }, true],
        ['version lt 2.0.0', { version: '1.9.9' }, true],
        ['key eq "alice"', { userId: 'alice' }, true],
        // `and` and `or` have the same precedence, from left to right.
        ['a eq "1" or b eq "1" and c eq "1"', { a: '1' }, false],
        ['a eq "1" or (b eq "1" and c eq "1")', { a: '1' }, true],
        ['{"==": [{"var": "country"}, "NO"]}', { country: 'NO' }, true],
    ])('%s with %o evaluates to %s', (query, context, holds) => {
        expect(textTest(query).read(context)).toBe(holds);
    });

    test.each([
        'country like "N"',
        'country eq',
        '(country eq "NO"',
        'name gt "a"',
        '{"starts_with": [1]}',
        'v lt 01.2.3',
    ])('%s is lost', (query) => expect(textTest(query).verdict).toBe('lost'));

    test('comparisons are case-insensitive in the source, so the rule is exact only for equal case', () => {
        expect(textTest('country eq "NO"').rules[0]).toMatchObject({ verdict: 'exact when present' });
        expect(textTest('plan sw "Pro"').rules[0]).toMatchObject({ verdict: 'exact' });
    });

    test.each([
        ['nested', `${'('.repeat(9_000)}a pr${')'.repeat(9_000)}`],
        ['nested as JSON', `${'{"!":'.repeat(15_000)}true${'}'.repeat(15_000)}`],
        ['changing its mind', `a pr${' and b pr or c pr'.repeat(5_000)}`],
    ])('a query that is %s without end is lost, not a crash', (_, query) => {
        expect(textTest(query).verdict).toBe('lost');
    });

    test('a very long query becomes one list of tests', () => {
        const { read } = textTest(`a pr${' and a pr'.repeat(10_000)}`);

        expect([read({ a: '1' }), read({})]).toEqual([true, false]);
    });

    test('a progressive rollout is imported before its start and after its end, and is lost in between', () => {
        const progressiveRollout = {
            initial: { variation: 'no', date: '2026-01-01T00:00:00Z' },
            end: { variation: 'yes', percentage: 100, date: '2026-02-01T00:00:00Z' },
        };
        const { read, rules } = brought('gofeatureflag', flag({ defaultRule: { progressiveRollout } }));
        const at = (currentTime: string) => read({ userId: 'alice', currentTime });

        expect([at('2025-12-31T00:00:00Z'), at('2026-02-01T00:00:00Z')]).toEqual([false, true]);
        expect(rules.map(({ verdict }) => verdict)).toEqual(['exact', 'server-only', 'lost']);
    });

    test('a disabled rule serves nobody, and a disabled flag is off', () => {
        const targeting = [
            { query: 'country eq "NO"', variation: 'yes', disable: true },
            { query: 'country eq "SE"', variation: 'yes', disable: false },
        ];
        const { read } = brought('gofeatureflag', flag({ targeting, defaultRule: { variation: 'no' } }));
        const disabled = brought('gofeatureflag', flag({ disable: true, defaultRule: { variation: 'yes' } }));

        expect([read({ country: 'NO' }), read({ country: 'SE' })]).toEqual([false, true]);
        expect([disabled.enabled, disabled.read({})]).toEqual([false, false]);
    });

    test('outside of its experimentation period the flag returns nothing', () => {
        const { read } = brought(
            'gofeatureflag',
            flag({ defaultRule: { variation: 'yes' }, experimentation: { end: '2026-02-01T00:00:00Z' } }),
        );

        expect([read({ currentTime: '2026-01-31T00:00:00Z' }), read({ currentTime: '2026-02-02T00:00:00Z' })]).toEqual([
            true,
            false,
        ]);
    });

    test('scheduled changes are lost, and a file of the previous format is rejected', () => {
        expect(brought('gofeatureflag', flag({ scheduledRollout: [{ date: '2026-01-01T00:00:00Z' }] })).verdict).toBe(
            'lost',
        );
        expect(() => readWhole(SOURCES.gofeatureflag, { f: { percentage: 100, true: 1, false: 2 } })).toThrow(
            'variations',
        );
    });
});

describe('ConfigCat', () => {
    test('a rule with a missing attribute is skipped completely, even if its condition is negated', () => {
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

    test('a hashed comparison is lost', () => {
        const c = [{ u: { a: 'Email', c: 16, l: ['e3b0c44298fc1c149afbf4c8996fb924'] } }];

        expect(
            brought('configcat', { f: { f: { t: 0, v: { b: false }, r: [{ c, s: { v: { b: true } } }] } } }),
        ).toMatchObject({
            verdict: 'lost',
            rules: [{ reasons: ['the compared value is hashed'] }, {}],
        });
    });
});

describe('flagd', () => {
    const flag = (targeting: unknown, more: object = {}) => ({
        flags: { f: { state: 'ENABLED', variants: { yes: 'y', no: 'n' }, defaultVariant: 'no', targeting, ...more } },
    });

    test('"in" matches an element of a list or a substring of a text', () => {
        expect(
            brought('flagd', flag({ if: [{ in: [{ var: 'country' }, ['NO']] }, 'yes'] })).read({ country: 'NOR' }),
        ).toBe('n');
        expect(
            brought('flagd', flag({ if: [{ in: ['NO', { var: 'country' }] }, 'yes'] })).read({ country: 'NOR' }),
        ).toBe('y');
    });

    test('a null result serves the default variant, and a disabled flag returns nothing', () => {
        expect(brought('flagd', flag({ if: [true, null, 'yes'] })).read({})).toBe('n');
        expect(brought('flagd', flag(null, { state: 'DISABLED' })).read({})).toBe(false);
    });
});

describe('Microsoft', () => {
    test('a percentile that ends at 100 includes its end, and an unknown filter is lost', () => {
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

const variations = { variations: [true, false], offVariation: 1, fallthrough: { variation: 0 } };
const documents: Record<SourceName, unknown> = {
    launchdarkly: { flags: { f: { on: true, salt: 's', ...variations } }, segments: {} },
    flagsmith: {
        api_key: 'k',
        name: 'Production',
        project: { segments: [] },
        feature_states: [{ feature: { id: 1, name: 'f' }, enabled: true }],
    },
    growthbook: { features: { f: { defaultValue: true } } },
    flipt: { flags: [{ key: 'f', name: 'F', type: 'BOOLEAN_FLAG_TYPE', enabled: true }] },
    configcat: { p: { s: 'salt' }, f: { f: { t: 0, v: { b: true } } } },
    flagd: { flags: { f: { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'on' } } },
    gofeatureflag: { f: { variations: { a: true, b: false }, defaultRule: { variation: 'a' } } },
    microsoft: { feature_management: { feature_flags: [{ id: 'f', enabled: true }] } },
};

test('a document of one product is not accepted as one of another', () => {
    const names = Object.keys(documents) as SourceName[];

    const taken = names.flatMap((product) =>
        names.flatMap((source) => {
            try {
                readWhole(SOURCES[source], documents[product]);
                return [`${product} as ${source}`];
            } catch (error) {
                expect(error).toBeInstanceOf(InvalidDocument);
                return [];
            }
        }),
    );

    expect(taken).toEqual(names.map((name) => `${name} as ${name}`));
});

test.each(Object.keys(documents) as SourceName[])(
    'a document of %s is read flag by flag, so that other work can run in between',
    (source) => {
        const steps = SOURCES[source].read(runAtOnce(openDocument(documents[source])));
        let turns = 0;
        let step = steps.next();
        for (; !step.done; step = steps.next()) turns++;

        expect(turns).toBe(step.value.flags.length);
        expect(turns).toBe(1);
    },
);
