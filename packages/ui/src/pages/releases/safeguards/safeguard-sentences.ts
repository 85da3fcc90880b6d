import { formatDecimal } from '../../../components/text/numbers.ts';
import type { MetricChart } from '../../metrics/metric.queries.ts';
import type { Safeguard } from './safeguard.queries.ts';

type Rule = Pick<Safeguard, 'triggerCondition'> & {
    impactMetric: Pick<Safeguard['impactMetric'], 'metricName' | 'aggregationMode' | 'timeRange' | 'labelSelectors'>;
};

const RANGES: Record<Safeguard['impactMetric']['timeRange'], string> = {
    hour: 'the last hour',
    day: 'the last 24 hours',
    week: 'the last 7 days',
    month: 'the last 30 days',
};

const MODES: Record<MetricChart['aggregationMode'], string> = {
    count: 'count of',
    rps: 'rate per second of',
    avg: 'average of',
    sum: 'sum of',
    min: 'minimum of',
    max: 'maximum of',
    p50: 'median of',
    p75: '75th percentile of',
    p90: '90th percentile of',
    p95: '95th percentile of',
    p99: '99th percentile of',
};

/** “count of errors in the last hour is above 50, in shop” */
export function describeThreshold({ impactMetric, triggerCondition: { operator, threshold } }: Rule): string {
    const { metricName, aggregationMode, timeRange, labelSelectors } = impactMetric;
    const apps = labelSelectors['appName'];
    return [
        `${MODES[aggregationMode]} ${metricName} in ${RANGES[timeRange]} is ${operator === '>' ? 'above' : 'below'} ${formatDecimal(threshold)}`,
        ...(apps && apps.length > 0 && apps[0] !== '*' ? [`in ${apps.join(', ')}`] : []),
    ].join(', ');
}

/** The last evaluation in words: what was measured, or why nothing was. */
export function describeEvaluation({ evaluation }: Pick<Safeguard, 'evaluation'>): string {
    if (!evaluation) return 'Not checked yet.';
    const { state, value, reason, threshold } = evaluation;
    if (state === 'failed') return reason ?? 'The value could not be computed.';
    if (value === null) return 'Nothing was reported in the range.';
    return `Now ${formatDecimal(value)}, limit ${formatDecimal(threshold)}.`;
}
