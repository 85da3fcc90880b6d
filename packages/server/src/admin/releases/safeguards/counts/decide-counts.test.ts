import { compute } from '@halyard/stats';
import { expect, test } from 'vitest';
import { generator } from '../../../../../test/support/generator.ts';
import { ALPHA } from '../comparison/decide-comparison.ts';
import { type CountSettings, type CountStep, decideCounts } from './decide-counts.ts';

const RULE: CountSettings = { direction: 'down', margin: 0, minimumEvents: 20 };

interface Release {
    seed: number;
    rule?: CountSettings;
    /** Bursts of events per evaluation, without the feature and with it. */
    rates: [number, number];
    /** Events of a burst; one if they are independent. */
    burst?: number;
    share?: number;
    steps?: number;
}

const EVALUATIONS = 100;
/** The safeguard looks again after so many steps. */
const STEPS_PER_LOOK = 4;

/** Returns whether harm was shown at any look of a release. */
function isStopped({ seed, rule = RULE, rates, burst = 1, share = 0.5, steps: count = 60 }: Release): boolean {
    const random = generator(seed);
    const steps: CountStep[] = [];
    while (steps.length < count) {
        const exposure: [number, number] = [0, 0];
        const events: [number, number] = [0, 0];
        for (let evaluation = 0; evaluation < EVALUATIONS; evaluation++) {
            const arm = random() < share ? 1 : 0;
            exposure[arm]++;
            if (random() < rates[arm]) events[arm] += 1 + Math.floor(random() * (2 * burst - 1));
        }
        steps.push({ exposure, events });
        if (steps.length % STEPS_PER_LOOK !== 0) continue;
        const { state } = decideCounts({ rule, steps, alpha: ALPHA, version: '0' });
        if (state === 'harm shown') return true;
    }
    return false;
}

const seeds = Array.from({ length: 1_000 }, (_, index) => index + 1);
const stoppedOf = (release: Omit<Release, 'seed'>, count = seeds.length) =>
    seeds.slice(0, count).filter((seed) => isStopped({ seed, ...release })).length / count;

test.each([
    { burst: 1, share: 0.5 },
    { burst: 5, share: 0.5 },
    { burst: 15, share: 0.1 },
])('of 1,000 releases without harm, at most 5 % are stopped, also if events are correlated (%j)', (release) => {
    expect(stoppedOf({ rates: [0.08, 0.08], ...release })).toBeLessThanOrEqual(ALPHA);
});

test('errors that are five times as frequent are stopped, also if there are none without the feature', () => {
    for (const rates of [
        [0.02, 0.1],
        [0, 0.1],
    ] as [number, number][]) {
        expect(stoppedOf({ rates, steps: 40 }, 200)).toBe(1);
        expect(stoppedOf({ rates, steps: 40, burst: 3 }, 200)).toBeGreaterThanOrEqual(0.9);
    }
});

test('less harm than the margin is not stopped', () => {
    expect(stoppedOf({ rule: { ...RULE, margin: 1 }, rates: [0.08, 0.16] }, 200)).toBeLessThanOrEqual(ALPHA);
});

const stepsOf = (events: [number, number], count = 20): CountStep[] =>
    Array.from({ length: count }, () => ({ exposure: [1_000, 1_000], events: [...events] }));
const decide = (steps: CountStep[], rule: Partial<CountSettings> = {}) =>
    decideCounts({ rule: { ...RULE, ...rule }, steps, alpha: ALPHA, version: '1' });

test('no data, too little, healthy, harm excluded and harm shown are different states', () => {
    expect(decide([])).toMatchObject({ state: 'no data' });
    expect(decide([{ exposure: [0, 100], events: [0, 5] }])).toMatchObject({ state: 'no data' });
    expect(decide(stepsOf([0, 0]))).toMatchObject({ state: 'healthy so far' });
    expect(decide(stepsOf([0, 0]), { direction: 'up' })).toMatchObject({ state: 'no data' });
    expect(decide(stepsOf([5, 5], 11))).toMatchObject({ state: 'too little', dispersion: null });
    expect(decide(stepsOf([1, 0], 12))).toMatchObject({ state: 'too little' });
    expect(decide(stepsOf([5, 5]))).toMatchObject({ state: 'healthy so far', effect: 0, dispersion: 1 });
    expect(decide(stepsOf([50, 50]), { margin: 0.5 })).toMatchObject({ state: 'harm excluded' });
    expect(decide(stepsOf([5, 15]))).toMatchObject({ state: 'harm shown', effect: 2 });
    expect(decide(stepsOf([15, 5]), { direction: 'up' })).toMatchObject({ state: 'harm shown' });
});

test('harm is shown exactly where the interval lies beyond the margin', () => {
    for (const margin of [0, 0.2, 0.5, 0.8, 1, 1.5]) {
        const { state, bounds } = decide(stepsOf([10, 20]), { margin });
        expect([margin, state === 'harm shown']).toEqual([margin, bounds[0]! > margin]);
    }
});

test('events that vary more than independent ones count less', () => {
    // Alternating bursts in one arm and in the other.
    const steps = stepsOf([10, 10]).map((step, index) => ({
        ...step,
        events: index % 2 ? [0, 30] : [10, 0],
    })) as CountStep[];
    expect(decide(steps).dispersion).toBeGreaterThan(10);
    expect(decide(steps).state).toBe('healthy so far');
});

test('the number of a decision can be computed again from its vector', () => {
    const { vectors } = decide(stepsOf([5, 15]));
    expect(vectors).toMatchObject([{ family: 'poisson-sequential', version: '1' }]);
    const { input, output } = vectors[0]!;
    type Input = Parameters<typeof compute<'poisson-sequential'>>[1];
    expect(compute('poisson-sequential', input as Input)).toEqual(output);
});
