import type { Change } from '../../changes/write.ts';
import { removeProjectFromTokens } from '../../identity/api-tokens/token.commands.ts';
import { deleteFlags } from '../flags/flag-archive.commands.ts';
import { checkMayGo } from './project.commands.ts';
import { getProject, toProject } from './project.queries.ts';

/** Deletes a project with its archived flags, its segments and context fields, and the tokens made for it alone. */
export async function deleteProject(change: Change, { projectId }: { projectId: string }): Promise<void> {
    const { tx, record } = change;
    const project = await getProject(tx, projectId);
    await checkMayGo(change, projectId);
    await deleteArchivedFlags(change, projectId);
    await removeProjectFromTokens(change, { project: projectId });
    await tx.deleteFrom('projects').where('id', '=', projectId).execute();
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
