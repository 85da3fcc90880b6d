import { invalid } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { Experiment, ExperimentSource } from '../experiments/experiment.schemas.ts';
import { findDataSource } from './data-source.queries.ts';

/** Refuses what a data source cannot provide. */
export async function checkSource(
    db: Db,
    { project, name, kind, unit, population }: ExperimentSource & Pick<Experiment, 'project' | 'unit' | 'population'>,
): Promise<void> {
    const stored = await findDataSource(db, { project, name });
    if (!stored) {
        throw invalid(`There is no data source ${name} in project ${project}. Create it first.`, '/body/source/name');
    }
    if (stored.source.kind !== kind) {
        throw invalid(`Data source ${name} is of kind ${stored.source.kind}.`, '/body/source/kind');
    }
    if (stored.source.unit !== unit) {
        throw invalid(
            `The column "unit" of data source ${name} contains ${stored.source.unit}, and the unit of the experiment is ${unit}. Use the same.`,
            '/body/unit',
        );
    }
    if (population !== 'exposed') {
        throw invalid(
            'A data source contains no contexts, so arms are those that its exposures report. Use the population "exposed".',
            '/body/population',
        );
    }
}
