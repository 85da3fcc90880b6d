import { describe, expect, test } from 'vitest';
import { type Context, compileFlags, explain, type StrategyDefinition } from '../src/index.ts';
import { runtime, setWith } from './helpers.ts';

const never = { name: 'default', constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }] };
const custom = { name: 'moonPhase' };

describe('a strategy', () => {
    test('shows the bucket of the context in a rollout', () => {
        const parameters = { rollout: '60', stickiness: 'userId', groupId: 'demo' };
        const { strategies, reason } = explain(setWith({ name: 'flexibleRollout', parameters }), 'flag', {
            userId: '2',
        });

        expect(strategies[0]).toMatchObject({
            name: 'flexibleRollout',
            result: { enabled: true, evaluationStatus: 'complete' },
            rollout: { stickiness: 'userId', hashInput: 'demo:2', bucket: 34, threshold: 60 },
        });
        expect(reason).toBe('strategy 1 (flexibleRollout) applies: bucket 34 of 100 is inside the 60 % rollout');
    });

    test('outside of a rollout shows the missing share', () => {
        const parameters = { rollout: '60', stickiness: 'plan' };
        const [strategy] = explain(setWith({ name: 'flexibleRollout', parameters }), 'flag', {}).strategies;

        expect(strategy).toMatchObject({
            result: { enabled: false, evaluationStatus: 'complete' },
            reason: 'the context has no plan for the rollout',
            rollout: { hashInput: null, bucket: null },
        });
    });

    test('reports every constraint with its result and the evaluated value', () => {
        const constraints = [
            { contextName: 'plan', operator: 'IN', values: ['pro'] },
            { contextName: 'age', operator: 'NUM_GT', value: '18', inverted: true },
            { contextName: 'country', operator: 'NOT_IN', values: ['no'] },
            { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2025-01-01' },
        ];
        const context = { properties: { plan: 'free', age: 'unknown' } };
        const [strategy] = explain(setWith({ name: 'default', constraints }), 'flag', context).strategies;

        expect(strategy?.constraints).toMatchObject([
            { result: false, seen: 'free', reason: 'plan "free" does not match, so IN is not met' },
            { result: true, seen: 'unknown', reason: 'age "unknown" is not a number, so inverted NUM_GT is met' },
            { result: true, seen: null, reason: 'the context has no country, so NOT_IN is met' },
            { result: true, seen: '2026-01-01T00:00:00.000Z' },
        ]);
        expect(strategy?.reason).toBe('plan "free" does not match, so IN is not met');
    });

    test('reports every segment with its constraints, including unknown segments', () => {
        const beta = [{ contextName: 'plan', operator: 'IN', values: ['beta'] }];
        const features = [{ name: 'flag', enabled: true, strategies: [{ name: 'default', segments: [1, 404] }] }];
        const set = compileFlags({ features, segments: [{ id: 1, name: 'beta', constraints: beta }] }, runtime);

        expect(explain(set, 'flag', { plan: 'beta' }).strategies[0]).toMatchObject({
            result: { enabled: false, evaluationStatus: 'complete' },
            reason: 'segment 404 is unknown',
            segments: [
                { id: 1, name: 'beta', result: true, constraints: [{ result: true, seen: 'beta' }] },
                { id: 404, name: null, result: false, constraints: [] },
            ],
        });
    });

    test.each<[string, StrategyDefinition, object]>([
        ['disabled', { name: 'default', disabled: true }, { enabled: 'unknown', evaluationStatus: 'unevaluated' }],
        ['of a custom type', custom, { enabled: 'unknown', evaluationStatus: 'incomplete' }],
        [
            'of a custom type with an unsatisfied constraint',
            { ...never, ...custom },
            { enabled: false, evaluationStatus: 'incomplete' },
        ],
        ['about a host that is not known', { name: 'applicationHostname' }, { enabled: 'unknown' }],
    ])('%s has the same result as in the playground', (_, strategy, result) => {
        expect(explain(setWith(strategy), 'flag', {}).strategies[0]?.result).toMatchObject(result);
    });

    test('about a host name is decided if the host is known', () => {
        const strategies = [{ name: 'applicationHostname', parameters: { hostNames: 'Web-1, web-2' } }];
        const features = [{ name: 'flag', enabled: true, strategies }];
        const set = compileFlags({ features }, { ...runtime, hostname: 'WEB-2' });

        expect(explain(set, 'flag', {}).strategies[0]?.result).toEqual({ enabled: true, evaluationStatus: 'complete' });
    });

    test('shows its variant even if it does not apply', () => {
        const variants = [
            { name: 'a', weight: 500, stickiness: 'userId', payload: { type: 'string', value: 'A' } },
            { name: 'b', weight: 500, stickiness: 'userId' },
        ];
        const parameters = { rollout: '0', stickiness: 'userId', groupId: 'demo' };
        const explanation = explain(setWith({ name: 'flexibleRollout', parameters, variants }), 'flag', {
            userId: '4',
        });

        expect(explanation.strategies[0]).toMatchObject({
            result: { enabled: false },
            variant: { name: 'a', enabled: true, payload: { type: 'string', value: 'A' } },
            variantChoice: { hashInput: 'demo:4', bucket: 465, total: 1000, interval: [1, 500] },
        });
        expect(explanation.variant).toEqual({ name: 'disabled', enabled: false, feature_enabled: false });
    });
});

test('a value that an operator parses in its own way is not reported as unreadable', () => {
    const constraints = [
        { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2025-01-01' },
        { contextName: 'ip', operator: 'IN_CIDR', values: ['10.0.0.0/8'] },
    ];
    const set = compileFlags(
        { features: [{ name: 'flag', enabled: true, strategies: [{ name: 'default', constraints }] }] },
        runtime,
    );
    const reasons = (context: Context) =>
        explain(set, 'flag', context).strategies[0]?.constraints.map(({ reason }) => reason);

    expect(reasons({ currentTime: Date.UTC(2026, 0), ip: '10.1.2.3' })).toEqual([
        'currentTime "1767225600000" matches, so DATE_AFTER is met',
        'ip "10.1.2.3" matches, so IN_CIDR is met',
    ]);
    expect(reasons({ currentTime: 'soon', ip: 'here' })).toEqual([
        'currentTime "soon" is not a date, so DATE_AFTER is not met',
        'ip "here" is not a IP address, so IN_CIDR is not met',
    ]);
});

describe('a flag', () => {
    test.each<[string, StrategyDefinition[], unknown]>([
        ['one strategy that applies is enough', [never, custom, { name: 'default' }], true],
        ['an unknown one leaves it unknown', [never, custom], 'unknown'],
        ['only a disabled one leaves it unknown', [{ name: 'default', disabled: true }], 'unknown'],
        ['none that applies is a no', [never], false],
    ])('%s', (_, strategies, expected) => {
        const { strategyResult, enabled } = explain(setWith(...strategies), 'flag', {});

        expect(strategyResult).toBe(expected);
        expect(enabled).toBe(expected === true);
    });

    test('that is switched off still has its strategies evaluated', () => {
        const features = [{ name: 'flag', enabled: false, strategies: [{ name: 'default' }] }];

        expect(explain(compileFlags({ features }, runtime), 'flag', {})).toMatchObject({
            enabled: false,
            switchedOn: false,
            strategyResult: true,
            reason: 'the flag is switched off',
        });
    });

    test('shows the results of its parents', () => {
        const features = [
            { name: 'parent', enabled: true, strategies: [], variants: [{ name: 'red', weight: 1 }] },
            {
                name: 'child',
                enabled: true,
                strategies: [],
                dependencies: [{ feature: 'parent', variants: ['blue'] }, { feature: 'nobody' }],
            },
        ];

        expect(explain(compileFlags({ features }, runtime), 'child', {})).toMatchObject({
            enabled: false,
            dependenciesSatisfied: false,
            reason: 'parent "parent" is on with variant "red", which is not wanted',
            dependencies: [
                { feature: 'parent', parent: { enabled: true, variant: 'red' }, satisfied: false },
                { feature: 'nobody', parent: null, satisfied: false, reason: 'parent "nobody" does not exist' },
            ],
        });
    });

    test('shows the override that determined its variant', () => {
        const variants = [
            { name: 'a', weight: 1000 },
            { name: 'b', weight: 0, overrides: [{ contextName: 'userId', values: ['boss'] }] },
        ];
        const set = compileFlags({ features: [{ name: 'flag', enabled: true, strategies: [], variants }] }, runtime);

        expect(explain(set, 'flag', { userId: 'boss' })).toMatchObject({
            variant: { name: 'b' },
            variants: [{ name: 'a' }, { name: 'b' }],
            variantChoice: { choice: 1, override: 'userId', bucket: null, interval: null },
        });
    });

    test('that does not exist is off', () => {
        expect(explain(setWith(), 'other', {})).toMatchObject({
            enabled: false,
            project: null,
            reason: 'there is no such flag',
        });
    });
});
