import type { RecordObservation } from '../../../../changes/record-observation.ts';
import { HalyardError } from '../../../../core/errors/errors.ts';
import type { Db } from '../../../../storage/database.ts';
import { findExperiment, type StoredExperiment } from '../../experiments/experiment.queries.ts';
import { findDataSource } from '../data-source.queries.ts';
import { type DataSourceClient, QueryFailed } from '../queries/data-source-client.ts';
import { statisticsQuery } from '../queries/statistics-query.ts';
import { readSums } from './read-sums.ts';
import { statisticsOf, type VersionsSince } from './statistics-of.ts';

interface QueryDependencies {
    db: Db;
    recordObservation: RecordObservation;
    clock: () => Date;
    dataSourceClient: DataSourceClient;
    versionsSince: VersionsSince;
}

const MAX_DUE = 200;
/** Queries at the same time, at most one for each project. */
const MAX_PARALLEL = 4;
const MINUTE_MS = 60_000;
/** Warehouses are loaded with a delay, so queries continue for this long after an experiment ended. */
const AFTER_STOP_MS = 86_400_000;
/** If the data source was deleted. */
const DEFAULT_MINUTES = 60;

/** Queries the data sources of experiments that are due. Any number of nodes may run it: each query is claimed by one. */
export async function queryDueSources(dependencies: QueryDependencies): Promise<void> {
    const { db, clock } = dependencies;
    const due = await db
        .selectFrom('source_results')
        .innerJoin('experiments', 'experiments.id', 'source_results.experiment')
        .innerJoin('flags', 'flags.name', 'experiments.flag')
        .select(['experiments.id', 'flags.project'])
        .where('source_results.next_at', '<=', clock().toISOString())
        .orderBy('source_results.next_at')
        .orderBy('experiments.id')
        .limit(MAX_DUE)
        .execute();
    const queues = [...Map.groupBy(due, ({ project }) => project).values()];
    const work = async () => {
        for (let queue = queues.shift(); queue; queue = queues.shift()) {
            for (const address of queue) await queryOne(dependencies, address);
        }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL }, work));
}

async function queryOne(dependencies: QueryDependencies, address: { project: string; id: string }): Promise<void> {
    const { db, clock, recordObservation } = dependencies;
    const experiment = await findExperiment(db, address);
    if (!experiment?.source) return;
    const stored = await findDataSource(db, { project: experiment.project, name: experiment.source.name });
    const now = clock();
    const attemptedAt = now.toISOString();
    const isOver = experiment.stoppedAt !== null && now.getTime() - Date.parse(experiment.stoppedAt) > AFTER_STOP_MS;
    const next = now.getTime() + (stored?.source.refreshMinutes ?? DEFAULT_MINUTES) * MINUTE_MS;
    const claimed = await recordObservation((tx) =>
        tx
            .updateTable('source_results')
            .set({ next_at: isOver ? null : new Date(next).toISOString() })
            .where('experiment', '=', experiment.id)
            .where('next_at', '<=', attemptedAt)
            .returning('experiment')
            .executeTakeFirst(),
    );
    if (!claimed) return;
    const outcome = await compute(dependencies, experiment, stored, now).catch((error: unknown) => {
        if (error instanceof QueryFailed || error instanceof HalyardError) return { failure: error.message };
        throw error;
    });
    await recordObservation(async (tx) => {
        const isComputed = 'summary' in outcome;
        await tx
            .updateTable('source_results')
            .set({
                ...{ attempted_at: attemptedAt, failure: isComputed ? null : outcome.failure },
                ...(isComputed && { computed_at: attemptedAt, summary: JSON.stringify(outcome.summary) }),
            })
            .where('experiment', '=', experiment.id)
            .execute();
        const existing = await tx
            .selectFrom('experiments')
            .select('id')
            .where('id', '=', experiment.id)
            .executeTakeFirst();
        if (!isComputed || !existing) return;
        await tx
            .insertInto('experiment_summaries')
            .values({ experiment: experiment.id, at: attemptedAt, content: JSON.stringify(outcome.summary) })
            .onConflict((conflict) => conflict.columns(['experiment', 'at']).doNothing())
            .execute();
    });
}

async function compute(
    { versionsSince, dataSourceClient }: QueryDependencies,
    experiment: StoredExperiment,
    stored: Awaited<ReturnType<typeof findDataSource>>,
    now: Date,
) {
    const { source, project, unit } = experiment;
    if (stored?.source.kind !== source!.kind) {
        throw new QueryFailed(`There is no ${source!.kind} data source ${source!.name} in project ${project}.`);
    }
    if (stored.source.unit !== unit) {
        throw new QueryFailed(
            `The column "unit" contains ${stored.source.unit} now, and the experiment is about ${unit}.`,
        );
    }
    const query = await statisticsOf(experiment, { source: stored.source, versionsSince, now });
    return { summary: readSums(await dataSourceClient.query(stored, statisticsQuery(query)), query) };
}
