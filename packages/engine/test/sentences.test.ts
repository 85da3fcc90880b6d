import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
    type ConstraintDefinition,
    describeConstraint,
    describeFlag,
    describeSegment,
    describeStrategy,
    type FlagDefinition,
    operators,
    operatorWords,
    type StrategyDefinition,
    valuesOf,
} from '../src/index.ts';

const segmentName = (id: number) => (id === 3 ? 'Sailors' : undefined);

const strategy = (given: Partial<StrategyDefinition>) =>
    describeStrategy({ name: 'flexibleRollout', ...given }, { segmentName, flag: 'checkout' });

const constraint = (operator: string, given: Partial<ConstraintDefinition>) =>
    describeConstraint({ contextName: 'country', operator, ...given });

test('every operator has a phrase, and its operands are those of the engine', () => {
    for (const [name, { takes }] of Object.entries(operators)) {
        expect([name, operatorWords(name).reads]).toEqual([name, takes]);
        expect(operatorWords(name).is).not.toBe(name);
    }
    expect(operatorWords('constructor')).toMatchObject({ is: 'constructor', isNot: 'not constructor' });
});

test('every operator is documented', () => {
    const page = readFileSync(new URL('../../../docs/concepts/strategies.md', import.meta.url), 'utf8');

    expect(Object.keys(operators).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('the values of a constraint are read from the member that its operator uses', () => {
    expect(valuesOf({ operator: 'IN', values: ['NO'], value: 'x' })).toEqual(['NO']);
    expect(valuesOf({ operator: 'NUM_GT', values: ['NO'], value: '7' })).toEqual(['7']);
    expect(valuesOf({ operator: 'NUM_GT', value: '' })).toEqual([]);
});

test('a constraint is described in natural language', () => {
    expect(constraint('IN', { values: ['NO', 'SE', 'DK'] })).toBe('country is NO, SE or DK');
    expect(constraint('IN', { values: ['NO'], inverted: true })).toBe('country is not NO');
    expect(constraint('NOT_IN', { values: ['NO'], inverted: true })).toBe('country is NO');
    expect(constraint('NUM_GT', { value: '18', inverted: true })).toBe('country ≤ 18');
    expect(constraint('STR_CONTAINS', { values: ['no'], caseInsensitive: true })).toBe(
        'country contains no (in any case)',
    );
    expect(constraint('IN', { values: [] })).toBe('country is …');
    expect(constraint('IN', { values: [...'abcdefghi'] })).toBe('country is a, b, c, d, e, f and 3 more');
    expect(constraint('NEWER', { values: ['7'], inverted: true })).toBe('country not NEWER 7');
});

test('a strategy is described by one sentence', () => {
    expect(strategy({ parameters: { rollout: '100' } })).toBe('Everyone.');
    expect(strategy({ parameters: { rollout: '0' } })).toBe('Nobody.');
    expect(strategy({ parameters: { rollout: 'many' } })).toBe('Nobody.');
    expect(strategy({ parameters: { rollout: '25', stickiness: 'default', groupId: 'checkout' } })).toBe(
        '25% of users.',
    );
    expect(strategy({ parameters: { rollout: '25', stickiness: 'random' } })).toBe('25% of users at random.');
    expect(strategy({ parameters: { rollout: '25', stickiness: 'companyId', groupId: 'pair' } })).toBe(
        '25% of users by companyId in group pair.',
    );
    expect(strategy({ name: 'gradualRolloutSessionId', parameters: { percentage: '10', groupId: '' } })).toBe(
        '10% of users by sessionId.',
    );
    expect(strategy({ name: 'gradualRolloutRandom', parameters: { percentage: '10' } })).toBe(
        '10% of users at random.',
    );
    expect(strategy({ name: 'userWithId', parameters: { userIds: 'ada, bob' } })).toBe('Users ada, bob.');
    expect(strategy({ name: 'applicationHostname' })).toBe('Hosts (none listed).');
    expect(strategy({ name: 'moonPhase', parameters: { phase: 'full' } })).toBe(
        'Users matched by moonPhase with phase full.',
    );
});

test('a strategy sentence contains conditions, variants, title and whether it is disabled', () => {
    expect(
        strategy({
            title: 'Nordics',
            disabled: true,
            segments: [3, 9],
            constraints: [{ contextName: 'age', operator: 'NUM_GT', value: '18' }],
            variants: [
                { name: 'blue', weight: 333, stickiness: 'sessionId' },
                { name: 'red', weight: 667 },
            ],
        }),
    ).toBe(
        'Disabled: Nordics: Users in segment Sailors and segment #9 where age > 18; split by sessionId into blue 33.3% and red 66.7%.',
    );
});

test('the description of a flag names the users, the variants and the other members that SDKs receive', () => {
    const flag: FlagDefinition = {
        name: 'checkout',
        enabled: true,
        project: 'shop',
        type: 'release',
        stale: true,
        description: 'The new one',
        impressionData: true,
        strategies: [{ name: 'default' }, { name: 'userWithId', parameters: { userIds: '7' } }],
        variants: [
            {
                name: 'blue',
                weight: 1000,
                payload: { type: 'string', value: '#00f' },
                overrides: [{ contextName: 'plan', values: ['pro', 'team'] }],
            },
        ],
        dependencies: [
            { feature: 'shop', variants: ['a', 'b'] },
            { feature: 'old-checkout', enabled: false },
        ],
    };

    expect(describeFlag(flag, segmentName)).toEqual([
        'On for:',
        'Everyone.',
        'User 7.',
        'Strategies without their own variants: split into blue 100%.',
        'Always blue if plan is pro or team.',
        'blue → string payload #00f.',
        'Only where shop is on with a or b.',
        'Only where old-checkout is off.',
        'SDKs emit impression data.',
        'Marked as stale.',
        'Its type is release.',
        'It is described as “The new one”.',
        'It belongs to project shop.',
    ]);
});

test.each<[string, Pick<FlagDefinition, 'enabled' | 'strategies'>]>([
    ['Off for everyone.', { enabled: false, strategies: [] }],
    ['Off. When turned on:', { enabled: false, strategies: [{ name: 'default' }] }],
    ['On for everyone.', { enabled: true, strategies: [] }],
    ['On for:', { enabled: true, strategies: [{ name: 'default' }, { name: 'default', disabled: true }] }],
    [
        'On, but for nobody: every strategy is disabled.',
        { enabled: true, strategies: [{ name: 'default', disabled: true }] },
    ],
])('%s', (sentence, given) => {
    expect(describeFlag({ name: 'flag', ...given }, segmentName)[0]).toBe(sentence);
});

test('a segment is described by its constraints', () => {
    expect(
        describeSegment({
            id: 3,
            name: 'Nordics',
            constraints: [
                { contextName: 'country', operator: 'IN', values: ['NO', 'SE'] },
                { contextName: 'age', operator: 'NUM_GTE', value: '18' },
            ],
        }),
    ).toEqual(['Its name is Nordics.', 'Users where country is NO or SE and age ≥ 18.']);
    expect(describeSegment({ id: 3, constraints: [] })).toEqual(['Everyone.']);
});
