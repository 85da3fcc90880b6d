import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Arm, compute, FAMILY_NAMES, type Family } from '../src/index.ts';

const meanArm = (values: readonly number[]): Arm => ({
    type: 'mean',
    n: values.length,
    sum: values.reduce((sum, value) => sum + value, 0),
    sumSquares: values.reduce((sum, value) => sum + value * value, 0),
});

const values = fc.array(fc.double({ min: 1, max: 100, noNaN: true }), { minLength: 5, maxLength: 50 });
const distinct = values.filter((list) => new Set(list).size > 2);

const base = { difference: 'absolute', alpha: 0.05, tuning: 5000 } as const;

describe('an interval', () => {
    test('contains the effect, and 0 exactly if p exceeds alpha', () => {
        fc.assert(
            fc.property(distinct, distinct, fc.constantFrom('welch', 'asymptotic-cs'), (a, b, family) => {
                const { effect, p, ci } = compute(family as 'asymptotic-cs', {
                    ...base,
                    control: meanArm(a),
                    treatment: meanArm(b),
                    alternative: 'two-sided',
                });
                const [low, high] = ci as [number, number];
                expect(low).toBeLessThan(effect);
                expect(high).toBeGreaterThan(effect);
                if (Math.abs(p - 0.05) > 1e-9) expect(low > 0 || high < 0).toBe(p < 0.05);
            }),
        );
    });

    test('of the other side is the mirror image', () => {
        fc.assert(
            fc.property(distinct, distinct, (a, b) => {
                const greater = compute('asymptotic-cs', {
                    ...base,
                    control: meanArm(a),
                    treatment: meanArm(b),
                    alternative: 'greater',
                });
                const less = compute('asymptotic-cs', {
                    ...base,
                    control: meanArm(b),
                    treatment: meanArm(a),
                    alternative: 'less',
                });
                expect(less.effect).toBeCloseTo(-greater.effect, 9);
                expect(less.ci[1]).toBeCloseTo(-greater.ci[0]!, 9);
                expect(less.ci[0]).toBeNull();
                expect(greater.ci[1]).toBeNull();
                expect(less.p).toBeCloseTo(greater.p, 9);
            }),
        );
    });
});

test('one stratum gives the confidence sequence of its arms', () => {
    const stratum = { control: meanArm([1, 2, 3, 5, 8]), treatment: meanArm([2, 3, 5, 8, 13]) };
    const alone = compute('asymptotic-cs', { ...base, ...stratum, alternative: 'two-sided' });
    const { effect, se, p, ci } = compute('stratified', { ...base, strata: [stratum] });
    expect(effect).toBeCloseTo(alone.effect, 12);
    expect(se).toBeCloseTo(alone.se, 12);
    expect(p).toBeCloseTo(alone.p, 12);
    expect(ci[0]).toBeCloseTo(alone.ci[0]!, 12);
});

test('a changed split with different baselines shows no effect where there is none', () => {
    // 5 % convert in the first phase and 10 % in the second, in both arms. Sums over phases would show +5 %.
    const rate = (n: number, share: number): Arm => ({ type: 'proportion', n, sum: n * share });
    const { effect } = compute('stratified', {
        difference: 'relative',
        strata: [
            { control: rate(10_000, 0.05), treatment: rate(10_000, 0.05) },
            { control: rate(2_000, 0.1), treatment: rate(18_000, 0.1) },
        ],
    });
    expect(effect).toBe(0);
});

test('strata that cannot be computed are left out, with their units', () => {
    const stratum = { control: meanArm([1, 2, 3]), treatment: meanArm([2, 3, 5]) };
    const empty = { control: { type: 'mean' as const, n: 1, sum: 0, sumSquares: 0 }, treatment: meanArm([1, 2]) };
    const options = { difference: 'absolute' as const, tuning: 100 };
    expect(compute('stratified', { ...options, strata: [stratum, empty] })).toEqual(
        compute('stratified', { ...options, strata: [stratum] }),
    );
    expect(() => compute('stratified', { ...options, strata: [empty] })).toThrow(RangeError);
});

test('variance reduction without earlier outcomes changes nothing, and with them it narrows the interval', () => {
    const post = [
        [5, 7, 9, 12, 4],
        [6, 9, 11, 14, 5],
    ];
    const paired = (list: readonly number[], pre: readonly number[]) => ({
        ...meanArm(list),
        sumSquares: list.reduce((sum, value) => sum + value * value, 0),
        preSum: pre.reduce((sum, value) => sum + value, 0),
        preSumSquares: pre.reduce((sum, value) => sum + value * value, 0),
        crossSum: list.reduce((sum, value, index) => sum + value * pre[index]!, 0),
    });
    const plain = compute('welch', {
        control: meanArm(post[0]!),
        treatment: meanArm(post[1]!),
        difference: 'relative',
        alternative: 'two-sided',
    });
    const without = compute('cuped', {
        control: paired(post[0]!, [0, 0, 0, 0, 0]),
        treatment: paired(post[1]!, [0, 0, 0, 0, 0]),
        difference: 'relative',
    });
    expect(without.se).toBeCloseTo(plain.se, 12);
    const earlier = compute('cuped', {
        control: paired(post[0]!, [5, 7, 8, 12, 5]),
        treatment: paired(post[1]!, [5, 8, 10, 13, 4]),
        difference: 'relative',
    });
    expect(earlier.se).toBeLessThan(plain.se / 2);
});

test('a ratio whose denominator is 1 per unit is a mean', () => {
    const ratio = (list: readonly number[]) => {
        const { n, sum, sumSquares } = meanArm(list) as Extract<Arm, { type: 'mean' }>;
        return { n, numSum: sum, numSumSquares: sumSquares, denSum: n, denSumSquares: n, crossSum: sum };
    };
    const [a, b] = [
        [1, 4, 2, 8],
        [3, 5, 9, 7],
    ];
    const options = { difference: 'relative' as const, alpha: 0.05 };
    const direct = compute('welch', {
        ...options,
        alternative: 'two-sided',
        control: meanArm(a!),
        treatment: meanArm(b!),
    });
    const { effect, p } = compute('ratio-delta', { ...options, control: ratio(a!), treatment: ratio(b!) });
    expect(effect).toBeCloseTo(direct.effect, 12);
    expect(p).toBeCloseTo(direct.p, 12);
});

test('without a prior, the chance to win is the normal probability of the effect', () => {
    const control = meanArm([1, 2, 3, 4]);
    const treatment = meanArm([2, 3, 4, 6]);
    const { effect, se } = compute('welch', { control, treatment, difference: 'absolute', alternative: 'two-sided' });
    const { expected, chanceToWin, risk } = compute('bayes-normal', {
        control,
        treatment,
        difference: 'absolute',
        prior: null,
    });
    expect(expected).toBeCloseTo(effect, 12);
    expect(chanceToWin).toBeCloseTo(compute('special-function', { fn: 'normCdf', args: [effect / se] }).value, 12);
    // The losses of both decisions differ by the expected effect.
    expect(risk[0] - risk[1]).toBeCloseTo(expected, 12);
});

test('the evidence of phases adds up, and arms of weight 0 are ignored', () => {
    const phase = { counts: [520, 480], theta: [0.5, 0.5] };
    const one = compute('srm-sequential', { ...phase, concentration: 1000 });
    const two = compute('srm-sequential', { phases: [phase, phase], concentration: 1000 });
    expect(two.logBayesFactor).toBeCloseTo(2 * one.logBayesFactor, 10);
    const withZero = { counts: [520, 99, 480], theta: [0.5, 0, 0.5] };
    expect(compute('srm-sequential', { ...withZero, concentration: 1000 })).toEqual(one);
    expect(compute('srm-chi-square', { counts: withZero.counts, weights: withZero.theta })).toEqual(
        compute('srm-chi-square', { counts: phase.counts, weights: phase.theta }),
    );
});

test('the power at the minimum detectable effect is the planned one', () => {
    const plan = { mean: 0.1, variance: 0.09, usersTotal: 40_000, variations: 2, alpha: 0.05 };
    for (const sequentialTuning of [undefined, 5000]) {
        const options = { ...plan, ...(sequentialTuning && { sequentialTuning }) };
        const { mde } = compute('mde', { ...options, power: 0.8 });
        expect(compute('power', { ...options, effectRelative: mde! }).power).toBeCloseTo(0.8, 5);
    }
    expect(compute('mde', { ...plan, usersTotal: 20, power: 0.8 })).toEqual({ mde: null });
});

test('the sample size for a rate is that of its variance', () => {
    const options = { absoluteMde: 0.01, alpha: 0.05, power: 0.8, split: 0.5 };
    // (1.959964 + 0.841621)² · 0.09 · 4 / 0.01²
    expect(compute('sample-size', { ...options, baseline: 0.1 })).toEqual({ usersTotal: 28_256 });
    expect(compute('sample-size', { ...options, variance: 0.09 })).toEqual({ usersTotal: 28_256 });
});

test.each([
    [
        0.5,
        [
            [1, 2],
            [2, 4],
            ['+Inf', 4],
        ],
        1,
    ],
    [
        0.75,
        [
            [1, 2],
            [2, 4],
            ['+Inf', 4],
        ],
        1.5,
    ],
    [
        0.99,
        [
            [1, 2],
            [2, 4],
            ['+Inf', 10],
        ],
        2,
    ],
    [
        0.5,
        [
            [0, 10],
            [1, 10],
        ],
        0,
    ],
    [
        0.5,
        [
            [1, 0],
            ['+Inf', 0],
        ],
        null,
    ],
] as [number, [number | '+Inf', number][], number | null][])(
    'the quantile %d of the buckets %j is %s',
    (quantile, buckets, value) => {
        expect(compute('histogram-quantile', { quantile, buckets })).toEqual({ value });
    },
);

test.each([
    ['welch', { control: meanArm([1]), treatment: meanArm([1, 2]), difference: 'absolute' }, 'control.n'],
    ['welch', { control: meanArm([1, 1]), treatment: meanArm([1, 1]), difference: 'absolute' }, 'no variance'],
    ['welch', { control: meanArm([-1, 1]), treatment: meanArm([1, 2]), difference: 'relative' }, 'control.sum'],
    [
        'welch',
        { control: { type: 'mean', n: 3, sum: 30, sumSquares: 1 }, treatment: meanArm([1, 2]), difference: 'absolute' },
        'control.sumSquares',
    ],
    [
        'welch',
        { control: meanArm([1, 2]), treatment: meanArm([1, Number.NaN]), difference: 'absolute' },
        'treatment.sum',
    ],
    ['asymptotic-cs', { control: meanArm([1, 2]), treatment: meanArm([1, 3]), difference: 'absolute' }, 'tuning'],
    ['srm-chi-square', { counts: [1, 2], weights: [0.5, 0.4] }, 'weights'],
    ['srm-sequential', { counts: [1, 2], theta: [1], concentration: 10 }, 'theta'],
    ['holm', { p: [0.5, 1.5] }, 'p[1]'],
    ['special-function', { fn: 'betaInc', args: [1, 2, 3] }, 'args'],
    ['special-function', { fn: 'sin', args: [1] }, 'fn'],
    ['median', {}, 'family'],
] as [Family, object, string][])(
    '%s of invalid input is a RangeError that names the field (%#)',
    (family, input, field) => {
        expect(() => compute(family, input as never)).toThrow(RangeError);
        expect(() => compute(family, input as never)).toThrow(field);
    },
);

test('one arm without variance is computable as an absolute difference', () => {
    const options = { difference: 'absolute' as const, alternative: 'greater' as const };
    const { effect, p } = compute('welch', { ...options, control: meanArm([0, 0, 0]), treatment: meanArm([1, 2, 3]) });
    expect(effect).toBe(2);
    expect(p).toBeLessThan(0.05);
});

test('random input of every family gives a result without NaN or a RangeError', () => {
    const number = fc.oneof(fc.double(), fc.integer({ min: -5, max: 1000 }));
    const arm = fc.record({ type: fc.constantFrom('mean', 'proportion'), n: number, sum: number, sumSquares: number });
    const input = fc.record({
        ...{ control: arm, treatment: arm, difference: fc.constantFrom('relative', 'absolute') },
        ...{
            alpha: number,
            tuning: number,
            counts: fc.array(number),
            weights: fc.array(number),
            theta: fc.array(number),
        },
        ...{
            p: fc.array(number),
            quantile: number,
            successes: number,
            trials: number,
            tOpt: number,
            prior: fc.tuple(number, number),
        },
        ...{
            mean: number,
            variance: number,
            usersTotal: number,
            variations: number,
            effectRelative: number,
            level: number,
        },
    });
    fc.assert(
        fc.property(fc.constantFrom(...FAMILY_NAMES), input, (family, each) => {
            try {
                const numbers = JSON.stringify(compute(family, each as never), (_, value) =>
                    Number.isNaN(value) ? 'NaN' : value,
                );
                expect(numbers).not.toContain('NaN');
            } catch (error) {
                expect(error).toBeInstanceOf(RangeError);
            }
        }),
    );
});
