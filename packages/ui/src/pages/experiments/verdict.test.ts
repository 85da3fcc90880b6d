import { expect, test } from 'vitest';
import type { Effect, Experiment, Results } from './experiment.queries.ts';
import { daysRunning, describeSample, verdictOf } from './verdict.ts';

const EXPERIMENT: Experiment = {
    ...{
        id: 'x',
        project: 'default',
        name: 'Colour',
        hypothesis: null,
        feature: 'checkout',
        environment: 'production',
    },
    ...{ unit: 'userId', population: 'recomputed', enrol: ['seen'], control: 'grey', from: null, state: 'Running' },
    source: null,
    ...{ variant: null, createdAt: '2026-03-01T08:00:00.000Z', startedAt: '2026-03-01T08:00:00.000Z' },
    ...{ stoppedAt: null, decidedAt: null },
    metrics: [
        { key: 'purchases', outcome: 'bought', kind: 'conversion', direction: 'up', role: 'primary' },
        { key: 'errors', outcome: 'error', kind: 'count', direction: 'down', role: 'guard', margin: 0.1 },
    ],
};

const effectOf = (members: Partial<Effect> = {}): Effect => ({
    ...{ variant: 'blue', effect: 0.031, difference: 'relative', ci: [0.004, 0.058], p: 0.01, state: 'better' },
    ...members,
});

function resultsOf(primary: Partial<Effect> = {}, { units = 12_400, mismatch = false, guard = {} } = {}): Results {
    const n = units / 2;
    const arms = ['grey', 'blue'].map((variant) => ({ variant, n, sum: 0, sumSquares: 0, estimate: 0.1, ci: null }));
    return {
        ...{ state: 'Running', population: 'recomputed', at: '2026-03-05T09:00:00.000Z', reportedArms: 0, vectors: [] },
        source: null,
        units: { total: units, undecidable: 0, multiple: 0, unenrolled: 0 },
        arms: arms.map(({ variant }) => ({ variant, weight: 0.5, units: n })),
        sampleRatio: { p: 1, method: 'srm-sequential', mismatch },
        metrics: [
            { key: 'purchases', role: 'primary', arms, effects: [effectOf(primary)] },
            { key: 'errors', role: 'guard', arms, effects: [effectOf({ state: 'undecided', ...guard })] },
        ],
    };
}

test('the verdict says which variant is better, on what, and how sure that is', () => {
    expect(verdictOf(EXPERIMENT, resultsOf())).toEqual({
        tone: 'good',
        sentence: 'blue is better: purchases +3.1% (95% interval +0.4% to +5.8%).',
        brief: 'blue is better, +3.1%',
    });
});

test.each([
    ['nobody enrolled', resultsOf({}, { units: 0 }), 'none', 'Nobody was enrolled yet.'],
    [
        'no outcome',
        resultsOf({ state: 'no data', effect: null, ci: null }),
        'none',
        'No outcome of purchases was reported yet.',
    ],
    [
        'too few users',
        resultsOf({ state: 'too little' }, { units: 80 }),
        'none',
        'Too little data: the smallest variant has 40 of 100 users.',
    ],
    [
        'an effect that cannot be computed',
        resultsOf({ state: 'too little', effect: null, ci: null }),
        'none',
        'The effect on purchases could not be computed.',
    ],
    [
        'a wrong sample ratio',
        resultsOf({}, { mismatch: true }),
        'withheld',
        'No verdict: the users are not distributed over the variants as intended.',
    ],
    [
        'an interval around zero',
        resultsOf({ state: 'undecided', ci: [-0.02, 0.08] }),
        'open',
        'No difference is shown yet: purchases with blue +3.1% (95% interval -2% to +8%).',
    ],
    [
        'a loss',
        resultsOf({ state: 'worse', effect: -0.2, ci: [-0.3, -0.1] }),
        'bad',
        'blue is worse: purchases -20% (95% interval -30% to -10%).',
    ],
] as const)('%s has an answer of its own', (_name, results, tone, sentence) => {
    expect(verdictOf(EXPERIMENT, results)).toMatchObject({ tone, sentence });
});

test('harm of a guard metric is part of the verdict of a better variant', () => {
    const results = resultsOf({}, { guard: { state: 'harm shown', effect: 4, ci: [3, 5] } });

    expect(verdictOf(EXPERIMENT, results)).toEqual({
        tone: 'bad',
        sentence:
            'blue is better: purchases +3.1% (95% interval +0.4% to +5.8%). A guard metric shows harm: errors with blue +400% (95% interval +300% to +500%).',
        brief: 'blue is better, +3.1%, harm: errors',
    });
});

test('a decided experiment says what was shipped, and what it was based on', () => {
    expect(verdictOf({ ...EXPERIMENT, state: 'Decided', variant: 'blue' }, resultsOf())).toMatchObject({
        sentence: 'blue was shipped. blue is better: purchases +3.1% (95% interval +0.4% to +5.8%).',
        brief: 'blue was shipped',
    });
});

test('a difference of rates is in points, and a missing bound is open', () => {
    const results = resultsOf({ difference: 'absolute', effect: 0.012, ci: [0.001, null] });

    expect(verdictOf(EXPERIMENT, results).sentence).toBe(
        'blue is better: purchases +1.2 points (95% interval +0.1 points to +∞).',
    );
});

test('the sample counts users, variants and whole days until the stop', () => {
    const now = Date.parse('2026-03-05T09:00:00.000Z');

    expect(describeSample(EXPERIMENT, resultsOf(), now)).toBe('12,400 users in 2 variants, for 4 days');
    expect(daysRunning({ ...EXPERIMENT, stoppedAt: '2026-03-02T09:00:00.000Z' }, now)).toBe(1);
    expect(daysRunning({ ...EXPERIMENT, startedAt: null }, now)).toBeUndefined();
    expect(daysRunning({ ...EXPERIMENT, from: '2026-02-01T08:00:00.000Z' }, now)).toBe(32);
});

test.each([
    ['waiting', 'The data source was not queried yet.'],
    ['failed', 'No verdict: the query of the data source failed.'],
] as const)(
    'before a data source answered (%s), the verdict does not say that nobody was enrolled',
    (state, sentence) => {
        const source = {
            ...{ kind: 'postgres' as const, name: 'warehouse', state, reason: null },
            ...{ attemptedAt: null, computedAt: null, nextAt: null },
        };
        expect(verdictOf(EXPERIMENT, { ...resultsOf({}, { units: 0 }), source }).sentence).toBe(sentence);
    },
);
