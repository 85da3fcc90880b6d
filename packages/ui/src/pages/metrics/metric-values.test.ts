import { expect, test } from 'vitest';
import { linesOf, overallOf, previousLine, seriesName, timesOf } from './metric-values.ts';

const answer = (
    start: number,
    end: number,
    series: { metric: Record<string, string>; data: [number, string][] }[],
) => ({
    start: String(start),
    end: String(end),
    step: '1m' as const,
    series,
});

test('a step without reports has no value, which is not zero', () => {
    const [line] = linesOf(
        answer(600, 840, [
            {
                metric: {},
                data: [
                    [600, '2'],
                    [720, '0'],
                    [780, 'NaN'],
                ],
            },
        ]),
        'purchases',
    );
    expect(line).toMatchObject({ name: 'purchases', values: [2, null, 0, null] });
});

test('the last step of a chart may not be over', () => {
    expect(timesOf(answer(600, 690, []))).toEqual({
        start: 600_000,
        end: 720_000,
        step: 60_000,
        times: [600_000, 660_000],
    });
});

test('a series is named by its labels', () => {
    expect(seriesName({ __name__: 'purchases', country: 'no', plan: '' }, 'purchases')).toBe('country no, plan (none)');
});

test('the period before is drawn below the steps of now', () => {
    const now = answer(720, 840, [{ metric: {}, data: [[720, '5']] }]);
    const before = answer(600, 720, [{ metric: {}, data: [[660, '3']] }]);
    expect(previousLine(now, before, 'purchases')[0]?.values).toEqual([null, 3]);
});

test('several series are not compared with the period before', () => {
    const two = answer(600, 720, [
        { metric: { a: '1' }, data: [] },
        { metric: { a: '2' }, data: [] },
    ]);
    expect(previousLine(two, two, 'purchases')).toEqual([]);
});

test.each([
    [
        'count',
        [
            [600, '2'],
            [660, '4'],
        ],
        6,
    ],
    [
        'avg',
        [
            [600, '2'],
            [660, '4'],
        ],
        3,
    ],
    ['count', [], undefined],
    ['count', [[600, 'NaN']], undefined],
] as [string, [number, string][], number | undefined][])('the %s of %j is %s', (mode, data, expected) => {
    expect(overallOf(answer(600, 720, [{ metric: {}, data }]), mode)).toBe(expected);
});
