import { numberText } from '../series-queries/number-text.ts';
import type { TimeGrid } from '../series-queries/windows.ts';
import type { QueryValue } from './query-value.ts';

type Sample = [time: number, value: string];

/** The answer of an instant query, which has one time. */
export function instantAnswer(value: QueryValue, { start }: TimeGrid) {
    const sample = (values: Float64Array): Sample => [start, numberText(values[0]!)];
    if (value.kind === 'scalar') return { resultType: 'scalar', result: sample(value.values) };
    return {
        resultType: 'vector',
        result: value.series
            .filter(({ values }) => !Number.isNaN(values[0]))
            .map(({ labels, values }) => ({ metric: labels, value: sample(values) })),
    };
}

export function rangeAnswer(value: QueryValue, { start, step }: TimeGrid) {
    const samples = (values: Float64Array): Sample[] => {
        const list: Sample[] = [];
        values.forEach((each, index) => {
            if (!Number.isNaN(each)) list.push([start + index * step, numberText(each)]);
        });
        return list;
    };
    const series = value.kind === 'scalar' ? [{ labels: {}, values: value.values }] : value.series;
    return {
        resultType: 'matrix',
        result: series
            .map(({ labels, values }) => ({ metric: labels, values: samples(values) }))
            .filter(({ values }) => values.length > 0),
    };
}
