import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { mayKnowOf } from '../../../core/access/actor.ts';
import { nameExists } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { listContextFieldUses } from '../../../storage/strategies/strategy-uses.ts';
import { getProject } from '../projects/project.queries.ts';
import {
    createContextField,
    deleteContextField,
    removeLegalValue,
    setLegalValue,
    updateContextField,
} from './context-field.commands.ts';
import { findContextField, getContextField, listContextFields, readContextField } from './context-field.queries.ts';
import {
    ContextField,
    ContextFieldName,
    ContextFieldStrategies,
    ContextFields,
    ContextFieldUpdate,
    NewLegalValue,
    NewProjectContextField,
} from './context-field.schemas.ts';

const route = routeWithTag('Context');

const addressOf = ({ projectId, contextField }: { projectId: string; contextField: string }) => ({
    inProject: projectId,
    contextField,
});

/** Routes for the fields of one project. Other routes change the fields of the instance. */
export const projectContextFieldRoutes = ({ db, write, useCounts }: Services): Route[] => [
    route('GET /api/admin/projects/:projectId/context', {
        operationId: 'getContextFieldsForProject',
        summary: 'List the context fields of a project',
        access: 'authenticated',
        query: Type.Object({
            include: Type.Optional(Type.Enum(['root'], { description: 'root: include the fields of the instance' })),
        }),
        responds: { status: 200, body: ContextFields },
        handler: async ({ actor, params, query }) => {
            await getProject(db, params.projectId);
            return listContextFields({ db, useCounts }, actor, {
                ofInstance: query.include === 'root',
                ofProject: params.projectId,
            });
        },
    }),
    route('GET /api/admin/projects/:projectId/context/:contextField', {
        operationId: 'getContextFieldForProject',
        summary: 'Read one context field of a project',
        access: 'authenticated',
        responds: { status: 200, body: ContextField },
        handler: ({ actor, params }) => readContextField({ db, useCounts }, actor, addressOf(params)),
    }),
    route('GET /api/admin/projects/:projectId/context/:contextField/strategies', {
        operationId: 'getStrategiesByContextFieldInProject',
        summary: 'List the strategies that use a context field of a project',
        access: 'authenticated',
        responds: { status: 200, body: ContextFieldStrategies },
        handler: async ({ actor, params }) => {
            const { name } = await getContextField(db, addressOf(params));
            const strategies = await listContextFieldUses(db, name);
            return { strategies: strategies.filter(({ projectId }) => mayKnowOf(actor, projectId)) };
        },
    }),
    route('POST /api/admin/projects/:projectId/context', {
        operationId: 'createContextFieldForProject',
        summary: 'Create a context field for one project',
        access: ['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
        scope: inProject,
        body: NewProjectContextField,
        responds: { status: 201, body: ContextField },
        errors: [404, 409],
        handler: async ({ actor, params, body }, reply) => {
            await getProject(db, params.projectId);
            const field = await write(actor, createContextField, { ...body, project: params.projectId });
            reply.header('location', `context/${field.name}`);
            return field;
        },
    }),
    route('POST /api/admin/projects/:projectId/context/validate', {
        operationId: 'validateContextFieldForProject',
        summary: 'Validate the name of a context field of a project',
        access: ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
        scope: inProject,
        body: ContextFieldName,
        leavesNoEvent: true,
        responds: { status: 200 },
        errors: [409],
        handler: async ({ body }) => {
            if (await findContextField(db, body.name)) throw nameExists(`Context field ${body.name}`);
        },
    }),
    route('PUT /api/admin/projects/:projectId/context/:contextField', {
        operationId: 'updateContextFieldForProject',
        summary: 'Replace the definition of a context field of a project',
        access: ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
        scope: inProject,
        body: ContextFieldUpdate,
        responds: { status: 200 },
        handler: ({ actor, params, body }) => write(actor, updateContextField, { ...body, ...addressOf(params) }),
    }),
    route('POST /api/admin/projects/:projectId/context/:contextField/legal-values', {
        operationId: 'updateContextFieldLegalValueForProject',
        summary: 'Add or describe a legal value of a context field of a project',
        access: ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
        scope: inProject,
        body: NewLegalValue,
        responds: { status: 200 },
        handler: ({ actor, params, body }) => write(actor, setLegalValue, { ...body, ...addressOf(params) }),
    }),
    route('DELETE /api/admin/projects/:projectId/context/:contextField/legal-values/:value', {
        operationId: 'deleteContextFieldLegalValueForProject',
        summary: 'Remove a legal value of a context field of a project',
        access: ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
        scope: inProject,
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, removeLegalValue, { ...addressOf(params), value: params.value }),
    }),
    route('DELETE /api/admin/projects/:projectId/context/:contextField', {
        operationId: 'deleteContextFieldForProject',
        summary: 'Delete a context field of a project that is not used',
        access: ['DELETE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
        scope: inProject,
        responds: { status: 200 },
        errors: [404, 409],
        handler: ({ actor, params }) => write(actor, deleteContextField, addressOf(params)),
    }),
];
