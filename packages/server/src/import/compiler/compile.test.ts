import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RESOURCE_LIMITS } from '../../core/settings/resource-limits.ts';
import { DocumentBudget } from '../document-budget.ts';
import { runAtOnce } from '../import-steps.ts';
import type { Bucketing } from '../model/bucketing.ts';
import {
    all,
    any,
    everyone,
    type ImportCondition,
    isNumber,
    not,
    oneOf,
    present,
    test as textTest,
    unsupportedTest,
} from '../model/condition.ts';
import type { ForeignFlag, ForeignState, ImportOutcome, ImportRule, Serves } from '../model/flag.ts';
import { Interpreter } from '../model/interpret.ts';
import { bucketOf, compiled, isSame, readEngine, readOutcome } from '../proof/compare.ts';
import { contextsFor, seededRandom } from '../proof/contexts.ts';
import { type CompileOptions, compileState } from './compile.ts';
import { ElementaryTests } from './elementary.ts';
import { Segments } from './segments.ts';

const BOOLEAN: Omit<ForeignFlag, 'states'> = {
    key: 'flag',
    path: '',
    description: undefined,
    tags: [],
    isBoolean: true,
    notes: [],
};
const VALUED = { ...BOOLEAN, isBoolean: false };
const byUser: Bucketing = {
    algorithm: 'growthbook2',
    prefix: 'seed',
    suffix: '',
    attribute: 'userId',
    missing: 'empty',
};

const rule = (when: ImportCondition, serves: Serves | ImportOutcome, path = 'rule'): ImportRule => ({
    path,
    title: path,
    when,
    serves: typeof serves === 'object' && ('outcome' in serves || 'split' in serves) ? serves : { outcome: serves },
});
const on = (...rules: ImportRule[]): ForeignState => ({ isOn: true, rules, off: rule(everyone, 'off', 'off') });

function compile(
    flag: Omit<ForeignFlag, 'states'>,
    state: ForeignState,
    percentages: CompileOptions['percentages'] = 'people',
) {
    const segments = new Segments();
    const target = runAtOnce(
        compileState({ ...flag, states: new Map() }, state, {
            percentages,
            limits: DEFAULT_RESOURCE_LIMITS,
            segments,
            tests: new ElementaryTests(DEFAULT_RESOURCE_LIMITS),
            budget: runAtOnce(DocumentBudget.for(null)),
        }),
    );
    const set = compiled([[flag.key, target]], segments);
    return { target, segments, read: (context: Record<string, string>) => readEngine(set, flag.key, context) };
}

const half = (first: ImportOutcome, second: ImportOutcome | 'next'): Serves => ({
    split: {
        bucketing: byUser,
        parts: [
            { share: 0.5, ranges: [{ from: 0, to: 0.5 }], serves: first },
            { share: 0.5, ranges: [{ from: 0.5, to: 1 }], serves: second },
        ],
    },
});

describe('ordered rules as strategies', () => {
    const inNorway = oneOf('country', ['NO']);
    const pays = oneOf('plan', ['pro', 'team']);

    test('a rule that serves false excludes its users from all later rules', () => {
        const { target, read } = compile(BOOLEAN, on(rule(inNorway, 'off'), rule(pays, 'on')));

        expect(target).toMatchObject({ verdict: 'exact', reads: 'enabled', enabled: true });
        expect(read({ plan: 'pro' })).toBe(true);
        expect(read({ plan: 'pro', country: 'NO' })).toBe(false);
    });

    test('a share that is off stops at its rule, although a failed rollout would continue', () => {
        const { target, read } = compile(BOOLEAN, on(rule(inNorway, half('on', 'off')), rule(everyone, 'on')), 'share');

        expect(target).toMatchObject({ verdict: 're-bucketed', reads: 'enabled' });
        const results = Array.from({ length: 1000 }, (_, i) => read({ userId: `user-${i}`, country: 'NO' }));
        const share = results.filter(Boolean).length / 1000;
        expect(share).toBeGreaterThan(0.44);
        expect(share).toBeLessThan(0.56);
        expect(read({ userId: 'anyone', country: 'SE' })).toBe(true);
    });

    test('a rule that would need an unsupported constraint becomes a value, and the report mentions it', () => {
        const { target, read } = compile(
            BOOLEAN,
            on(rule(all(present('beta'), not(oneOf('beta', ['yes']))), 'off'), rule(everyone, 'on')),
        );

        expect(target).toMatchObject({ verdict: 'exact', reads: 'variant' });
        expect(target.notes[0]).toContain('Read its variant');
        expect([read({}), read({ beta: 'yes' }), read({ beta: 'no' })]).toEqual([true, true, false]);
    });

    test('a flag that is off but serves a value is imported as on with that value; its rules are imported disabled', () => {
        const state = {
            ...on(rule(everyone, { value: 'red' })),
            isOn: false,
            off: rule(everyone, { value: 'grey' }, 'off'),
        };
        const { target, read } = compile(VALUED, state);

        expect(target.enabled).toBe(true);
        expect(target.strategies.map(({ disabled }) => disabled)).toEqual([false, true]);
        expect(read({})).toBe('grey');
    });

    test('a flag that is off stays off, and keeps its rules', () => {
        const { target, read } = compile(BOOLEAN, { ...on(rule(inNorway, 'on')), isOn: false });

        expect(target).toMatchObject({ enabled: false, verdict: 'exact' });
        expect(target.strategies).toHaveLength(1);
        expect(read({ country: 'NO' })).toBe(false);
    });

    test('a lost condition includes nobody: neither the users of the rule, nor users that it would have excluded', () => {
        const { target, read } = compile(
            VALUED,
            on(
                rule(all(inNorway, unsupportedTest('no way to ask')), 'off', 'first'),
                rule(pays, { value: 1 }, 'second'),
            ),
        );

        expect(target.rules.map(({ path, verdict }) => [path, verdict])).toEqual([
            ['first', 'lost'],
            ['second', 'lost'],
        ]);
        expect(read({ country: 'NO', plan: 'pro' })).toBe(false);
    });

    test('a list that is too long for a constraint is split; values with whitespace become patterns', () => {
        const many = Array.from({ length: 600 }, (_, i) => `user-${i}`);
        const { target, read } = compile(BOOLEAN, on(rule(oneOf('userId', [...many, ' x ']), 'on')));

        expect(target.strategies).toHaveLength(4);
        expect([read({ userId: 'user-599' }), read({ userId: ' x ' }), read({ userId: 'x' })]).toEqual([
            true,
            true,
            false,
        ]);
    });

    test('a named condition that is a list of constraints becomes a segment', () => {
        const segment: ImportCondition = { is: 'segment', name: 'payers', of: all(inNorway, pays) };
        const { segments, target, read } = compile(BOOLEAN, on(rule(segment, 'on')));

        expect([...segments.all.keys()]).toEqual(['payers']);
        expect(target.strategies[0]).toMatchObject({ segments: ['payers'], constraints: [] });
        expect(read({ country: 'NO', plan: 'team' })).toBe(true);
    });

    test('of two conditions with the same name, only the first becomes a segment', () => {
        const named = (of: ImportCondition): ImportCondition => ({ is: 'segment', name: 'payers', of });
        const { segments, read } = compile(
            VALUED,
            on(rule(named(inNorway), { value: 'first' }), rule(named(pays), { value: 'second' })),
        );

        expect(segments.all.get('payers')).toEqual([{ contextName: 'country', operator: 'IN', values: ['NO'] }]);
        expect([read({ country: 'NO' }), read({ plan: 'pro' })]).toEqual(['first', 'second']);
    });

    test('an existing segment with this name and other constraints is not changed', () => {
        const segments = new Segments([['payers', [{ contextName: 'country', operator: 'IN', values: ['SE'] }]]]);

        expect(segments.take('payers', [{ test: oneOf('country', ['SE']), negated: false }])).toBe(true);
        expect(segments.take('payers', [{ test: inNorway, negated: false }])).toBe(false);
    });

    test('a condition that grows exponentially is reported as lost within a short time', () => {
        const clause = (i: number) => any(oneOf(`a${i}`, ['1']), oneOf(`b${i}`, ['1']), oneOf(`c${i}`, ['1']));
        const { target } = compile(
            VALUED,
            on(rule(all(...Array.from({ length: 40 }, (_, i) => clause(i))), { value: 1 })),
        );

        expect(target).toMatchObject({ verdict: 'lost', enabled: false });
        expect(target.rules[0]?.reasons[0]).toContain('more than 300');
    });
});

test('rules that depend on thousands of others, or have thousands of tests, are reported as lost within a short time', () => {
    const named = (kind: string, i: number) => textTest(`${kind}${i}`, { op: 'contains', values: ['x'] });
    const many = (kind: string, length: number) => Array.from({ length }, (_, i) => named(kind, i));
    const turns = (length: number) =>
        many('b', length).flatMap((when, i) => [rule(when, 'off'), rule(named('c', i), { value: i })]);
    const { target } = compile(VALUED, on(rule(all(...many('a', 3_000)), { value: 1 }), ...turns(900)));

    expect(target).toMatchObject({ verdict: 'lost', strategies: [] });
    expect(target.rules[0]?.reasons[0]).toContain('takes too long');
    expect(compile(VALUED, on(...turns(5_000))).target).toMatchObject({ verdict: 'lost', strategies: [] });
});

const attribute = fc.constantFrom('country', 'plan', 'email');
const literal = fc.constantFrom('NO', 'SE', 'pro', 'a@b.c', 'b', ' spaced ', 'x+y');
const bucket: fc.Arbitrary<ImportCondition> = fc
    .tuple(
        fc.constantFrom('zero', 'empty', 'out'),
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 0, max: 10 }),
        fc.boolean(),
    )
    .map(([missing, a, b, inclusive]) => ({
        is: 'bucket',
        bucketing: { ...byUser, missing } as Bucketing,
        ranges: [{ from: Math.min(a, b) / 10, to: Math.max(a, b) / 10, ...(inclusive && { inclusive }) }],
    }));
const leaf: fc.Arbitrary<ImportCondition> = fc.oneof(
    fc
        .tuple(attribute, fc.uniqueArray(literal, { minLength: 1, maxLength: 3 }))
        .map(([name, values]) => oneOf(name, values)),
    fc
        .tuple(attribute, fc.constantFrom('starts-with' as const, 'ends-with' as const, 'contains' as const), literal)
        .map(([name, op, value]) => textTest(name, { op, values: [value] })),
    fc
        .tuple(
            fc.constantFrom('<' as const, '<=' as const, '=' as const, '>=' as const, '>' as const),
            fc.integer({ min: -2, max: 2 }),
        )
        .map(([relation, value]) => isNumber('age', relation, value)),
    attribute.map(present),
    fc.constant(everyone),
);
const { condition } = fc.letrec<{ condition: ImportCondition }>((tie) => ({
    condition: fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        leaf,
        bucket,
        fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((of) => all(...of)),
        fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((of) => any(...of)),
        tie('condition').map(not),
        tie('condition').map(
            (of): ImportCondition => ({ is: 'segment', name: `segment ${JSON.stringify(of).length}`, of }),
        ),
    ),
}));

const stateOf = (outcome: fc.Arbitrary<ImportOutcome>): fc.Arbitrary<ForeignState> =>
    fc
        .array(
            fc.tuple(condition, fc.oneof(outcome, fc.tuple(outcome, fc.oneof(outcome, fc.constant('next' as const))))),
            {
                minLength: 1,
                maxLength: 4,
            },
        )
        .map((rules) =>
            on(
                ...rules.map(([when, serves], i) =>
                    rule(when, Array.isArray(serves) ? half(serves[0], serves[1]) : serves, `rules[${i}]`),
                ),
            ),
        );

test.each([
    ['a boolean flag', BOOLEAN, fc.constantFrom<ImportOutcome>('on', 'off')],
    [
        'a flag of values',
        VALUED,
        fc.constantFrom<ImportOutcome>({ value: 'a' }, { value: 2 }, { value: { deep: [1] } }, 'off'),
    ],
])('%s that is not lost evaluates like its rules for every context', (_, flag, outcome) => {
    let compared = 0;
    fc.assert(
        fc.property(stateOf(outcome), fc.integer(), (state, seed) => {
            const { target, read } = compile(flag, state);
            if (target.verdict === 'lost') return;
            for (const context of contextsFor(state, 20, seededRandom(seed))) {
                const expected = readOutcome(new Interpreter(bucketOf).decide(state, context));
                compared++;
                if (!isSame(read(context), expected)) {
                    expect({ context, state, target, answered: read(context) }).toEqual({ expected });
                }
            }
        }),
    );
    expect(compared).toBeGreaterThan(200);
});

/** Conditions of which a part cannot be expressed. */
const { lossy } = fc.letrec<{ lossy: ImportCondition }>((tie) => ({
    lossy: fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        leaf,
        bucket,
        fc.nat(2).map((i) => unsupportedTest(`lost ${i}`)),
        fc.array(tie('lossy'), { minLength: 1, maxLength: 3 }).map((of) => all(...of)),
        fc.array(tie('lossy'), { minLength: 1, maxLength: 3 }).map((of) => any(...of)),
        tie('lossy').map(not),
    ),
}));

/** Replaces each lost test by its unknown result. */
function decided(condition: ImportCondition, results: readonly boolean[]): ImportCondition {
    switch (condition.is) {
        case 'all':
        case 'any':
            return { ...condition, of: condition.of.map((each) => decided(each, results)) };
        case 'not':
        case 'segment':
            return { ...condition, of: decided(condition.of, results) } as ImportCondition;
        case 'lost':
            return results[Number(condition.reason.at(-1))] ? everyone : any();
        default:
            return condition;
    }
}

const lossyRule = (outcome: fc.Arbitrary<ImportOutcome>) =>
    fc.record({
        when: lossy,
        serves: fc.oneof(outcome, fc.tuple(outcome, fc.oneof(outcome, fc.constant('next' as const)))),
        // The real result of a rule that has losses; undefined: the rule has none.
        unknown: fc.oneof(
            { weight: 4, arbitrary: fc.constant(undefined) },
            { weight: 1, arbitrary: fc.oneof(outcome, fc.constant('next' as const)) },
        ),
    });

test.each([
    ['a boolean flag', BOOLEAN, fc.constantFrom<ImportOutcome>('on', 'off')],
    [
        'a flag of values',
        VALUED,
        fc.constantFrom<ImportOutcome>({ value: 'a' }, { value: false }, { value: { deep: [1] } }, 'off'),
    ],
])(
    '%s with losses gives no user a result that the source does not, whatever the lost parts are',
    (_, flag, outcome) => {
        let [compared, enabled] = [0, 0];
        fc.assert(
            fc.property(
                fc.array(lossyRule(outcome), { minLength: 1, maxLength: 4 }),
                fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
                fc.integer(),
                (given, results, seed) => {
                    const rules = given.map(({ when, serves, unknown }, i): ImportRule => {
                        const served = Array.isArray(serves) ? half(serves[0], serves[1]) : serves;
                        return { ...rule(when, served, `rules[${i}]`), ...(unknown && { losses: ['unknown'] }) };
                    });
                    const { target, read } = compile(flag, on(...rules));
                    const real = on(
                        ...rules.flatMap(({ when, ...each }, i) => {
                            const { unknown } = given[i]!;
                            const known = decided(when, results);
                            if (unknown === 'next') return [];
                            return rule(known, unknown ?? each.serves, each.path);
                        }),
                    );
                    if (target.verdict !== 'lost') return;
                    for (const context of contextsFor(on(...rules), 20, seededRandom(seed))) {
                        const [imported, expected] = [
                            read(context),
                            readOutcome(new Interpreter(bucketOf).decide(real, context)),
                        ];
                        compared++;
                        if (imported === false) continue;
                        enabled++;
                        if (!isSame(imported, expected))
                            expect({ context, rules, target, imported }).toEqual({ expected });
                    }
                },
            ),
        );
        expect(compared).toBeGreaterThan(200);
        expect(enabled).toBeGreaterThan(20);
    },
);

test('users of a share that are off get nothing from later rules, even if other users of the rule continue', () => {
    const thirds: Serves = {
        split: {
            bucketing: byUser,
            parts: [
                { share: 0.3, ranges: [{ from: 0, to: 0.3 }], serves: { value: 'a' } },
                { share: 0.3, ranges: [{ from: 0.3, to: 0.6 }], serves: 'off' },
            ],
        },
    };
    const { target, read } = compile(VALUED, on(rule(everyone, thirds), rule(everyone, { value: 'a' })), 'share');

    expect(target.verdict).toBe('lost');
    const results = Array.from({ length: 1000 }, (_, i) => read({ userId: `user-${i}` }));
    expect(results.filter(Boolean).length / 1000).toBeLessThan(0.36);
});
