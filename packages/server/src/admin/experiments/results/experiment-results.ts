import { mapYielding } from '../../../core/concurrency/yielding.ts';
import type { Db } from '../../../storage/database.ts';
import type { AssignmentSummary } from '../../observations/assignments/assignment.queries.ts';
import type { StoredExperiment } from '../experiments/experiment.queries.ts';
import { armsOf, readSplit } from '../experiments/experiment-arms.ts';
import { type ComputedResults, computeResults } from './compute-results.ts';
import { type CurrentSummary, currentSummary } from './current-summary.ts';
import type { ExperimentHistory, View } from './results.schemas.ts';
import { findSummary, listSummaries } from './summaries.ts';

export interface ResultsOptions {
    view?: View | undefined;
    difference?: 'relative' | 'absolute' | undefined;
    /** The version of this build. */
    version: string;
}

/** Returns a function that computes the results of an experiment from the sums of its arms. */
export async function resultsOf(
    db: Db,
    experiment: StoredExperiment,
    { view = 'always-valid', difference = 'relative', version }: ResultsOptions,
): Promise<(summary: AssignmentSummary) => ComputedResults> {
    const { metrics, control } = experiment;
    const split = experiment.arms ? undefined : await readSplit(db, experiment);
    const arms = experiment.arms ?? (split ? armsOf(split, control) : []);
    return (summary) => computeResults({ metrics, arms, summary, view: { view, difference }, version });
}

/** The sums at a time, or now. */
export async function summaryAt(
    db: Db,
    experiment: StoredExperiment,
    { now, asOf }: { now: Date; asOf: Date | undefined },
): Promise<CurrentSummary> {
    const current = await currentSummary(db, experiment, now);
    if (asOf === undefined || asOf >= now) return current;
    return { ...(await findSummary(db, experiment.id, asOf)), source: current.source };
}

/** The effects at past times, the last of which is now. */
export async function readHistory(
    db: Db,
    experiment: StoredExperiment,
    { now, points, ...options }: ResultsOptions & { now: Date; points: number },
): Promise<ExperimentHistory> {
    const compute = await resultsOf(db, experiment, options);
    const past = await listSummaries(db, experiment.id, points - 1);
    const current = await currentSummary(db, experiment, now);
    const { source } = current;
    const end = source === null ? (experiment.stoppedAt ?? current.at) : (source.computedAt ?? current.at);
    const hasCurrent = experiment.startedAt !== null && (source === null || source.computedAt !== null);
    const summaries = [
        ...past.filter(({ at }) => at < end),
        ...(hasCurrent ? [{ at: end, summary: current.summary }] : []),
    ];
    return {
        points: await mapYielding(summaries, ({ at, summary }) => {
            const { units, sampleRatio, metrics } = compute(summary);
            return { at, units: units.total, sampleRatio, metrics };
        }),
    };
}
