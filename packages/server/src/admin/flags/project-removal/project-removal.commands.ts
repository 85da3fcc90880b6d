import type { Change } from '../../../changes/change.ts';
import { removeProjectFromTokens } from '../../../identity/accounts/api-tokens/token.commands.ts';
import { deleteContextField } from '../../catalogue/context-fields/context-field.commands.ts';
import { requireRemovable } from '../../catalogue/projects/project.commands.ts';
import { getProject, toProject } from '../../catalogue/projects/project.queries.ts';
import { deleteSegment } from '../../catalogue/segments/segment.commands.ts';
import { deleteFlags } from '../flags/flag-archive.commands.ts';

/** Deletes a project with its archived flags, segments, context fields and the tokens that are valid only in this project. */
export async function deleteProject(change: Change, { projectId }: { projectId: string }): Promise<void> {
    const { tx, record } = change;
    const project = await getProject(tx, projectId);
    await requireRemovable(change, projectId);
    await deleteArchivedFlags(change, projectId);
    // Deleted before the segments, because default strategies may use them.
    await tx.deleteFrom('project_environments').where('project', '=', projectId).execute();
    await deleteSegments(change, projectId);
    await deleteContextFields(change, projectId);
    await removeProjectFromTokens(change, { project: projectId });
    await tx.deleteFrom('projects').where('id', '=', projectId).execute();
    // Nodes store the samples of other projects again.
    await tx.deleteFrom('traffic_samples').execute();
    if (project.mode === 'private') {
        await tx
            .insertInto('deleted_private_projects')
            .values({ project: projectId, up_to: null })
            .onConflict((conflict) => conflict.column('project').doUpdateSet({ up_to: null }))
            .execute();
    }
    record({ type: 'project-deleted', project: projectId, preData: toProject(project) });
}

async function deleteArchivedFlags(change: Change, project: string): Promise<void> {
    const flags = await change.tx
        .selectFrom('flags')
        .select('name')
        .where('project', '=', project)
        .orderBy('name')
        .execute();
    await deleteFlags(change, { project, names: flags.map(({ name }) => name) });
}

async function deleteSegments(change: Change, project: string): Promise<void> {
    const segments = await change.tx
        .selectFrom('segments')
        .select('id')
        .where('project', '=', project)
        .orderBy('id')
        .execute();
    for (const segment of segments) await deleteSegment(change, segment);
}

async function deleteContextFields(change: Change, project: string): Promise<void> {
    const fields = await change.tx
        .selectFrom('context_fields')
        .select('name')
        .where('project', '=', project)
        .orderBy('name')
        .execute();
    for (const { name } of fields) await deleteContextField(change, { contextField: name, inProject: project });
}
