import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { mayKnowOf } from '../../../core/access/actor.ts';
import { nameExists } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { listContextFieldUses } from '../../../storage/strategies/strategy-uses.ts';
import {
    createContextField,
    deleteContextField,
    removeLegalValue,
    setLegalValue,
    updateContextField,
} from './context-field.commands.ts';
import {
    findContextField,
    getKnownContextField,
    listContextFields,
    readContextField,
} from './context-field.queries.ts';
import {
    ContextField,
    ContextFieldName,
    ContextFieldStrategies,
    ContextFields,
    ContextFieldUpdate,
    NewContextField,
    NewLegalValue,
} from './context-field.schemas.ts';

const route = routeWithTag('Context');

/** The fields of the instance, and those of all projects for users who may change any field. */
export const contextFieldRoutes = ({ db, write, useCounts }: Services): Route[] => [
    route('GET /api/admin/context', {
        operationId: 'getContextFields',
        summary: 'List the context fields of the instance',
        access: 'authenticated',
        query: Type.Object({
            include: Type.Optional(Type.Enum(['project'], { description: 'project: include the fields of projects' })),
        }),
        responds: { status: 200, body: ContextFields },
        handler: ({ actor, query }) =>
            listContextFields({ db, useCounts }, actor, {
                ofInstance: true,
                ...(query.include === 'project' && { ofProject: '*' }),
            }),
    }),
    route('GET /api/admin/context/:contextField', {
        operationId: 'getContextField',
        summary: 'Read one context field',
        access: 'authenticated',
        responds: { status: 200, body: ContextField },
        handler: ({ actor, params }) => readContextField({ db, useCounts }, actor, params),
    }),
    route('GET /api/admin/context/:contextField/strategies', {
        operationId: 'getStrategiesByContextField',
        summary: 'List the strategies that use a context field',
        access: 'authenticated',
        responds: { status: 200, body: ContextFieldStrategies },
        handler: async ({ actor, params }) => {
            const { name } = await getKnownContextField(db, actor, params);
            const strategies = await listContextFieldUses(db, name);
            return { strategies: strategies.filter(({ projectId }) => mayKnowOf(actor, projectId)) };
        },
    }),
    route('POST /api/admin/context', {
        operationId: 'createContextField',
        summary: 'Create a context field',
        access: ['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
        scopeInBody: ({ project }) => (project ? { project } : {}),
        body: NewContextField,
        responds: { status: 201, body: ContextField },
        errors: [409],
        handler: async ({ actor, body }, reply) => {
            const field = await write(actor, createContextField, body);
            reply.header('location', `context/${field.name}`);
            return field;
        },
    }),
    route('POST /api/admin/context/validate', {
        operationId: 'validateContextField',
        summary: 'Validate the name of a context field',
        access: 'UPDATE_CONTEXT_FIELD',
        body: ContextFieldName,
        leavesNoEvent: true,
        responds: { status: 200 },
        errors: [409],
        handler: async ({ body }) => {
            if (await findContextField(db, body.name)) throw nameExists(`Context field ${body.name}`);
        },
    }),
    route('PUT /api/admin/context/:contextField', {
        operationId: 'updateContextField',
        summary: 'Replace the definition of a context field',
        access: 'UPDATE_CONTEXT_FIELD',
        body: ContextFieldUpdate,
        responds: { status: 200 },
        handler: ({ actor, params, body }) => write(actor, updateContextField, { ...body, ...params }),
    }),
    route('POST /api/admin/context/:contextField/legal-values', {
        operationId: 'updateContextFieldLegalValue',
        summary: 'Add or describe a legal value of a context field',
        access: 'UPDATE_CONTEXT_FIELD',
        body: NewLegalValue,
        responds: { status: 200 },
        handler: ({ actor, params, body }) => write(actor, setLegalValue, { ...body, ...params }),
    }),
    route('DELETE /api/admin/context/:contextField/legal-values/:value', {
        operationId: 'deleteContextFieldLegalValue',
        summary: 'Remove a legal value of a context field',
        access: 'UPDATE_CONTEXT_FIELD',
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, removeLegalValue, params),
    }),
    route('DELETE /api/admin/context/:contextField', {
        operationId: 'deleteContextField',
        summary: 'Delete a context field that is not used',
        access: 'DELETE_CONTEXT_FIELD',
        responds: { status: 200 },
        errors: [404, 409],
        handler: ({ actor, params }) => write(actor, deleteContextField, params),
    }),
];
