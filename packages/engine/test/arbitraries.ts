import fc from 'fast-check';
import type {
    ConstraintDefinition,
    Context,
    DependencyDefinition,
    FlagDefinition,
    SegmentDefinition,
    StrategyDefinition,
    VariantDefinition,
} from '../src/index.ts';
import { operators, strategyTypes } from '../src/index.ts';

/** A fixed moment and a fixed "random" number, so that every run of a test has the same result. */
export const runtime = { now: () => Date.UTC(2026, 0, 1), random: () => 0.5 };

const fields = ['userId', 'sessionId', 'remoteAddress', 'currentTime', 'plan', '__proto__', 'constructor', 'toString'];
const field = fc.constantFrom(...fields);

/** Values of all kinds that operators read, so that constraints match often enough for a useful test. */
const value = fc.oneof(
    fc.constantFrom('1', '2', '3', 'alice', 'Alice', 'bob', '5', '5.0', '0', '-1', '1e3', 'NaN', '  7 '),
    fc.constantFrom('1.2.3', '1.2.3-alpha.1', '1.2.3-alpha.10', '2.0.0+build', 'v1.2.3', '01.2.3', '1.2'),
    fc.constantFrom('2025-12-31', '2026-01-01T00:00:00Z', '2026-06-01T12:00:00+02:00', '2026-99-99', 'yesterday'),
    fc.constantFrom('10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32', '::ffff:10.0.0.1', '10.0.0.0/99'),
    fc.constantFrom('^a', 'b$', '(a+)+$', '(unclosed', '(?i)ALICE', '', 'ø日本😀', '\ud800', '__proto__'),
    fc.string({ maxLength: 12, unit: 'binary' }),
);

export const constraint: fc.Arbitrary<ConstraintDefinition> = fc.record(
    {
        contextName: field,
        operator: fc.constantFrom(...Object.keys(operators), 'NOT_AN_OPERATOR'),
        values: fc.array(value, { maxLength: 5 }),
        value,
        inverted: fc.boolean(),
        caseInsensitive: fc.boolean(),
    },
    { requiredKeys: ['contextName', 'operator'] },
);

const stickiness = fc.constantFrom('default', 'random', 'userId', 'sessionId', 'plan');

export const variants: fc.Arbitrary<VariantDefinition[]> = fc.array(
    fc.record(
        {
            name: fc.constantFrom('red', 'green', 'blue'),
            weight: fc.integer({ min: 0, max: 1000 }),
            stickiness,
            payload: fc.record({ type: fc.constant('string'), value }),
            overrides: fc.array(fc.record({ contextName: field, values: fc.array(value, { maxLength: 3 }) }), {
                maxLength: 2,
            }),
        },
        { requiredKeys: ['name', 'weight'] },
    ),
    { maxLength: 4 },
);

const percentage = fc.oneof(
    fc.integer({ min: 0, max: 100 }).map(String),
    fc.constantFrom('33.3', '-5', '1000', 'many', ''),
);

export const strategy: fc.Arbitrary<StrategyDefinition> = fc.record(
    {
        name: fc.constantFrom(...Object.keys(strategyTypes), 'aCustomStrategy', 'constructor'),
        disabled: fc.constantFrom(false, false, false, true),
        parameters: fc.record(
            {
                rollout: percentage,
                percentage,
                stickiness,
                groupId: fc.constantFrom('group', 'grüppe', ''),
                userIds: fc.constantFrom('alice, bob', '1,2,3', ''),
                IPs: fc.constantFrom('10.0.0.0/8, ::1', 'nonsense', ''),
                hostNames: fc.constant('localhost'),
            },
            { requiredKeys: [] },
        ),
        constraints: fc.array(constraint, { maxLength: 3 }),
        segments: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
        variants,
    },
    { requiredKeys: ['name'] },
);

const names = ['flag-a', 'flag-b', 'flag-c', 'flag-d', '__proto__', 'constructor'];

export const flag: fc.Arbitrary<FlagDefinition> = fc.record(
    {
        name: fc.constantFrom(...names),
        enabled: fc.constantFrom(true, true, true, false),
        project: fc.constantFrom('default', 'other'),
        impressionData: fc.boolean(),
        strategies: fc.array(strategy, { maxLength: 3 }),
        variants,
        dependencies: fc.oneof(
            { weight: 3, arbitrary: fc.constant<DependencyDefinition[]>([]) },
            fc.array(
                fc.record(
                    {
                        feature: fc.constantFrom(...names, 'nowhere'),
                        enabled: fc.boolean(),
                        variants: fc.array(fc.constantFrom('red', 'green', 'disabled'), { maxLength: 2 }),
                    },
                    { requiredKeys: ['feature'] },
                ),
                { maxLength: 2 },
            ),
        ),
    },
    { requiredKeys: ['name', 'enabled', 'strategies'] },
);

export const segment: fc.Arbitrary<SegmentDefinition> = fc.record({
    id: fc.integer({ min: 1, max: 3 }),
    name: fc.constantFrom('beta', 'nordics'),
    constraints: fc.array(constraint, { maxLength: 2 }),
});

const contextValue = fc.oneof(
    { weight: 8, arbitrary: value },
    fc.constantFrom<unknown>(0, 5, 1.5, true, false, null, undefined, Number.NaN, 10n, {}, [], ['1'], () => '1'),
    fc.date({ noInvalidDate: false }),
);

/** Contexts as `JSON.parse` creates them: with own members of any name, including `__proto__`. */
export const context: fc.Arbitrary<Context> = fc.oneof(
    {
        weight: 9,
        arbitrary: fc
            .tuple(
                someFields(),
                fc.oneof({ weight: 5, arbitrary: someFields() }, fc.constantFrom<unknown>(null, 'text', 7, [])),
            )
            .map(([top, properties]) => withOwn(top, [['properties', properties]])),
    },
    // Any other value that a caller may pass.
    fc.constantFrom<unknown>(undefined, null, 'alice', 42, [], Object.create(null)).map((odd) => odd as Context),
);

function someFields(): fc.Arbitrary<Record<string, unknown>> {
    return fc.array(fc.tuple(field, contextValue), { maxLength: 6 }).map((entries) => withOwn({}, entries));
}

function withOwn(object: Record<string, unknown>, entries: [string, unknown][]): Record<string, unknown> {
    for (const [name, content] of entries) {
        Object.defineProperty(object, name, { value: content, enumerable: true, writable: true, configurable: true });
    }
    return object;
}
