import { asRecord } from '../../../core/json/is-record.ts';

/** Returns the numbers behind a decision of a safeguard: of the metric, or of the users or evaluations with the feature and without it. */
export function describeEvaluation({ impactMetric, comparison, counts, evaluation }: Record<string, unknown>): string {
    const { value, threshold, operator, units, events, effect } = asRecord(evaluation);
    const difference = typeof effect === 'number' ? `difference ${round(effect)}, ` : '';
    if (comparison !== undefined) {
        const outcome = `Outcome ${String(asRecord(comparison)['outcome'])}`;
        const { control, treatment } = asRecord(units);
        if (typeof treatment !== 'number') return outcome;
        return `${outcome}: ${difference}${treatment} users with the feature, ${String(control)} without`;
    }
    if (counts !== undefined) {
        const metric = `Metric ${String(asRecord(counts)['metricName'])}`;
        const { control, treatment } = asRecord(events);
        if (typeof treatment !== 'number') return metric;
        return `${metric}: relative ${difference}${treatment} events with the feature, ${String(control)} without; evaluations are not users`;
    }
    const measured =
        typeof value === 'number'
            ? `${round(value)}, the limit is ${String(operator)} ${String(threshold)}`
            : 'no value';
    return `Metric ${String(asRecord(impactMetric)['metricName'])}: ${measured}`;
}

const round = (value: number) => Number(value.toPrecision(4));
