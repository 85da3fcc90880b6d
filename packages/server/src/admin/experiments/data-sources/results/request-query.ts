import { conflict } from '../../../../core/errors/errors.ts';
import type { Tx } from '../../../../storage/database.ts';
import type { StoredExperiment } from '../../experiments/experiment.queries.ts';
import { findSourceResult, scheduleQuery } from './source-result.queries.ts';

const PAUSE_MS = 60_000;

/** Lets the data source be queried now, or a minute after the last time. */
export async function requestQuery(
    tx: Tx,
    { id, name, state, source }: StoredExperiment,
    now: Date,
): Promise<{ nextAt: string }> {
    if (source === null) throw conflict(`Experiment ${name} has no data source: its results are always current.`);
    if (state === 'Draft') throw conflict(`Experiment ${name} was not started. Start it first.`);
    const { attemptedAt, nextAt } = await findSourceResult(tx, id);
    const earliest = Math.max(now.getTime(), attemptedAt === null ? 0 : Date.parse(attemptedAt) + PAUSE_MS);
    const requested = new Date(earliest).toISOString();
    if (nextAt !== null && nextAt < requested) return { nextAt };
    await scheduleQuery(tx, id, requested);
    return { nextAt: requested };
}
