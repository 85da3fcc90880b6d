import { describe, expect, test } from 'vitest';
import { compileFlags, constraintProblem, evaluate, explain, warningsOf } from '../src/index.ts';
import { holds, runtime, setWith } from './helpers.ts';

describe('a malformed flag is off with a warning, while other flags work', () => {
    test.each<[string, Record<string, unknown>, string]>([
        ['no switch', { strategies: [] }, 'enabled is not a boolean'],
        ['no strategies', { enabled: true }, 'strategies is not a list'],
        ['a strategy that is text', { enabled: true, strategies: ['default'] }, 'strategies[0] is not an object'],
        [
            'a strategy without a name',
            { enabled: true, strategies: [{}] },
            'strategies[0].name is not a non-empty string',
        ],
        [
            'constraints that are not a list',
            { enabled: true, strategies: [{ name: 'default', constraints: {} }] },
            'strategies[0].constraints is not a list',
        ],
        [
            'a constraint without a field',
            { enabled: true, strategies: [{ name: 'default', constraints: [{ operator: 'IN' }] }] },
            'strategies[0].constraints[0]: contextName is not a non-empty string',
        ],
        [
            'a negative weight',
            { enabled: true, strategies: [], variants: [{ name: 'a', weight: -1 }] },
            'variants[0].weight is not a whole number from 0 to 100000',
        ],
        ['a dependency on nothing', { enabled: true, strategies: [], dependencies: [{}] }, 'dependencies[0].feature'],
    ])('%s', (_, broken, problem) => {
        const fine = { name: 'fine', enabled: true, strategies: [] };
        const set = compileFlags({ features: [{ name: 'broken', ...broken }, fine] }, runtime);

        expect(evaluate(set, 'broken', {}).enabled).toBe(false);
        expect(evaluate(set, 'fine', {}).enabled).toBe(true);
        expect(warningsOf(set)).toEqual([{ flag: 'broken', problem: expect.stringContaining(problem) }]);
        expect(explain(set, 'broken', {}).reason).toContain(problem);
    });

    test('an error in a disabled strategy does not turn the flag off', () => {
        const strategies = [{ name: 'default', disabled: true, constraints: {} }, { name: 'default' }];
        const set = compileFlags({ features: [{ name: 'fine', enabled: true, strategies }] }, runtime);

        expect(evaluate(set, 'fine', {}).enabled).toBe(true);
        expect(warningsOf(set)).toEqual([
            { flag: 'fine', problem: expect.stringContaining('constraints is not a list') },
        ]);
    });

    test('a flag without a name is reported, too', () => {
        const set = compileFlags({ features: [null, {}, 7], segments: [{}] }, runtime);

        expect(set.flags).toHaveLength(0);
        expect(warningsOf(set)).toHaveLength(4);
    });
});

describe('names of inherited object members are ordinary names', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

    test.each(names)('%s as a context field', (contextName) => {
        const constraint = { contextName, operator: 'NOT_IN', values: ['x'] };
        const own = JSON.parse(`{"${contextName}": "x"}`);

        expect(holds(constraint, {})).toBe(true);
        expect(holds(constraint, own)).toBe(false);
        expect(holds(constraint, { properties: own })).toBe(false);
    });

    test.each(names)('%s as a flag, a strategy and an operator', (name) => {
        const set = compileFlags({ features: [{ name, enabled: true, strategies: [] }] }, runtime);

        expect(evaluate(set, name, {}).enabled).toBe(true);
        expect(evaluate(setWith(), name, {}).enabled).toBe(false);
        expect(explain(setWith({ name }), 'flag', {}).strategyResult).toBe('unknown');
        expect(holds({ operator: name, inverted: true }, {})).toBe(false);
    });
});

describe('large inputs', () => {
    test('lists and values with 100,000 entries match', () => {
        const values = Array.from({ length: 100_000 }, (_, i) => `value-${i}`);

        expect(holds({ values }, { a: 'value-99999' })).toBe(true);
        expect(holds({ operator: 'STR_CONTAINS', values: ['needle'] }, { a: `${'hay'.repeat(100_000)}needle` })).toBe(
            true,
        );
        expect(holds({ operator: 'SEMVER_EQ', value: '1.0.0' }, { a: `1.0.0-${'a.'.repeat(50_000)}` })).toBe(false);
    });

    test('patterns with catastrophic backtracking in other engines are fast', () => {
        // CPU time, so that a stalled machine does not count.
        const started = process.cpuUsage();
        const evil = ['(a+)+$', '(a|aa)+$', '(.*a){20}', '(a?){500}a{500}'];
        for (const value of evil) holds({ operator: 'REGEX', value }, { a: `${'a'.repeat(1_999)}!` });

        expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000);
        expect(holds({ operator: 'REGEX', value: 'a' }, { a: 'a'.repeat(2_001) })).toBe(false);
    });

    test('chains and cycles of dependencies end at the first parent that has parents itself', () => {
        const features = Array.from({ length: 10_000 }, (_, i) => ({
            name: `flag-${i}`,
            enabled: true,
            strategies: [],
            dependencies: [{ feature: `flag-${(i + 1) % 10_000}` }],
        }));
        const set = compileFlags({ features }, runtime);

        expect(evaluate(set, 'flag-0', {}).enabled).toBe(false);
        expect(explain(set, 'flag-0', {}).reason).toBe('parent "flag-1" depends on another flag');
    });
});

describe('the validation of a constraint reports', () => {
    test.each([
        [{ operator: 'NUM_GT', value: 'ten' }, '"ten" is not a number'],
        [{ operator: 'NUM_GT' }, '"" is not a number'],
        [{ operator: 'DATE_AFTER', value: 'tomorrow' }, '"tomorrow" is not a date'],
        [{ operator: 'SEMVER_EQ', value: 'v1.0.0' }, '"v1.0.0" is not a semantic version'],
        [{ operator: 'REGEX', value: '(?=a)' }, 'is not an RE2 pattern'],
        [{ operator: 'IN_CIDR', values: ['10.0.0.0/8', '10.0.0.0/64'] }, '"10.0.0.0/64" is not an IP address or range'],
        [{ operator: 'NO_SUCH' }, 'unknown operator "NO_SUCH"'],
        [{ operator: 'IN', values: 'x' }, 'values is not a list'],
    ])('%j', (constraint, problem) => {
        expect(constraintProblem({ contextName: 'a', ...constraint })).toContain(problem);
    });

    test('nothing for a valid constraint', () => {
        expect(constraintProblem({ contextName: 'a', operator: 'IN', values: ['x'] })).toBeUndefined();
        expect(constraintProblem({ contextName: 'a', operator: 'SEMVER_GTE', value: '1.2.3-rc.1' })).toBeUndefined();
    });
});
