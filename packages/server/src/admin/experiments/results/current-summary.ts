import type { Db } from '../../../storage/database.ts';
import { type AssignmentSummary, summariseAssignments } from '../../observations/assignments/assignment.queries.ts';
import { findSourceResult, type SourceResult } from '../data-sources/results/source-result.queries.ts';
import type { StoredExperiment } from '../experiments/experiment.queries.ts';
import type { ComputedResults } from './compute-results.ts';
import type { ResultsSource } from './results.schemas.ts';

export interface CurrentSummary {
    /** The time of the sums. */
    at: string;
    summary: AssignmentSummary;
    /** Null: the sums are those of recorded assignments. */
    source: ResultsSource | null;
}

export const EMPTY: AssignmentSummary = { strata: [], undecidable: 0, multiple: 0, unenrolled: 0 };

/** The sums of the arms as far as they are known now. */
export async function currentSummary(db: Db, experiment: StoredExperiment, now: Date): Promise<CurrentSummary> {
    if (experiment.source === null) {
        return { at: now.toISOString(), summary: await summariseAssignments(db, experiment.id), source: null };
    }
    const result = await findSourceResult(db, experiment.id);
    return {
        at: result.computedAt ?? now.toISOString(),
        summary: result.summary ?? EMPTY,
        source: { ...experiment.source, state: stateOf(result), ...withoutSummary(result) },
    };
}

function stateOf({ failure, computedAt }: SourceResult): ResultsSource['state'] {
    if (failure !== null) return 'failed';
    return computedAt === null ? 'waiting' : 'computed';
}

const withoutSummary = ({ nextAt, attemptedAt, computedAt, failure: reason }: SourceResult) => ({
    ...{ nextAt, attemptedAt, computedAt, reason },
});

/** Before the first response of a data source there is a reason instead of "no data". */
export function ofSource(results: ComputedResults, source: ResultsSource | null): ComputedResults {
    if (source === null) return results;
    const { state } = source;
    const isKnown = source.computedAt !== null || state === 'computed';
    return {
        ...results,
        reportedArms: results.units.total,
        metrics: isKnown
            ? results.metrics
            : results.metrics.map((metric) => ({
                  ...metric,
                  effects: metric.effects.map((effect) => ({ ...effect, state })),
              })),
    };
}
