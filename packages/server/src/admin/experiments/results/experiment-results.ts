import { mapYielding } from '../../../core/concurrency/yielding.ts';
import type { Db } from '../../../storage/database.ts';
import { type AssignmentSummary, summariseAssignments } from '../../observations/assignments/assignment.queries.ts';
import type { StoredExperiment } from '../experiments/experiment.queries.ts';
import { armsOf, readSplit } from '../experiments/experiment-arms.ts';
import { type ComputedResults, computeResults } from './compute-results.ts';
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

export async function summaryAt(db: Db, experiment: string, { now, asOf }: { now: Date; asOf: Date | undefined }) {
    if (asOf !== undefined && asOf < now) return findSummary(db, experiment, asOf);
    return { at: now.toISOString(), summary: await summariseAssignments(db, experiment) };
}

/** The effects at past times, the last of which is now. */
export async function readHistory(
    db: Db,
    experiment: StoredExperiment,
    { now, points, ...options }: ResultsOptions & { now: Date; points: number },
): Promise<ExperimentHistory> {
    const compute = await resultsOf(db, experiment, options);
    const past = await listSummaries(db, experiment.id, points - 1);
    const end = experiment.stoppedAt ?? now.toISOString();
    const isStarted = experiment.startedAt !== null;
    const current = isStarted ? [{ at: end, summary: await summariseAssignments(db, experiment.id) }] : [];
    const summaries = [...past.filter(({ at }) => at < end), ...current];
    return {
        points: await mapYielding(summaries, ({ at, summary }) => {
            const { units, sampleRatio, metrics } = compute(summary);
            return { at, units: units.total, sampleRatio, metrics };
        }),
    };
}
