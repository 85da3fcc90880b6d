import { invalid } from '../../../core/errors/errors.ts';
import type { Labels } from '../../../core/series/series.ts';
import { labelKey } from './label-key.ts';
import type { Arithmetic } from './promql/expression.ts';
import type { QueryValue, VectorSeries } from './query-value.ts';

const OPERATIONS: Record<Arithmetic, (left: number, right: number) => number> = {
    '+': (left, right) => left + right,
    '-': (left, right) => left - right,
    '*': (left, right) => left * right,
    '/': (left, right) => left / right,
    '%': (left, right) => left % right,
    '^': (left, right) => left ** right,
};

/** Applies an operator to two numbers, or to a number and each series of a vector. */
export function applyArithmetic(operator: Arithmetic, left: QueryValue, right: QueryValue): QueryValue {
    const operation = OPERATIONS[operator];
    const apply = (a: Float64Array, b: Float64Array) => a.map((value, index) => operation(value, b[index]!));
    if (left.kind === 'scalar') {
        if (right.kind === 'scalar') return { kind: 'scalar', values: apply(left.values, right.values) };
        return vector(right.series, (values) => apply(left.values, values));
    }
    if (right.kind === 'vector') return { kind: 'vector', series: combineVectors(operator, left.series, right.series) };
    return vector(left.series, (values) => apply(values, right.values));
}

const vector = (series: readonly VectorSeries[], apply: (values: Float64Array) => Float64Array): QueryValue => ({
    kind: 'vector',
    series: series.map(({ labels, values }) => ({ labels: withoutName(labels), values: apply(values) })),
});

const withoutName = ({ __name__: _, ...labels }: Labels): Labels => labels;

/** Combines the series that have the same labels on both sides. */
function combineVectors(operator: Arithmetic, left: readonly VectorSeries[], right: readonly VectorSeries[]) {
    const others = bySameLabels(right);
    const operation = OPERATIONS[operator];
    return [...bySameLabels(left)].flatMap(([key, { labels, values }]) => {
        const other = others.get(key);
        return other ? [{ labels, values: values.map((value, index) => operation(value, other.values[index]!)) }] : [];
    });
}

function bySameLabels(series: readonly VectorSeries[]): Map<string, VectorSeries> {
    const byLabels = new Map<string, VectorSeries>();
    for (const { labels, values } of series) {
        const named = withoutName(labels);
        const key = labelKey(named);
        if (byLabels.has(key)) throw invalid('Several series of one side of an operator have the same labels.');
        byLabels.set(key, { labels: named, values });
    }
    return byLabels;
}
