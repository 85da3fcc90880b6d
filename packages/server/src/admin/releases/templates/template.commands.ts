import type { Change } from '../../../changes/change.ts';
import { exceedsLimit, nameExists, notAllowed, notFound } from '../../../core/errors/errors.ts';
import { ulid } from '../../../core/text/ulid.ts';
import type { StoredTemplateMilestone } from '../../../storage/tables/releases.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { checkedMilestones, FEATURE_NAME } from './milestone-rules.ts';
import { countTemplates, getTemplate, type TemplateRow, templateNameExists, toTemplate } from './template.queries.ts';
import type { NewReleaseTemplate, ReleaseTemplate } from './template.schemas.ts';

export interface TemplateAddress {
    id: string;
    /** The project in the path, to which the template must belong; undefined: the path names no project. */
    project?: string | undefined;
}

type NewTemplate = Pick<NewReleaseTemplate, 'name' | 'description' | 'milestones'>;

/** Creates a template of a project, or for all projects (null). */
export async function createTemplate(
    change: Change,
    { project, ...input }: NewTemplate & { project: string | null },
): Promise<ReleaseTemplate> {
    const { tx, now, actor, limits, record } = change;
    if (project !== null) await getProject(tx, project);
    const name = input.name.trim();
    await requireFreeName(change, name);
    if ((await countTemplates(tx, project)) >= limits.releaseTemplates) {
        throw exceedsLimit('release templates', limits.releaseTemplates);
    }
    const template: TemplateRow = {
        id: ulid(now),
        project,
        name,
        description: input.description ?? null,
        milestones: await checkedMilestones(change, milestonesOf(project, input)),
        created_by_user_id: actor.id,
        created_at: now,
        archived_at: null,
    };
    await tx
        .insertInto('release_templates')
        .values({ ...template, milestones: JSON.stringify(template.milestones) })
        .execute();
    const data = toTemplate(template);
    record({ type: 'release-plan-template-created', ...inProjectOf(template), data });
    return data;
}

/** Replaces a template: its milestones are created again. Plans that were made from it keep theirs. */
export async function updateTemplate(
    change: Change,
    { id, project, ...input }: NewTemplate & TemplateAddress,
): Promise<ReleaseTemplate> {
    const before = await getEditableTemplate(change, { id, project });
    const name = input.name.trim();
    if (name !== before.name) await requireFreeName(change, name);
    return saveTemplate(change, before, {
        name,
        description: input.description ?? null,
        milestones: await checkedMilestones(change, milestonesOf(before.project, input)),
    });
}

export async function archiveTemplate(change: Change, address: TemplateAddress): Promise<void> {
    const { tx, record, now } = change;
    const before = await getTemplateAt(change, address);
    if (before.archived_at !== null) return;
    const after = { ...before, archived_at: now };
    await tx.updateTable('release_templates').set({ archived_at: now }).where('id', '=', before.id).execute();
    record({
        type: 'release-plan-template-archived',
        ...inProjectOf(before),
        preData: toTemplate(before),
        data: toTemplate(after),
    });
}

/** Plans that were made from the template keep their content. */
export async function deleteTemplate(change: Change, address: TemplateAddress): Promise<void> {
    const { tx, record } = change;
    const template = await getTemplateAt(change, address);
    await tx.deleteFrom('release_templates').where('id', '=', template.id).execute();
    record({
        type: 'release-plan-template-deleted',
        ...inProjectOf(template),
        preData: toTemplate(template),
    });
}

async function getTemplateAt({ tx, actor }: Change, { id, project }: TemplateAddress): Promise<TemplateRow> {
    const template = await getTemplate(tx, actor, id);
    if (project !== undefined && template.project !== project) {
        throw notFound(`release template ${id} in project ${project}`);
    }
    return template;
}

export async function getEditableTemplate(change: Change, address: TemplateAddress): Promise<TemplateRow> {
    const template = await getTemplateAt(change, address);
    if (template.archived_at !== null) {
        throw notAllowed(`Release template ${template.name} is archived. Create another one instead of changing it.`);
    }
    return template;
}

/** Stores the members of a template that can change. */
export async function saveTemplate(
    { tx, record }: Change,
    before: TemplateRow,
    changes: { name?: string; description?: string | null; milestones: StoredTemplateMilestone[] },
): Promise<ReleaseTemplate> {
    const after = { ...before, ...changes };
    await tx
        .updateTable('release_templates')
        .set({ name: after.name, description: after.description, milestones: JSON.stringify(after.milestones) })
        .where('id', '=', before.id)
        .execute();
    const data = toTemplate(after);
    record({ type: 'release-plan-template-updated', ...inProjectOf(before), preData: toTemplate(before), data });
    return data;
}

async function requireFreeName({ tx }: Change, name: string): Promise<void> {
    if (await templateNameExists(tx, name)) throw nameExists(`A release template with the name ${name}`);
}

const milestonesOf = (project: string | null, { milestones }: NewTemplate) => ({
    project,
    featureName: FEATURE_NAME,
    milestones: milestones ?? [],
    path: '/body/milestones',
});

const inProjectOf = ({ project }: TemplateRow) => (project === null ? {} : { project });
