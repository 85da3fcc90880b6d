import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { Experiment } from './experiment.schemas.ts';

export interface ExperimentAddress {
    project: string;
    id: string;
}

/** A variant and its share of the units. */
export interface ArmWeight {
    variant: string;
    weight: number;
}

/** The members that the table stores as one document. */
export type ExperimentContent = Pick<
    Experiment,
    'hypothesis' | 'unit' | 'population' | 'enrol' | 'control' | 'from' | 'source' | 'metrics'
> & {
    /** The arms at the start, the control first. */
    arms?: ArmWeight[];
};

/** An experiment belongs to the project of its flag. */
const selectExperiments = (db: Db) =>
    db
        .selectFrom('experiments')
        .innerJoin('flags', 'flags.name', 'experiments.flag')
        .selectAll('experiments')
        .select('flags.project');

type ExperimentRow = Awaited<ReturnType<ReturnType<typeof selectExperiments>['executeTakeFirstOrThrow']>>;

/** An experiment as it is stored. */
export interface StoredExperiment extends Experiment {
    arms: ArmWeight[] | undefined;
}

export async function listExperiments(
    db: Db,
    project: string,
    { feature, environment }: { feature?: string; environment?: string } = {},
): Promise<StoredExperiment[]> {
    const rows = await selectExperiments(db)
        .where('flags.project', '=', project)
        .$if(feature !== undefined, (query) => query.where('experiments.flag', '=', feature!))
        .$if(environment !== undefined, (query) => query.where('experiments.environment', '=', environment!))
        .orderBy('experiments.created_at', 'desc')
        .orderBy('experiments.id')
        .execute();
    return rows.map(toStored);
}

/** Returns an experiment only if its flag belongs to the project. */
export async function findExperiment(
    db: Db,
    { project, id }: ExperimentAddress,
): Promise<StoredExperiment | undefined> {
    const row = await selectExperiments(db)
        .where('experiments.id', '=', id)
        .where('flags.project', '=', project)
        .executeTakeFirst();
    return row && toStored(row);
}

export async function getExperiment(db: Db, address: ExperimentAddress): Promise<StoredExperiment> {
    const experiment = await findExperiment(db, address);
    if (!experiment) throw notFound(`experiment ${address.id} in project ${address.project}`);
    return experiment;
}

export async function countExperiments(db: Db, project: string): Promise<number> {
    const row = await db
        .selectFrom('experiments')
        .innerJoin('flags', 'flags.name', 'experiments.flag')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('flags.project', '=', project)
        .executeTakeFirstOrThrow();
    return Number(row.count);
}

/** Returns the name of the experiment that runs on a flag in an environment. */
export async function findRunning(db: Db, { feature, environment }: { feature: string; environment: string }) {
    const row = await db
        .selectFrom('experiments')
        .select('name')
        .where('flag', '=', feature)
        .where('environment', '=', environment)
        .where('state', '=', 'Running')
        .executeTakeFirst();
    return row?.name;
}

export const toExperiment = ({ arms: _, ...experiment }: StoredExperiment): Experiment => experiment;

function toStored(row: ExperimentRow): StoredExperiment {
    // Written by the commands of experiments.
    const { hypothesis, unit, population, enrol, control, from, source, metrics, arms } =
        row.content as ExperimentContent;
    return {
        ...{ id: row.id, project: row.project, name: row.name, hypothesis, feature: row.flag },
        ...{ environment: row.environment, unit, population, enrol, control, from },
        ...{ source: source ?? null, metrics, state: row.state },
        ...{ variant: row.variant, createdAt: row.created_at, startedAt: row.started_at },
        ...{ stoppedAt: row.stopped_at, decidedAt: row.decided_at, arms },
    };
}
