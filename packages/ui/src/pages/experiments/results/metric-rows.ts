import { KIND_WORDS } from '../effect-words.ts';
import type { ExperimentMetric, MetricResult } from '../experiment.queries.ts';
import type { ForestRow } from './ForestPlot.tsx';

const GROUPS: Record<MetricResult['role'], string> = {
    primary: 'Primary metric',
    secondary: 'Secondary metrics',
    guard: 'Guard metrics',
};

export const aboutMetric = ({ kind, outcome, denominator, direction }: ExperimentMetric): string =>
    `${KIND_WORDS[kind]} of ${outcome}${denominator ? ` / ${denominator}` : ''}, ${direction} is better`;

/** The metrics of an experiment, by role. */
export function metricGroups(metrics: readonly ExperimentMetric[], results: readonly MetricResult[]) {
    const rows = results.flatMap((result): ForestRow[] => {
        const metric = metrics.find(({ key }) => key === result.key);
        return metric ? [{ name: metric.key, about: aboutMetric(metric), metric, result }] : [];
    });
    return Object.entries(GROUPS).flatMap(([role, title]) => {
        const ofRole = rows.filter(({ metric }) => metric.role === role);
        return ofRole.length > 0 ? [{ title, rows: ofRole }] : [];
    });
}

/** The number of comparisons that a table shows. */
export const comparisonsIn = (results: readonly MetricResult[]): number =>
    results.reduce((sum, { effects }) => sum + effects.length, 0);
