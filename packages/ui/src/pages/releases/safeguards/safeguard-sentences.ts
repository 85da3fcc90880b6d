import { formatDecimal, formatNumber, formatShare } from '../../../components/text/numbers.ts';
import type { MetricChart } from '../../metrics/metric.queries.ts';
import type { Safeguard } from './safeguard.queries.ts';

type Metric = NonNullable<Safeguard['impactMetric']>;

/** A metric against a number. */
export interface ThresholdRule {
    impactMetric: Pick<Metric, 'metricName' | 'aggregationMode' | 'timeRange' | 'labelSelectors'>;
    triggerCondition: NonNullable<Safeguard['triggerCondition']>;
}

const RANGES: Record<Metric['timeRange'], string> = {
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
export function describeThreshold({ impactMetric, triggerCondition: { operator, threshold } }: ThresholdRule): string {
    const { metricName, aggregationMode, timeRange, labelSelectors } = impactMetric;
    const apps = labelSelectors['appName'];
    return [
        `${MODES[aggregationMode]} ${metricName} in ${RANGES[timeRange]} is ${operator === '>' ? 'above' : 'below'} ${formatDecimal(threshold)}`,
        ...(apps && apps.length > 0 && apps[0] !== '*' ? [`in ${apps.join(', ')}`] : []),
    ].join(', ');
}

const KINDS = { conversion: 'share of users with', count: 'number per user of', mean: 'value per user of' };

/** The subject of a safeguard: a metric and its limit, or the users with the feature against those without. */
export function describeSafeguard({
    impactMetric,
    triggerCondition,
    comparison,
    counts,
}: Pick<Safeguard, 'impactMetric' | 'triggerCondition' | 'comparison' | 'counts'>): string {
    if (impactMetric && triggerCondition) return describeThreshold({ impactMetric, triggerCondition });
    if (counts) {
        const side = counts.direction === 'up' ? 'lower' : 'higher';
        return `number of ${counts.metricName} per evaluation is ${side} with the feature than without it, by more than ${formatShare(counts.margin)}`;
    }
    if (!comparison) return 'rule is broken';
    const { kind, outcome, direction, difference, margin } = comparison;
    const most = difference === 'relative' ? formatShare(margin) : formatDecimal(margin);
    return `${KINDS[kind]} ${outcome} is ${direction === 'up' ? 'lower' : 'higher'} with the feature than without it, by more than ${most}`;
}

/** The last evaluation in words: what was measured, or why nothing was. */
export function describeEvaluation({ evaluation }: Pick<Safeguard, 'evaluation'>): string {
    if (!evaluation) return 'Not checked yet.';
    const { state, value, reason, threshold, units, events, effect, caveat } = evaluation;
    if (state === 'failed') return reason ?? 'The value could not be computed.';
    if (units) {
        const users = `${formatNumber(units.treatment)} users with the feature, ${formatNumber(units.control)} without.`;
        return effect === null || effect === undefined ? users : `Difference ${formatDecimal(effect)}: ${users}`;
    }
    if (events) {
        const counted = `${formatNumber(events.treatment)} events with the feature, ${formatNumber(events.control)} without.`;
        const rates =
            effect === null || effect === undefined ? counted : `Difference ${formatShare(effect)}: ${counted}`;
        return [rates, reason, caveat].filter(Boolean).join(' ');
    }
    if (caveat) return [reason, caveat].filter(Boolean).join(' ');
    if (value === null || value === undefined || threshold === undefined) return 'Nothing was reported in the range.';
    return `Now ${formatDecimal(value)}, limit ${formatDecimal(threshold)}.`;
}
