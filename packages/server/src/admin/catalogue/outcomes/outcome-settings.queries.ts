import type { Db } from '../../../storage/database.ts';
import type { ExperimentSettings } from './outcome-settings.schemas.ts';

export async function findExperimentSettings(db: Db, project: string): Promise<ExperimentSettings> {
    const row = await db
        .selectFrom('outcome_settings')
        .select(['keep_days', 'context_fields'])
        .where('project', '=', project)
        .executeTakeFirst();
    return { keepOutcomesDays: row?.keep_days ?? 0, contextFields: row?.context_fields ?? [] };
}
