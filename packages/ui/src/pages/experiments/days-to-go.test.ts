import { expect, test } from 'vitest';
import { describeRemaining, remainingPlan } from './days-to-go.ts';
import type { Experiment, Plan, Results } from './experiment.queries.ts';

const EXPERIMENT: Experiment = {
    ...{
        id: 'x',
        project: 'default',
        name: 'Colour',
        hypothesis: null,
        feature: 'checkout',
        environment: 'production',
    },
    ...{ unit: 'userId', population: 'recomputed', enrol: ['seen'], control: 'grey', from: null, source: null },
    ...{
        state: 'Running',
        variant: null,
        createdAt: '2026-03-01T08:00:00.000Z',
        startedAt: '2026-03-01T08:00:00.000Z',
    },
    ...{ stoppedAt: null, decidedAt: null },
    metrics: [{ key: 'spent', outcome: 'bought', kind: 'mean', direction: 'up', role: 'primary' }],
};
const NOW = Date.parse('2026-03-05T09:00:00.000Z');

function resultsOf({
    effect = 0.031 as number | null,
    difference = 'relative' as 'relative' | 'absolute',
} = {}): Results {
    const arm = { n: 2_000, sum: 4_000, sumSquares: 20_000, estimate: 2, ci: null };
    return {
        ...{ state: 'Running', population: 'recomputed', at: '', reportedArms: 0, vectors: [], source: null, arms: [] },
        units: { total: 4_000, undecidable: 0, multiple: 0, unenrolled: 0 },
        sampleRatio: { p: 1, method: 'srm-sequential', mismatch: false },
        metrics: [
            {
                ...{ key: 'spent', role: 'primary' },
                arms: [
                    { ...arm, variant: 'grey' },
                    { ...arm, variant: 'blue' },
                ],
                effects: [{ variant: 'blue', effect, difference, ci: null, p: null, state: 'undecided' }],
            },
        ],
    };
}

test('the remaining time is planned from the users, the values and the effect that were measured', () => {
    const expected = { mean: 2, unitsPerDay: 1_000, variance: 6 };
    expect(remainingPlan(EXPERIMENT, resultsOf(), NOW)).toMatchObject({ effect: 0.031, baseline: expected });
    const absolute = remainingPlan(EXPERIMENT, resultsOf({ effect: -0.5, difference: 'absolute' }), NOW);
    expect(absolute?.effect).toBe(0.25);
});

test('without an effect, in the first day, and for a ratio, the remaining time is unknown', () => {
    expect(remainingPlan(EXPERIMENT, resultsOf({ effect: null }), NOW)).toBeUndefined();
    expect(remainingPlan(EXPERIMENT, resultsOf({ effect: 0 }), NOW)).toBeUndefined();
    expect(remainingPlan(EXPERIMENT, resultsOf(), Date.parse('2026-03-01T20:00:00.000Z'))).toBeUndefined();
    const ratio = { ...EXPERIMENT, metrics: [{ ...EXPERIMENT.metrics[0]!, kind: 'ratio' as const }] };
    expect(remainingPlan(ratio, resultsOf(), NOW)).toBeUndefined();
    expect(describeRemaining(undefined, 4)).toBe('How long it will take is not known yet.');
});

test.each([
    [10, 'About 6 days to go if the effect stays as it is.'],
    [3, 'About 1 day to go if the effect stays as it is.'],
    [null, 'More than a year to go if the effect stays as it is.'],
])('a plan of %s days is described by what is left of it', (alwaysValid, sentence) => {
    const metric = { role: 'primary', daysNeeded: { alwaysValid, fixedHorizon: 1 } };
    expect(describeRemaining({ metrics: [metric] } as unknown as Plan, 4)).toBe(sentence);
});
