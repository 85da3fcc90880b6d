import { describe, expect, test } from 'vitest';
import { type GaugePoint, toSeries } from '../../../../test/support/point-series.ts';
import type { HistogramValue } from '../../../core/series/series.ts';
import type { Series } from '../../../core/series/series-reader.ts';
import { aggregate } from './aggregate.ts';
import { HistogramTotal, quantile } from './histograms.ts';
import { querySeries } from './query-series.ts';
import { stepsOf } from './steps.ts';

const identity = { name: 'metric', environment: 'production', project: null };
const counter = (labels: Record<string, string>, ...points: [at: number, value: number][]): Series =>
    toSeries({
        ...{ ...identity, kind: 'counter', labels },
        points: points.map(([at, value]) => ({ at, value })),
    });
const set = (at: number, ...values: number[]): GaugePoint => ({
    ...{ at, last: values.at(-1)!, min: Math.min(...values), max: Math.max(...values) },
    ...{ sum: values.reduce((sum, value) => sum + value, 0), count: values.length },
});
const gauge = (...points: GaugePoint[]): Series => toSeries({ ...identity, kind: 'gauge', labels: {}, points });
const histogram = (sum: number, ...buckets: [le: number, count: number][]): HistogramValue => ({
    ...{ count: buckets.at(-1)![1], sum, buckets: buckets.map(([le, count]) => ({ le, count })) },
});

const steps = { start: 600, step: 60, count: 3, end: 780 };

describe('a counter', () => {
    test('adds the differences of each step, and keeps steps without reports apart from zero', () => {
        const series = [counter({}, [540, 100], [600, 1], [720, 0]), counter({}, [600, 2], [780, 100])];

        expect([...aggregate(series, 'count', steps)]).toEqual([3, Number.NaN, 0]);
    });

    test('divides the current step by the seconds that have passed', () => {
        const long = { start: 0, step: 900, count: 1, end: 300 };

        expect([...aggregate([counter({}, [0, 600])], 'rps', long)]).toEqual([2]);
        expect([...aggregate([counter({}, [0, 600])], 'rps', { ...long, end: 900 })]).toEqual([600 / 900]);
    });
});

describe('a gauge', () => {
    test.each([
        ['avg', 2],
        ['sum', 6],
        ['min', 1],
        ['max', 5],
    ] as const)('of two series has the %s %d', (mode, expected) => {
        const series = [gauge(set(600, 1, 5)), gauge(set(600, 1))];

        expect([...aggregate(series, mode, { ...steps, count: 1 })]).toEqual([expected]);
    });

    test('keeps its last value for five minutes', () => {
        const long = { ...steps, count: 8, end: 600 + 8 * 60 };

        expect([...aggregate([gauge(set(600, 4))], 'sum', long)]).toEqual([4, 4, 4, 4, 4, 4, Number.NaN, Number.NaN]);
    });
});

describe('a histogram', () => {
    test('with other bounds is merged by the bounds that both have', () => {
        const total = new HistogramTotal();
        const add = (value: HistogramValue) => {
            const series = toSeries({ ...identity, kind: 'histogram', labels: {}, points: [{ at: 0, ...value }] });
            total.add(series.blocks[0]!, 0);
        };
        add(histogram(10, [1, 4], [5, 8], [Infinity, 10]));
        add(histogram(7, [2, 1], [5, 2], [Infinity, 2]));
        add(histogram(1, [5, 1], [Infinity, 1]));

        expect(total.value()).toEqual(histogram(18, [5, 11], [Infinity, 13]));
    });

    test.each([
        [
            0.5,
            [
                [1, 0],
                [2, 10],
                [Infinity, 10],
            ],
            1.5,
        ],
        [
            0.5,
            [
                [10, 10],
                [Infinity, 10],
            ],
            5,
        ],
        [
            0.99,
            [
                [1, 5],
                [Infinity, 10],
            ],
            1,
        ],
        [
            0,
            [
                [1, 0],
                [2, 10],
                [Infinity, 10],
            ],
            1,
        ],
        [
            1,
            [
                [1, 5],
                [2, 10],
                [Infinity, 10],
            ],
            2,
        ],
        [0.5, [[Infinity, 10]], undefined],
        [
            0.5,
            [
                [1, 0],
                [Infinity, 0],
            ],
            undefined,
        ],
    ] as [number, [number, number][], number | undefined][])('the quantile %d of %o is %s', (q, buckets, expected) => {
        expect(
            quantile(
                q,
                buckets.map(([le, count]) => ({ le, count })),
            ),
        ).toBe(expected);
    });
});

test('the largest series are returned if there are too many', () => {
    const all = [1, 9, 5].map((value) => counter({ app: `app-${value}` }, [600, value]));

    const { series, isTruncated } = querySeries(all, { mode: 'count', selectors: { app: ['*'] }, steps, maxSeries: 2 });

    expect(isTruncated).toBe(true);
    expect(series).toEqual([
        { metric: { app: 'app-5' }, data: [[600, 5]] },
        { metric: { app: 'app-9' }, data: [[600, 9]] },
    ]);
});

test('labels of the token take precedence over reported ones, and names of members of objects are no labels', () => {
    const forged = counter({ environment: 'development', app: 'a' }, [600, 1]);
    const selectors = { environment: ['*'], constructor: ['*'] };

    expect(querySeries([forged], { mode: 'count', selectors, steps, maxSeries: 2 }).series).toEqual([
        { metric: { environment: 'production' }, data: [[600, 1]] },
    ]);
});

test.each([
    ['hour', 60, 60],
    ['day', 900, 96],
    ['week', 10_800, 56],
    ['month', 86_400, 30],
] as const)('the steps of a %s begin at multiples of their length and end with the range', (range, step, count) => {
    const end = 1_800_000_123;
    const current = stepsOf(range, end, 60);
    const previous = stepsOf(range, current.start, 60);

    expect(current).toMatchObject({ step, count });
    expect(current.start % step).toBe(0);
    expect(current.start + current.count * step).toBeGreaterThanOrEqual(end);
    expect(previous.start + previous.count * step).toBe(current.start);
});
