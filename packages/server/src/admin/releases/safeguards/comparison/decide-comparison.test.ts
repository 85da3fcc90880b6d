import { expect, test } from 'vitest';
import { generator } from '../../../../../test/support/generator.ts';
import { ALPHA, type ComparisonSettings, decideComparison, promisedSample } from './decide-comparison.ts';

const RULE: ComparisonSettings = {
    ...{ kind: 'conversion', direction: 'down', difference: 'absolute', margin: 0.02, minimumSample: 100 },
};

interface Release {
    seed: number;
    rule?: ComparisonSettings;
    alpha?: number;
    share?: number;
    looks: number;
    unitsPerLook: number;
    /** The value of one unit. */
    control: (random: () => number) => number;
    treatment: (random: () => number) => number;
}

/** Simulates one milestone; returns the number of units when harm was shown, or undefined. */
function stoppedAt({ seed, rule = RULE, alpha = ALPHA, share = 0.5, looks, unitsPerLook, ...values }: Release) {
    const random = generator(seed);
    const arms = { control: { n: 0, sum: 0, sumSquares: 0 }, treatment: { n: 0, sum: 0, sumSquares: 0 } };
    for (let look = 0; look < looks; look++) {
        for (let unit = 0; unit < unitsPerLook; unit++) {
            const arm = random() < share ? 'treatment' : 'control';
            const value = values[arm](random);
            arms[arm].n++;
            arms[arm].sum += value;
            arms[arm].sumSquares += value ** 2;
        }
        const { state } = decideComparison({ rule, alpha, version: '0', strata: [{ ...arms, share }] });
        if (state === 'harm shown') return arms.control.n + arms.treatment.n;
    }
    return undefined;
}

const rate = (p: number) => (random: () => number) => (random() < p ? 1 : 0);
const seeds = Array.from({ length: 1_000 }, (_, index) => index + 1);
const shareOf = (count: number) => count / seeds.length;

test.each([0.5, 0.1])('of 1,000 releases without harm, at most 5 % are stopped (share %d)', (share) => {
    const rule = { ...RULE, margin: 0 };
    const stopped = seeds.filter((seed) =>
        stoppedAt({ seed, rule, share, looks: 40, unitsPerLook: 150, control: rate(0.1), treatment: rate(0.1) }),
    );
    expect(shareOf(stopped.length)).toBeLessThanOrEqual(ALPHA);
});

test.each(['absolute', 'relative'] as const)(
    'harm of twice the margin (%s) is shown within the promised sample in at least 90 % of 1,000 releases',
    (difference) => {
        const rule = { ...RULE, difference, margin: difference === 'absolute' ? 0.03 : 0.3 };
        const promised = promisedSample({ rule, alpha: ALPHA, share: 0.5, mean: 0.1, variance: 0.16 * 0.84 })!;
        const looks = 25;
        const stopped = seeds.filter((seed) =>
            stoppedAt({
                ...{ seed, rule, looks, unitsPerLook: Math.ceil(promised / looks) },
                ...{ control: rate(0.1), treatment: rate(0.16) },
            }),
        );
        expect(shareOf(stopped.length)).toBeGreaterThanOrEqual(0.9);
    },
);

test.each(['absolute', 'relative'] as const)(
    'errors that are five times as frequent are stopped, also if the control group never errs (%s)',
    (difference) => {
        const rule: ComparisonSettings = { ...RULE, difference, margin: difference === 'absolute' ? 0.001 : 0.5 };
        for (const [control, treatment] of [
            [0.005, 0.025],
            [0, 0.025],
        ] as const) {
            const stopped = seeds.slice(0, 200).filter((seed) =>
                stoppedAt({
                    seed,
                    rule,
                    looks: 40,
                    unitsPerLook: 500,
                    control: rate(control),
                    treatment: rate(treatment),
                }),
            );
            expect(stopped.length).toBe(200);
        }
    },
);

test('correlated events of few units raise no false alarm', () => {
    const rule: ComparisonSettings = { ...RULE, kind: 'count', margin: 0 };
    // One unit in 20 has a burst of events: their variance is eleven times their mean.
    const bursts = (random: () => number) => (random() < 0.05 ? 1 + Math.floor(random() * 15) : 0);
    const stopped = seeds.filter((seed) =>
        stoppedAt({ seed, rule, looks: 30, unitsPerLook: 150, control: bursts, treatment: bursts }),
    );
    expect(shareOf(stopped.length)).toBeLessThanOrEqual(ALPHA);
});

const arms = (control: [number, number], treatment: [number, number], share = 0.5) => [
    {
        control: { n: control[0], sum: control[1], sumSquares: control[1] },
        treatment: { n: treatment[0], sum: treatment[1], sumSquares: treatment[1] },
        share,
    },
];
const decide = (strata: ReturnType<typeof arms>, rule: Partial<ComparisonSettings> = {}) =>
    decideComparison({ rule: { ...RULE, ...rule }, alpha: ALPHA, version: '1', strata });

test('no data, too little, healthy, harm excluded and harm shown are different states', () => {
    expect(decide([])).toMatchObject({ state: 'no data' });
    expect(decide(arms([99, 5], [400, 20]))).toMatchObject({ state: 'too little' });
    expect(decide(arms([400, 40], [400, 44]))).toMatchObject({ state: 'healthy so far' });
    expect(decide(arms([9_000, 900], [9_000, 880]))).toMatchObject({ state: 'harm excluded' });
    expect(decide(arms([9_000, 900], [9_000, 1_500]))).toMatchObject({ state: 'harm shown' });
});

test('without any outcome, errors are healthy and conversions have no data', () => {
    expect(decide(arms([400, 0], [400, 0]))).toMatchObject({ state: 'healthy so far' });
    expect(decide(arms([400, 0], [400, 0]), { direction: 'up' })).toMatchObject({ state: 'no data' });
});

test('a sample ratio mismatch never hides harm', () => {
    expect(decide(arms([1_000, 100], [9_000, 900]))).toMatchObject({ sampleRatio: { mismatch: true } });
    expect(decide(arms([3_000, 300], [9_000, 3_000]))).toMatchObject({
        ...{ state: 'harm shown', sampleRatio: { mismatch: true } },
    });
});

test('fewer conversions are harm where more are desired', () => {
    expect(decide(arms([9_000, 1_500], [9_000, 900]), { direction: 'up' })).toMatchObject({ state: 'harm shown' });
    expect(decide(arms([9_000, 900], [9_000, 1_500]), { direction: 'up' })).toMatchObject({ state: 'harm excluded' });
});

test('effects are compared within strata: a mixture of audiences is no harm', () => {
    const strata = [...arms([9_000, 450], [1_000, 50], 0.1), ...arms([1_000, 400], [9_000, 3_600], 0.9)];
    const { state, effect } = decide(strata);
    expect(state).not.toBe('harm shown');
    expect(Math.abs(effect!)).toBeLessThan(0.001);
});

test('every number of a decision can be computed again from its vectors', () => {
    const { vectors } = decide(arms([9_000, 900], [9_000, 1_500]));
    expect(vectors.map(({ family }) => family)).toEqual(['srm-sequential', 'asymptotic-cs', 'asymptotic-cs']);
    for (const { input, output, version } of vectors) {
        expect(input).toBeTypeOf('object');
        expect(output).toBeTypeOf('object');
        expect(version).toBe('1');
    }
});
