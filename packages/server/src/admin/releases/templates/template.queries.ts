import type { Selectable } from 'kysely';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { ReleaseTables, StoredTemplateMilestone } from '../../../storage/tables/releases.ts';
import { toMilestoneStrategy } from '../../flags/release-plans/release-plan.queries.ts';
import type { Milestone } from '../../flags/release-plans/release-plan.schemas.ts';
import type { ReleaseTemplate } from './template.schemas.ts';

export type TemplateRow = Selectable<ReleaseTables['release_templates']>;

/** Returns a template that the actor can see, also an archived one. */
export async function getTemplate(db: Db, actor: AdminActor, id: string): Promise<TemplateRow> {
    const template = await db.selectFrom('release_templates').selectAll().where('id', '=', id).executeTakeFirst();
    if (!template || !mayKnowOf(actor, template.project)) throw notFound(`release template ${id}`);
    return template;
}

export async function findProjectOfTemplate(db: Db, id: string): Promise<string | null | undefined> {
    const row = await db.selectFrom('release_templates').select('project').where('id', '=', id).executeTakeFirst();
    return row?.project;
}

/** Lists the templates of a project, or those for all projects, in the order of creation, without the archived ones. */
export async function listTemplates(db: Db, project: string | null): Promise<ReleaseTemplate[]> {
    const rows = await db
        .selectFrom('release_templates')
        .selectAll()
        .where('project', project === null ? 'is' : '=', project)
        .where('archived_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
    return rows.map(toListedTemplate);
}

export async function countTemplates(db: Db, project: string | null): Promise<number> {
    return (await listTemplates(db, project)).length;
}

export async function templateNameExists(db: Db, name: string): Promise<boolean> {
    const row = await db.selectFrom('release_templates').select('id').where('name', '=', name).executeTakeFirst();
    return row !== undefined;
}

const toListedTemplate = ({ id, name, description, project, ...row }: TemplateRow): ReleaseTemplate => ({
    id,
    discriminator: 'template',
    name,
    description,
    project,
    createdByUserId: row.created_by_user_id,
    createdAt: row.created_at,
    archivedAt: row.archived_at,
});

export const toTemplate = (template: TemplateRow): ReleaseTemplate => ({
    ...toListedTemplate(template),
    milestones: template.milestones.map((milestone) => toTemplateMilestone(milestone, template.id)),
});

export const toTemplateMilestone = (
    { strategies, ...milestone }: StoredTemplateMilestone,
    releasePlanDefinitionId: string,
): Milestone => ({
    ...milestone,
    releasePlanDefinitionId,
    strategies: strategies.map((strategy) => toMilestoneStrategy(strategy, milestone.id)),
});
