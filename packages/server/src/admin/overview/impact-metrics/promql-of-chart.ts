import type { SeriesKind } from '../../../core/series/series.ts';
import type { AggregationMode } from '../../observations/series-queries/aggregate.ts';
import type { LabelSelectors } from '../../observations/series-queries/label-selectors.ts';

interface Chart {
    name: string;
    aggregation: AggregationMode;
    selectors: LabelSelectors;
    step: string;
    kind: SeriesKind | undefined;
    /** The labels that split the result. Default: those that are selected. */
    by?: readonly string[];
}

/** Returns the PromQL with the meaning of a chart: shown to users, and sent to a connected Prometheus. */
export function promqlOf({ name, aggregation, selectors, step, kind, by = Object.keys(selectors) }: Chart): string {
    const matchers = matchersOf(selectors);
    const metric = (suffix: string) => `${name}${suffix}${matchers}`;
    const over = (operator: string, expression: string, ...labels: string[]) =>
        [...by, ...labels].length > 0
            ? `${operator} by (${[...by, ...labels].join(', ')}) (${expression})`
            : `${operator}(${expression})`;
    const suffix = kind === 'histogram' ? '_count' : '';
    switch (aggregation) {
        case 'rps':
            return over('sum', `rate(${metric(suffix)}[${step}])`);
        case 'count':
            return over('sum', `increase(${metric(suffix)}[${step}])`);
        case 'sum':
            if (kind === 'histogram') return over('sum', `increase(${metric('_sum')}[${step}])`);
            return kind === 'counter' ? over('sum', `increase(${metric('')}[${step}])`) : over('sum', metric(''));
        case 'avg':
            if (kind !== 'histogram') return over('avg', `avg_over_time(${metric('')}[${step}])`);
            return `${over('sum', `increase(${metric('_sum')}[${step}])`)} / ${over('sum', `increase(${metric('_count')}[${step}])`)}`;
        case 'min':
        case 'max':
            return over(aggregation, `${aggregation}_over_time(${metric('')}[${step}])`);
        default:
            return `histogram_quantile(0.${aggregation.slice(1)}, ${over('sum', `rate(${metric('_bucket')}[${step}])`, 'le')})`;
    }
}

/** Values become alternatives of a regular expression, in which their special characters have no meaning. */
function matchersOf(selectors: LabelSelectors): string {
    const matchers = Object.entries(selectors).flatMap(([label, values]) => {
        if (values.includes('*')) return [];
        if (values.length === 1) return [`${label}=${JSON.stringify(values[0])}`];
        return [`${label}=~${JSON.stringify(values.map(escapeRegExp).join('|'))}`];
    });
    return matchers.length > 0 ? `{${matchers.join(',')}}` : '';
}

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
