import { compute } from '@halyard/stats';
import { expect, test } from 'vitest';
import type { AssignmentSummary, Stratum } from '../../observations/assignments/assignment.queries.ts';
import type { ExperimentMetric } from '../metrics/experiment-metric.schemas.ts';
import { computeResults } from './compute-results.ts';
import type { View } from './results.schemas.ts';

const PRIMARY: ExperimentMetric = {
    ...{ key: 'bought', outcome: 'bought', kind: 'conversion', direction: 'up', role: 'primary' },
};
const ARMS = [
    { variant: 'red', weight: 0.5 },
    { variant: 'blue', weight: 0.5 },
];

interface ArmInput {
    n: number;
    sum: number;
    sumSquares?: number;
    before?: { sum: number; sumSquares: number; cross: number };
}

/** A stratum with the sums of one metric. */
function stratum(
    name: string,
    arms: Record<string, ArmInput>,
    { shares }: { shares: Record<string, number> },
): Stratum {
    const sums = Object.fromEntries(
        Object.entries(arms).map(([arm, { n, sum, sumSquares = sum, before }]) => [
            arm,
            {
                ...{ n, sum, sumSquares, denSum: n, denSumSquares: n, denCrossSum: sum },
                ...{
                    preSum: before?.sum ?? 0,
                    preSumSquares: before?.sumSquares ?? 0,
                    preCrossSum: before?.cross ?? 0,
                },
            },
        ]),
    );
    return {
        ...{ stratum: name, shares, isReported: false },
        units: Object.fromEntries(Object.entries(arms).map(([arm, { n }]) => [arm, n])),
        sums: { bought: sums },
    };
}

const EVEN = { red: 0.5, blue: 0.5 };

function resultsOf(
    strata: Stratum[],
    metrics: ExperimentMetric[] = [PRIMARY],
    arms = ARMS,
    kind: View = 'always-valid',
) {
    const summary: AssignmentSummary = { strata, undecidable: 0, multiple: 0, unenrolled: 0 };
    const view = { view: kind, difference: 'relative' } as const;
    return computeResults({ metrics, arms, summary, view, version: 'test' });
}

/** A generator with a seed (mulberry32). */
function random(seed: number): () => number {
    let state = seed;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
    };
}

test('10 % and 12 % of 10,000 units in each arm are better by 20 %', () => {
    const { metrics } = resultsOf([
        stratum('a', { red: { n: 10_000, sum: 1_000 }, blue: { n: 10_000, sum: 1_200 } }, { shares: EVEN }),
    ]);
    const [effect] = metrics[0]!.effects;
    expect(effect).toMatchObject({ variant: 'blue', difference: 'relative', state: 'better' });
    expect(effect!.effect).toBeCloseTo(0.2, 12);
});

test.each([
    ['52 to 48', 52_000, 48_000, true],
    ['50 to 50', 50_100, 49_900, false],
])(
    'units that are distributed %s instead of evenly: a mismatch is reported as it should',
    (_title, red, blue, mismatch) => {
        const arms = { red: { n: red, sum: red / 10 }, blue: { n: blue, sum: blue / 10 } };
        expect(resultsOf([stratum('a', arms, { shares: EVEN })]).sampleRatio).toMatchObject({ mismatch });
    },
);

test('a split that changes together with the baseline shows no effect where there is none', () => {
    const next = random(7);
    let wrong = 0;
    const runs = 200;
    for (let run = 0; run < runs; run++) {
        const phase = (name: string, n: number, share: number, rate: number) => {
            const arms = { red: { n: 0, sum: 0 }, blue: { n: 0, sum: 0 } };
            for (let unit = 0; unit < n; unit++) {
                const arm = next() < share ? arms.blue : arms.red;
                arm.n++;
                if (next() < rate) arm.sum++;
            }
            return stratum(name, arms, { shares: { red: 1 - share, blue: share } });
        };
        const strata = [phase('a', 2_000, 0.5, 0.05), phase('b', 2_000, 0.9, 0.1)];
        const { metrics, sampleRatio } = resultsOf(strata);
        if (metrics[0]!.effects[0]!.state !== 'undecided' || sampleRatio.mismatch) wrong++;
    }
    // Pooled sums would show an effect of about 40 % in nearly every run.
    expect(wrong / runs).toBeLessThanOrEqual(0.05);
});

/** Units of two arms that arrive in equal parts, and how many of them convert. */
function* looks(next: () => number, rates: readonly [number, number], { count, perArm }: LookOptions) {
    const sums: [number, number] = [0, 0];
    for (let look = 1; look <= count; look++) {
        for (const arm of [0, 1] as const) {
            for (let unit = 0; unit < perArm; unit++) if (next() < rates[arm]) sums[arm]++;
        }
        const n = look * perArm;
        yield { red: { n, sum: sums[0] }, blue: { n, sum: sums[1] } };
    }
}

interface LookOptions {
    count: number;
    perArm: number;
}

const COUNT: ExperimentMetric = { ...PRIMARY, kind: 'count' };

test('of 1,000 experiments without an effect, each looked at 100 times, at most 5 % are called better or worse', () => {
    const next = random(17);
    let alarms = 0;
    for (let run = 0; run < 1_000; run++) {
        for (const arms of looks(next, [0.2, 0.2], { count: 100, perArm: 50 })) {
            const [effect] = resultsOf([stratum('a', arms, { shares: EVEN })], [COUNT]).metrics[0]!.effects;
            if (effect!.state !== 'better' && effect!.state !== 'worse') continue;
            alarms++;
            break;
        }
    }
    expect(alarms / 1_000).toBeLessThanOrEqual(0.05);
});

test('intervals contain the true effect in at least 95 % of experiments at every look, and it is found as often as planned', () => {
    const [n, effect, runs] = [4_000, 0.1, 1_000];
    const next = random(23);
    const [rate, treated] = [0.2, 0.2 * (1 + effect)];
    let [covered, found] = [0, 0];
    for (let run = 0; run < runs; run++) {
        let isCovered = true;
        let last = {};
        for (const arms of looks(next, [rate, treated], { count: 10, perArm: n / 10 })) {
            const [low, high] = resultsOf([stratum('a', arms, { shares: EVEN })]).metrics[0]!.effects[0]!.ci!;
            isCovered &&= low! <= effect && effect <= high!;
            last = arms;
        }
        if (isCovered) covered++;
        const atEnd = resultsOf([stratum('a', last, { shares: EVEN })], [PRIMARY], ARMS, 'fixed-horizon');
        if (atEnd.metrics[0]!.effects[0]!.state === 'better') found++;
    }
    expect(covered / runs).toBeGreaterThanOrEqual(0.95);
    // Two-sided, α = 5 %: Φ(δ/se − 1.959964) with se² = p(1−p)/n·(1 + 1.1²)/p², as the plan says.
    const { power } = compute('power', {
        ...{ mean: rate, variance: rate * (1 - rate), effectRelative: effect, usersTotal: 2 * n, variations: 2, alpha: 0.05 },
    });
    expect(power).toBeCloseTo(0.566, 2);
    expect(Math.abs(found / runs - power)).toBeLessThanOrEqual(0.03);
});

test('outcomes from before the start narrow the interval, also over several phases', () => {
    const arm = (n: number, mean: number) => ({
        ...{ n, sum: n * mean, sumSquares: n * (mean ** 2 + 1) },
        before: { sum: n * 2, sumSquares: n * 5, cross: n * (2 * mean + 0.9) },
    });
    const revenue: ExperimentMetric = { ...PRIMARY, kind: 'mean' };
    const widthOf = (strata: Stratum[]) => {
        const { metrics, vectors } = resultsOf(strata, [revenue]);
        const [low, high] = metrics[0]!.effects[0]!.ci!;
        return { width: high! - low!, families: vectors.map(({ family }) => family) };
    };
    const arms = { red: arm(1_000, 2), blue: arm(1_000, 2.1) };
    const bare = { red: { ...arms.red, before: undefined }, blue: { ...arms.blue, before: undefined } };
    const withoutPast = widthOf([stratum('a', bare as never, { shares: EVEN })]);
    const adjusted = widthOf([stratum('a', arms, { shares: EVEN })]);
    expect(adjusted.families).toContain('cuped');
    expect(adjusted.width).toBeLessThan(withoutPast.width * 0.6);
    const phases = widthOf([stratum('a', arms, { shares: EVEN }), stratum('b', arms, { shares: EVEN })]);
    expect(phases.families).toContain('stratified');
    expect(phases.width).toBeLessThan(adjusted.width);
});

test('a guard may get worse by its margin', () => {
    const guard: ExperimentMetric = { ...PRIMARY, key: 'bought', kind: 'count', direction: 'down', role: 'guard' };
    const state = (sum: number, margin: number) => {
        const arms = { red: { n: 50_000, sum: 10_000 }, blue: { n: 50_000, sum } };
        return resultsOf([stratum('a', arms, { shares: EVEN })], [{ ...guard, margin }]).metrics[0]!.effects[0]!.state;
    };
    expect(state(12_000, 0.05)).toBe('harm shown');
    expect(state(12_000, 0.5)).toBe('harm excluded');
    expect(state(10_600, 0.06)).toBe('worse');
    expect(state(10_000, 0.01)).toBe('undecided');
    expect(state(8_000, 0)).toBe('harm excluded');
});
