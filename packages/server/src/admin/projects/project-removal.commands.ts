import type { Change } from '../../changes/write.ts';
import { removeProjectFromTokens } from '../../identity/api-tokens/token.commands.ts';
import { type FlagRow, toMetadata } from '../flags/flag.queries.ts';
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

async function deleteArchivedFlags({ tx, record }: Change, project: string): Promise<void> {
    const flags: FlagRow[] = await tx.deleteFrom('flags').where('project', '=', project).returningAll().execute();
    flags.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const flag of flags) {
        record({ type: 'feature-deleted', featureName: flag.name, project, preData: toMetadata(flag) });
    }
}
