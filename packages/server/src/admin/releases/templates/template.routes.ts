import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { type AdminActor, mayKnowOf, type Scope } from '../../../core/access/actor.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import type { Db } from '../../../storage/database.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { Milestone, MilestoneStrategy } from '../../flags/release-plans/release-plan.schemas.ts';
import { archiveTemplate, createTemplate, deleteTemplate, updateTemplate } from './template.commands.ts';
import { findProjectOfTemplate, getTemplate, listTemplates, toTemplate } from './template.queries.ts';
import {
    NewMilestoneStrategy,
    NewReleaseTemplate,
    ReleaseTemplate,
    ReleaseTemplates,
    SingleMilestone,
} from './template.schemas.ts';
import {
    addTemplateMilestone,
    addTemplateStrategy,
    removeTemplateMilestone,
    removeTemplateStrategy,
    updateTemplateMilestone,
    updateTemplateStrategy,
} from './template-milestone.commands.ts';

const route = routeWithTag('Release templates');
const TEMPLATES = '/api/admin/release-plan-templates';
const TEMPLATE = `${TEMPLATES}/:id`;
const MILESTONE = `${TEMPLATE}/milestones/:milestoneId`;
const OF_PROJECT = '/api/admin/projects/:projectId/release-templates';

const Included = Type.Object({
    include: Type.Optional(
        Type.String({
            maxLength: 100,
            description: '`root` adds the templates for all projects, after those of the project',
        }),
    ),
});

/** The scope of a template: its project. Empty for one that the caller cannot see. */
const templateScope =
    (db: Db) =>
    async ({ params: { id }, actor }: { params: { id: string }; actor: AdminActor }): Promise<Scope> => {
        const project = await findProjectOfTemplate(db, id);
        return project && mayKnowOf(actor, project) ? { project } : {};
    };

export const releaseTemplateRoutes = ({ db, write }: Services): Route[] => {
    const changing = {
        access: ['RELEASE_PLAN_TEMPLATE_UPDATE', 'UPDATE_PROJECT_RELEASE_TEMPLATE'],
        scope: templateScope(db),
    } as const;
    const removing = {
        access: ['RELEASE_PLAN_TEMPLATE_DELETE', 'UPDATE_PROJECT_RELEASE_TEMPLATE'],
        scope: templateScope(db),
    } as const;
    return [
        route(`GET ${TEMPLATES}`, {
            operationId: 'getReleasePlanTemplates',
            summary: 'List the release templates for all projects',
            description: 'Without their milestones, and without archived ones, in the order of creation.',
            access: 'authenticated',
            responds: { status: 200, body: ReleaseTemplates },
            handler: () => listTemplates(db, null),
        }),
        route(`POST ${TEMPLATES}`, {
            operationId: 'createReleasePlanTemplate',
            summary: 'Create a release template for all projects',
            access: 'RELEASE_PLAN_TEMPLATE_CREATE',
            body: NewReleaseTemplate,
            responds: { status: 200, body: ReleaseTemplate },
            errors: [404, 409],
            handler: ({ actor, body }) => write(actor, createTemplate, { ...body, project: null }),
        }),
        route(`GET ${TEMPLATE}`, {
            operationId: 'getReleasePlanTemplate',
            summary: 'Read a release template with its milestones, also of a project, also an archived one',
            access: 'authenticated',
            responds: { status: 200, body: ReleaseTemplate },
            handler: async ({ actor, params: { id } }) => toTemplate(await getTemplate(db, actor, id)),
        }),
        route(`PUT ${TEMPLATE}`, {
            operationId: 'updateReleasePlanTemplate',
            summary: 'Replace a release template',
            description: 'Milestones and strategies get new ids. Plans that were made from the template do not change.',
            ...changing,
            body: NewReleaseTemplate,
            responds: { status: 200, body: ReleaseTemplate },
            errors: [404, 409],
            handler: ({ actor, params: { id }, body }) =>
                write(actor, updateTemplate, { ...body, id, project: undefined }),
        }),
        route(`DELETE ${TEMPLATE}`, {
            operationId: 'deleteReleasePlanTemplate',
            summary: 'Delete a release template',
            description: 'Plans that were made from the template do not change.',
            ...removing,
            responds: { status: 200 },
            handler: ({ actor, params: { id } }) => write(actor, deleteTemplate, { id }),
        }),
        route(`POST ${TEMPLATES}/archive/:id`, {
            operationId: 'archiveReleasePlanTemplate',
            summary: 'Archive a release template: it can no longer be used or changed',
            ...removing,
            responds: { status: 200 },
            handler: ({ actor, params: { id } }) => write(actor, archiveTemplate, { id }),
        }),
        route(`POST ${TEMPLATE}/milestones`, {
            operationId: 'createReleasePlanTemplateMilestone',
            summary: 'Add a milestone to a release template',
            ...changing,
            body: SingleMilestone,
            responds: { status: 200, body: Milestone },
            handler: ({ actor, params: { id }, body }) => write(actor, addTemplateMilestone, { id, milestone: body }),
        }),
        route(`PUT ${MILESTONE}`, {
            operationId: 'updateReleasePlanTemplateMilestone',
            summary: 'Replace a milestone of a release template; its condition stays',
            ...changing,
            body: SingleMilestone,
            responds: { status: 200, body: Milestone },
            handler: ({ actor, params, body }) => write(actor, updateTemplateMilestone, { ...params, milestone: body }),
        }),
        route(`DELETE ${MILESTONE}`, {
            operationId: 'deleteReleasePlanTemplateMilestone',
            summary: 'Remove a milestone from a release template',
            ...changing,
            responds: { status: 200 },
            handler: ({ actor, params }) => write(actor, removeTemplateMilestone, params),
        }),
        route(`POST ${MILESTONE}/strategies`, {
            operationId: 'addReleasePlanTemplateStrategy',
            summary: 'Add a strategy to a milestone of a release template',
            ...changing,
            body: NewMilestoneStrategy,
            responds: { status: 200, body: MilestoneStrategy },
            handler: ({ actor, params, body }) => write(actor, addTemplateStrategy, { ...params, strategy: body }),
        }),
        route(`PUT ${MILESTONE}/strategies/:milestoneStrategyId`, {
            operationId: 'updateReleasePlanTemplateStrategy',
            summary: 'Replace a strategy of a milestone of a release template',
            ...changing,
            body: NewMilestoneStrategy,
            responds: { status: 200, body: MilestoneStrategy },
            handler: ({ actor, params, body }) =>
                write(actor, updateTemplateStrategy, {
                    ...params,
                    strategyId: params.milestoneStrategyId,
                    strategy: body,
                }),
        }),
        route(`DELETE ${MILESTONE}/strategies/:milestoneStrategyId`, {
            operationId: 'deleteReleasePlanTemplateStrategy',
            summary: 'Remove a strategy from a milestone of a release template',
            ...changing,
            responds: { status: 200 },
            handler: ({ actor, params }) =>
                write(actor, removeTemplateStrategy, { ...params, strategyId: params.milestoneStrategyId }),
        }),
        route(`GET ${OF_PROJECT}`, {
            operationId: 'getProjectReleaseTemplates',
            summary: 'List the release templates of a project',
            access: 'authenticated',
            query: Included,
            responds: { status: 200, body: ReleaseTemplates },
            handler: async ({ params: { projectId }, query }) => {
                await getProject(db, projectId);
                return [
                    ...(await listTemplates(db, projectId)),
                    ...(query.include === 'root' ? await listTemplates(db, null) : []),
                ];
            },
        }),
        route(`POST ${OF_PROJECT}`, {
            operationId: 'createProjectReleaseTemplate',
            summary: 'Create a release template of a project',
            access: 'UPDATE_PROJECT_RELEASE_TEMPLATE',
            scope: inProject,
            body: NewReleaseTemplate,
            responds: { status: 200, body: ReleaseTemplate },
            errors: [404, 409],
            handler: ({ actor, params, body }) => write(actor, createTemplate, { ...body, project: params.projectId }),
        }),
        route(`PUT ${OF_PROJECT}/:id`, {
            operationId: 'updateProjectReleaseTemplate',
            summary: 'Replace a release template of a project',
            access: 'UPDATE_PROJECT_RELEASE_TEMPLATE',
            scope: inProject,
            body: NewReleaseTemplate,
            responds: { status: 200, body: ReleaseTemplate },
            errors: [404, 409],
            handler: ({ actor, params: { id, projectId }, body }) =>
                write(actor, updateTemplate, { ...body, id, project: projectId }),
        }),
        route(`POST ${OF_PROJECT}/archive/:id`, {
            operationId: 'archiveProjectReleaseTemplate',
            summary: 'Archive a release template of a project: it can no longer be used or changed',
            access: 'UPDATE_PROJECT_RELEASE_TEMPLATE',
            scope: inProject,
            responds: { status: 200 },
            handler: ({ actor, params: { id, projectId } }) =>
                write(actor, archiveTemplate, { id, project: projectId }),
        }),
    ];
};
