import { expect, test } from 'vitest';
import { armsOf, armsProblem, stickinessProblem } from './arms.ts';

const variant = (name: string, weight: number, stickiness = 'userId') => ({
    ...{ name, weight, stickiness, weightType: 'fix' as const },
});

const strategy = (members: object = {}) => ({
    ...{ id: '1', name: 'flexibleRollout', title: null, constraints: [], segments: [], sortOrder: 0, disabled: false },
    ...{
        parameters: { rollout: '100', stickiness: 'userId' } as Record<string, string>,
        variants: [] as ReturnType<typeof variant>[],
    },
    ...members,
});

const split = (...strategies: ReturnType<typeof strategy>[]) => ({ strategies, releasePlans: [] });

test('the arms are the variants with their shares', () => {
    expect(armsOf(split(strategy({ variants: [variant('grey', 250), variant('blue', 750)] })))).toEqual([
        { variant: 'grey', weight: 0.25 },
        { variant: 'blue', weight: 0.75 },
    ]);
});

test('a flag without variants is compared on and off, by its rollout', () => {
    const arms = armsOf(split(strategy({ parameters: { rollout: '20' } })));

    expect(arms).toEqual([
        { variant: 'disabled', weight: 0.8 },
        { variant: 'enabled', weight: 0.2 },
    ]);
    expect(armsProblem(arms)).toBeUndefined();
    expect(armsProblem(armsOf(split(strategy())))).toContain('rollout below 100%');
});

test('disabled strategies serve nobody', () => {
    const off = strategy({ disabled: true, variants: [variant('blue', 1_000)] });

    expect(armsOf(split(off, strategy({ parameters: { rollout: '50' } }))).map((arm) => arm.variant)).toEqual([
        'disabled',
        'enabled',
    ]);
});

test.each([
    ['userId', strategy(), undefined],
    ['userId', strategy({ parameters: { rollout: '50', stickiness: 'default' } }), undefined],
    ['userId', strategy({ parameters: { rollout: '50', stickiness: 'sessionId' } }), 'splits by sessionId'],
    ['userId', strategy({ parameters: { rollout: '50', stickiness: 'random' } }), 'at random'],
    ['sessionId', strategy({ name: 'gradualRolloutUserId', parameters: { percentage: '50' } }), 'splits by userId'],
    ['userId', strategy({ variants: [variant('a', 500, 'random'), variant('b', 500)] }), 'at random'],
] as const)('with the unit %s, stickiness is checked on strategies and variants', (unit, each, problem) => {
    const found = stickinessProblem(split(each as ReturnType<typeof strategy>), unit);

    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
});
