export const MATCH_OPERATORS = ['=', '!=', '=~', '!~'] as const;

export interface LabelMatcher {
    label: string;
    operator: (typeof MATCH_OPERATORS)[number];
    value: string;
}

/** The functions over a range, by name. */
export const RANGE_FUNCTIONS = [
    'rate',
    'increase',
    'avg_over_time',
    'sum_over_time',
    'min_over_time',
    'max_over_time',
    'count_over_time',
    'last_over_time',
] as const;
export type RangeFunction = (typeof RANGE_FUNCTIONS)[number];

export const AGGREGATIONS = ['sum', 'avg', 'min', 'max', 'count'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

export const ARITHMETIC = ['+', '-', '*', '/', '%', '^'] as const;
export type Arithmetic = (typeof ARITHMETIC)[number];

export interface Selector {
    kind: 'selector';
    matchers: readonly LabelMatcher[];
    /** In seconds. */
    offset: number;
}

/** The supported part of PromQL. Durations are in seconds. */
export type Expression =
    | { kind: 'number'; value: number }
    | Selector
    | { kind: 'overRange'; name: RangeFunction; selector: Selector; range: number }
    | { kind: 'quantile'; quantile: Expression; argument: Expression }
    | { kind: 'aggregate'; name: Aggregation; labels: readonly string[]; isWithout: boolean; argument: Expression }
    | { kind: 'arithmetic'; operator: Arithmetic; left: Expression; right: Expression };
