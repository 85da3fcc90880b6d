import type { Change } from '../../../changes/change.ts';
import { getProject } from '../projects/project.queries.ts';
import { findExperimentSettings } from './outcome-settings.queries.ts';
import type { ExperimentSettings, ExperimentSettingsUpdate } from './outcome-settings.schemas.ts';

/** Outcomes that the project no longer keeps are deleted by the next retention run; with 0 days, at once. */
export async function updateExperimentSettings(
    { tx, record }: Change,
    { project, keepOutcomesDays, contextFields }: ExperimentSettingsUpdate & { project: string },
): Promise<ExperimentSettings> {
    await getProject(tx, project);
    const preData = await findExperimentSettings(tx, project);
    const data = { keepOutcomesDays, contextFields: contextFields ?? preData.contextFields };
    const row = { keep_days: keepOutcomesDays, context_fields: JSON.stringify(data.contextFields) };
    await tx
        .insertInto('outcome_settings')
        .values({ project, ...row })
        .onConflict((conflict) => conflict.column('project').doUpdateSet(row))
        .execute();
    if (keepOutcomesDays === 0) await tx.deleteFrom('outcomes').where('project', '=', project).execute();
    record({ type: 'experiment-settings-updated', project, preData, data });
    return data;
}
