import { expect, test } from 'vitest';
import {
    draftOf,
    experimentBody,
    metricBody,
    NEW_METRIC,
    newDraft,
    problemOfMetrics,
    problemsOfMetric,
} from './experiment-draft.ts';

const bought = { ...NEW_METRIC, outcome: 'bought' };

test('a metric contains only what its kind and role use', () => {
    expect(metricBody({ ...bought, margin: 10, cap: 5, denominator: 'visit' })).toEqual({
        ...{ key: 'bought', role: 'primary', outcome: 'bought', kind: 'conversion', direction: 'up' },
    });
    expect(
        metricBody({ ...bought, key: 'rate', role: 'guard', kind: 'ratio', margin: 2.5, denominator: 'visit', cap: 5 }),
    ).toEqual({
        ...{ key: 'rate', role: 'guard', outcome: 'bought', kind: 'ratio', direction: 'up' },
        ...{ denominator: 'visit', margin: 0.025, cap: 5 },
    });
});

test('the name of a metric is made from its outcome, within the characters of a key', () => {
    expect(metricBody({ ...bought, outcome: ' Added to cart (web) ' }).key).toBe('Added-to-cart-web-');
});

test('a saved experiment opens with the values that it was saved with', () => {
    const draft = {
        ...newDraft({ feature: 'checkout', environment: 'production' }),
        name: 'Colour',
        metrics: [bought],
    };
    const saved = {
        ...{ ...experimentBody(draft), hypothesis: null, enrol: ['seen'], control: null, from: null },
        source: null,
        ...{
            id: 'x',
            project: 'default',
            state: 'Draft' as const,
            variant: null,
            createdAt: '2026-03-01T08:00:00.000Z',
        },
        ...{ startedAt: null, stoppedAt: null, decidedAt: null, metrics: [metricBody(bought)] },
    };

    expect(experimentBody(draftOf(saved))).toEqual(experimentBody(draft));
});

test('an outcome that enrols cannot be a conversion, because everybody would have it', () => {
    const seen = { ...NEW_METRIC, outcome: 'seen' };

    expect(problemsOfMetric(seen, { metrics: [seen], enrol: ['seen'] }).outcome).toContain('100%');
    const visits = { ...seen, kind: 'count' as const };
    expect(problemsOfMetric(visits, { metrics: [visits], enrol: ['seen'] })).toEqual({});
});

test('there is exactly one primary metric, and each name once', () => {
    const enrol = ['seen'];

    expect(problemOfMetrics({ metrics: [bought], enrol })).toBeUndefined();
    expect(problemOfMetrics({ metrics: [{ ...bought, role: 'guard' }], enrol })).toContain('exactly one primary');
    expect(problemOfMetrics({ metrics: [bought, { ...bought, role: 'guard' }], enrol })).toContain('marked');
    expect(problemsOfMetric({ ...bought, kind: 'ratio' }, { metrics: [], enrol })).toHaveProperty('denominator');
});
