import { invalid } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { findSavedMetrics } from './experiment-metric.queries.ts';
import type { ExperimentMetric, MetricInput, NewExperimentMetric } from './experiment-metric.schemas.ts';

/** Completes metrics by those that the project saved, and checks them together. */
export async function readMetrics(
    db: Db,
    project: string,
    inputs: readonly MetricInput[],
): Promise<ExperimentMetric[]> {
    const saved = await findSavedMetrics(
        db,
        project,
        inputs.map(({ key }) => key),
    );
    const keys = new Set<string>();
    const metrics = inputs.map((input, index): ExperimentMetric => {
        const path = `/body/metrics/${index}`;
        if (keys.has(input.key)) throw invalid(`There are two metrics with the key ${input.key}.`, `${path}/key`);
        keys.add(input.key);
        const { outcome, kind, direction, ...rest } = { ...saved.get(input.key), ...input };
        for (const [member, value] of Object.entries({ outcome, kind, direction })) {
            if (value === undefined) {
                throw invalid(
                    `Metric ${input.key} needs "${member}", because the project has no saved metric with this key.`,
                    `${path}/${member}`,
                );
            }
        }
        const metric = { ...rest, outcome: outcome!, kind: kind!, direction: direction! };
        checkMetric(metric, path);
        return metric;
    });
    if (metrics.filter(({ role }) => role === 'primary').length !== 1) {
        throw invalid('An experiment has exactly one metric with the role "primary".', '/body/metrics');
    }
    return metrics;
}

export function checkMetric(
    { kind, denominator }: Pick<NewExperimentMetric, 'kind' | 'denominator'>,
    path: string,
): void {
    if (kind === 'ratio' && denominator === undefined) {
        throw invalid('A metric of kind ratio needs a denominator: the name of an outcome.', `${path}/denominator`);
    }
    if (kind !== 'ratio' && denominator !== undefined) {
        throw invalid(`A metric of kind ${kind} has no denominator.`, `${path}/denominator`);
    }
}

/** Every enrolled unit would convert. */
export function checkEnrolment(enrol: readonly string[], metrics: readonly ExperimentMetric[]): void {
    const enrolling = metrics.find(({ kind, outcome }) => kind === 'conversion' && enrol.includes(outcome));
    if (!enrolling) return;
    throw invalid(
        `The outcome ${enrolling.outcome} enrols, so the rate of the conversion ${enrolling.key} would be 100 %. Enrol by another outcome, or measure another one.`,
        '/body/enrol',
    );
}
