import { mergePacked, type PackedValue, packHistogram, toHistogram } from '../../src/core/series/packed-value.ts';
import { packedAt } from '../../src/core/series/point-block.ts';
import { PointBlocks } from '../../src/core/series/point-blocks.ts';
import type { HistogramValue, SeriesIdentity, SeriesKind } from '../../src/core/series/series.ts';
import type { Series } from '../../src/core/series/series-reader.ts';

/** The values of one series within one step; `at` is the start of the step in seconds since 1970. */
export type SeriesPoint = CounterPoint | GaugePoint | HistogramPoint;

interface CounterPoint {
    at: number;
    /** The sum of the differences. */
    value: number;
}

export interface GaugePoint {
    at: number;
    last: number;
    min: number;
    max: number;
    sum: number;
    count: number;
}

interface HistogramPoint extends HistogramValue {
    at: number;
}

/** A series with an object for each value, as tests write it. */
export type PointSeries = SeriesIdentity &
    (
        | { kind: 'counter'; points: readonly CounterPoint[] }
        | { kind: 'gauge'; points: readonly GaugePoint[] }
        | { kind: 'histogram'; points: readonly HistogramPoint[] }
    );

export function toSeries({ points, ...series }: PointSeries): Series {
    const values = new PointBlocks(series.kind);
    for (const point of points as readonly SeriesPoint[]) {
        if ('buckets' in point) values.addPacked(point.at, packHistogram(point));
        else if ('value' in point) values.addPacked(point.at, [point.value]);
        else values.addPacked(point.at, [point.last, point.min, point.max, point.sum, point.count]);
    }
    return { ...series, blocks: values.all() };
}

/** The values of a series in the order of time, one for each step. */
export function pointsOf({ kind, blocks }: Series): SeriesPoint[] {
    const values = new Map<number, PackedValue>();
    for (const block of blocks) {
        for (const [index, at] of block.at.entries()) {
            const value = packedAt(block, index);
            const before = values.get(at);
            values.set(at, before ? mergePacked(kind, before, value) : value);
        }
    }
    return [...values].sort(([a], [b]) => a - b).map(([at, value]) => toPoint(kind, at, value));
}

export const toPointSeries = (series: Series) => ({ ...series, points: pointsOf(series) });

function toPoint(kind: SeriesKind, at: number, value: PackedValue): SeriesPoint {
    if (kind === 'counter') return { at, value: value[0]! };
    if (kind === 'histogram') return { at, ...toHistogram(value) };
    const [last, min, max, sum, count] = value as [number, number, number, number, number];
    return { at, last, min, max, sum, count };
}
