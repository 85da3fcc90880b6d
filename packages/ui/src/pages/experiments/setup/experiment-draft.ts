import type { Experiment, ExperimentMetric, NewExperiment, SavedMetric } from '../experiment.queries.ts';

/** A metric while it is edited. Numbers that are not entered are empty. */
export interface MetricDraft {
    key: string;
    role: ExperimentMetric['role'];
    outcome: string;
    kind: ExperimentMetric['kind'];
    direction: ExperimentMetric['direction'];
    denominator: string;
    /** In percent. */
    margin: number | '';
    windowHours: number | '';
    cap: number | '';
}

/** The values of the form. */
export interface ExperimentDraft {
    name: string;
    hypothesis: string;
    feature: string;
    environment: string;
    unit: string;
    population: Experiment['population'];
    enrol: string[];
    /** Empty: the usual one. */
    control: string;
    /** Null: outcomes that applications report to this service. */
    source: Experiment['source'];
    /** Empty: from the start on. */
    from: string;
    metrics: MetricDraft[];
}

export const NEW_METRIC: MetricDraft = {
    ...{ key: '', role: 'primary', outcome: '', kind: 'conversion', direction: 'up' },
    ...{ denominator: '', margin: '', windowHours: '', cap: '' },
};

export const newDraft = (start: {
    feature?: string | undefined;
    environment?: string | undefined;
}): ExperimentDraft => ({
    ...{ name: '', hypothesis: '', feature: start.feature ?? '', environment: start.environment ?? '' },
    ...{ unit: 'userId', population: 'recomputed', enrol: ['seen'], control: '', from: '' },
    ...{ source: null, metrics: [NEW_METRIC] },
});

export const draftOf = (experiment: Experiment): ExperimentDraft => ({
    ...{ name: experiment.name, hypothesis: experiment.hypothesis ?? '', feature: experiment.feature },
    ...{ environment: experiment.environment, unit: experiment.unit, population: experiment.population },
    ...{ enrol: experiment.enrol, control: experiment.control ?? '', from: experiment.from ?? '' },
    source: experiment.source,
    metrics: experiment.metrics.map((metric) => metricDraft(metric)),
});

/** A metric of an experiment, or one that the project saved. */
export const metricDraft = (
    metric: Omit<SavedMetric, 'createdAt'> & { role?: ExperimentMetric['role'] },
): MetricDraft => ({
    ...{ key: metric.key, role: metric.role ?? 'secondary', outcome: metric.outcome, kind: metric.kind },
    ...{ direction: metric.direction, denominator: metric.denominator ?? '' },
    margin: metric.margin === undefined ? '' : Number((metric.margin * 100).toPrecision(6)),
    ...{ windowHours: metric.windowHours ?? '', cap: metric.cap ?? '' },
});

/** The metric without members that its kind and role do not use. */
export const metricBody = (draft: MetricDraft): ExperimentMetric => ({
    ...{ key: keyOf(draft), role: draft.role, outcome: draft.outcome.trim(), kind: draft.kind },
    direction: draft.direction,
    ...(draft.kind === 'ratio' && { denominator: draft.denominator.trim() }),
    ...(draft.role === 'guard' && draft.margin !== '' && { margin: draft.margin / 100 }),
    ...(draft.windowHours !== '' && { windowHours: draft.windowHours }),
    ...(draft.cap !== '' && draft.kind !== 'conversion' && { cap: draft.cap }),
});

/** The entered name, or otherwise one made from the outcome. */
export const keyOf = ({ key, outcome }: Pick<MetricDraft, 'key' | 'outcome'>): string =>
    key.trim() || outcome.trim().replace(/[^a-zA-Z0-9._~-]+/g, '-');

export const experimentBody = (draft: ExperimentDraft): NewExperiment => ({
    ...{ name: draft.name.trim(), hypothesis: draft.hypothesis.trim() || null, feature: draft.feature },
    ...{ environment: draft.environment, unit: draft.unit.trim(), population: draft.population },
    ...{ enrol: draft.enrol, control: draft.control || null, from: draft.from || null },
    source: draft.source,
    metrics: draft.metrics.map(metricBody),
});

/** Why a metric cannot be saved, by its member. */
export function problemsOfMetric(
    draft: MetricDraft,
    { metrics, enrol }: Pick<ExperimentDraft, 'metrics' | 'enrol'>,
): Partial<Record<keyof MetricDraft, string>> {
    const isTaken = metrics.some((other) => other !== draft && keyOf(other) === keyOf(draft));
    return {
        ...(draft.outcome.trim() === '' && { outcome: 'Enter the name of an outcome' }),
        ...(draft.kind === 'conversion' &&
            enrol.includes(draft.outcome.trim()) && {
                outcome: `“${draft.outcome.trim()}” enrols users, so the rate would be 100%. Measure another outcome, or count how often it happens.`,
            }),
        ...(draft.kind === 'ratio' &&
            draft.denominator.trim() === '' && { denominator: 'Enter the name of an outcome' }),
        ...(isTaken && keyOf(draft) !== '' && { key: 'Another metric has this name' }),
    };
}

/** The message for all metrics together. */
export function problemOfMetrics(draft: Pick<ExperimentDraft, 'metrics' | 'enrol'>): string | undefined {
    if (draft.metrics.filter(({ role }) => role === 'primary').length !== 1) {
        return 'Choose exactly one primary metric: it decides the experiment.';
    }
    const isIncomplete = draft.metrics.some((metric) => Object.keys(problemsOfMetric(metric, draft)).length > 0);
    return isIncomplete ? 'Complete the marked metrics.' : undefined;
}
