import type { Db } from '../../../storage/database.ts';

/** Something that needs the units of outcomes of a project. */
export interface OutcomeInterest {
    project: string;
    /** The context fields that are stored. */
    contextFields: readonly string[];
}

/** Who asks for the units of outcomes: projects that keep outcomes. */
export async function listOutcomeInterests(db: Db): Promise<OutcomeInterest[]> {
    const rows = await db
        .selectFrom('outcome_settings')
        .select(['project', 'context_fields'])
        .where('keep_days', '>', 0)
        .orderBy('project')
        .execute();
    return rows.map(({ project, context_fields: contextFields }) => ({ project, contextFields }));
}
