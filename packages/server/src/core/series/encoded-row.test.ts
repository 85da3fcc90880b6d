import { describe, expect, test } from 'vitest';
import { pointsOf, toSeries } from '../../../test/support/point-series.ts';
import { decodeRow, encodeRow } from './encoded-row.ts';
import type { PackedValue } from './packed-value.ts';
import { PointBlocks } from './point-blocks.ts';
import type { SeriesKind } from './series.ts';

const TIMES = { start: 7_200, step: 60 };

/** The values after they were written to a row and read again. */
function stored(kind: SeriesKind, values: Record<number, PackedValue>) {
    const blocks = new PointBlocks(kind);
    for (const [minute, value] of Object.entries(values)) blocks.addPacked(7_200 + 60 * Number(minute), value);
    const text = encodeRow(blocks.all(), TIMES);
    return {
        text,
        series: { kind, name: 'm', environment: 'e', project: null, labels: {}, blocks: decodeRow(kind, text, TIMES) },
    };
}

describe('a row returns what was written', () => {
    const counts = [0, 1, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 53, 1e30, 0.1, -3];

    test.each(counts)('a counter of %d', (count) => {
        const { series } = stored('counter', { 0: [count], 31: [count], 59: [7] });

        expect(pointsOf(series)).toEqual([
            { at: 7_200, value: count },
            { at: 9_060, value: count },
            { at: 10_740, value: 7 },
        ]);
    });

    test('a gauge', () => {
        const { series } = stored('gauge', { 3: [2, -1.5, 5, 7.25, 3] });

        expect(pointsOf(series)).toEqual([{ at: 7_380, last: 2, min: -1.5, max: 5, sum: 7.25, count: 3 }]);
    });

    test('histograms, also with other bounds', () => {
        const { series } = stored('histogram', { 0: [3, 1.5, 0.1, 1, 2, 3], 1: [4, 9, 1, 2], 2: [1, 0, 0.1, 0, 2, 1] });

        const histogram = (at: number, count: number, sum: number, buckets: [number, number][]) => ({
            ...{ at, count, sum },
            buckets: [...buckets, [Number.POSITIVE_INFINITY, count] as const].map(([le, of]) => ({ le, count: of })),
        });
        expect(pointsOf(series)).toEqual([
            histogram(7_200, 3, 1.5, [
                [0.1, 1],
                [2, 3],
            ]),
            histogram(7_260, 4, 9, [[1, 2]]),
            histogram(7_320, 1, 0, [
                [0.1, 0],
                [2, 1],
            ]),
        ]);
    });
});

test('bounds that change with every report do not make a row larger: those that all have remain', () => {
    const odd = Object.fromEntries(
        Array.from({ length: 60 }, (_, minute): [number, PackedValue] => [minute, [2, 1, 1 + minute / 100, 1, 5, 2]]),
    );

    const { text, series } = stored('histogram', odd);

    expect(series.blocks.map(({ bounds }) => bounds)).toEqual([[5]]);
    expect(pointsOf(series)).toHaveLength(60);
    expect(text.length).toBeLessThan(500);
});

test('values that arrive out of order, and twice for one step, are joined', () => {
    const values = new PointBlocks('gauge');
    for (const [at, value] of [
        [120, 3],
        [60, 1],
        [120, 5],
        [0, 2],
    ] as const) {
        values.addPacked(at, [value, value, value, value, 1]);
    }
    const points = [
        { at: 0, last: 2, min: 2, max: 2, sum: 2, count: 1 },
        { at: 60, last: 1, min: 1, max: 1, sum: 1, count: 1 },
        { at: 120, last: 5, min: 3, max: 5, sum: 8, count: 2 },
    ];
    const identity = { name: 'm', environment: 'e', project: null, labels: {} };

    expect(values.all()).toEqual(toSeries({ ...identity, kind: 'gauge', points }).blocks);
    values.remove(60, 120);
    expect(pointsOf({ ...identity, kind: 'gauge', blocks: values.all() }).map(({ at }) => at)).toEqual([0, 120]);
});
