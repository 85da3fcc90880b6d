import type { MetricSample } from '../../core/series/series.ts';
import type { MetricEntry } from '../series/metric-entry.ts';
import { normaliseSample } from '../series/normal-sample.ts';
import type { OutcomeEntry } from './outcome-entry.ts';

/** Outcomes and exposures as counters per name and minute. Those of a minute that is no longer stored are not counted. */
export const toOutcomeCounts = (entries: readonly OutcomeEntry[], now: Date): MetricEntry[] =>
    entries.flatMap((entry) =>
        samplesOf(entry).flatMap((sample): MetricEntry[] => {
            const { reporter, app, environment, project } = entry;
            const normal = normaliseSample(sample, now);
            return typeof normal === 'string' ? [] : [{ reporter, app, environment, project, ...normal }];
        }),
    );

function samplesOf({ signal, name, variant, at, count, valueCount, sum }: OutcomeEntry): MetricSample[] {
    // Evaluations are counted as usage.
    if (signal === 'evaluation') return [];
    const common = { kind: 'counter', at: new Date(at) } as const;
    if (signal === 'exposure') {
        const labels = {
            feature_flag_key: name,
            ...(variant !== null && { feature_flag_result_variant: variant }),
        };
        const help = 'Exposures that applications reported, by flag and variant';
        return [{ ...common, name: 'exposures_total', help, labels, value: count }];
    }
    const labels = { outcome: name };
    const counted: MetricSample = {
        ...{ ...common, name: 'outcomes_total', labels, value: count },
        help: 'Outcomes that applications reported, by name',
    };
    if (valueCount === 0) return [counted];
    const help = 'The sum of the values of outcomes, by name';
    return [counted, { ...common, name: 'outcome_values_total', help, labels, value: sum }];
}
