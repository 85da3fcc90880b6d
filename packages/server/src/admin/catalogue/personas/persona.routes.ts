import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { getProject } from '../projects/project.queries.ts';
import { createPersona, deletePersona, updatePersona } from './persona.commands.ts';
import { getPersona, listPersonas } from './persona.queries.ts';
import { NewPersona, Persona, Personas } from './persona.schemas.ts';

const route = routeWithTag('Personas');
const PERSONAS = '/api/admin/projects/:projectId/personas';
const PersonaParams = Type.Object({ projectId: Type.String(), personaId: Type.Integer({ maximum: 2 ** 31 - 1 }) });

const addressOf = ({ projectId, personaId }: { projectId: string; personaId: number }) => ({
    project: projectId,
    id: personaId,
});

export const personaRoutes = ({ db, write }: Services): Route[] => [
    route(`GET ${PERSONAS}`, {
        operationId: 'getPersonas',
        summary: 'List the personas of a project',
        access: 'authenticated',
        responds: { status: 200, body: Personas },
        handler: async ({ params }) => {
            await getProject(db, params.projectId);
            return { personas: await listPersonas(db, params.projectId) };
        },
    }),
    route(`GET ${PERSONAS}/:personaId`, {
        operationId: 'getPersona',
        summary: 'Read one persona',
        access: 'authenticated',
        params: PersonaParams,
        responds: { status: 200, body: Persona },
        handler: ({ params }) => getPersona(db, addressOf(params)),
    }),
    route(`POST ${PERSONAS}`, {
        operationId: 'createPersona',
        summary: 'Create a persona: a context for previewing changes',
        access: 'UPDATE_FEATURE',
        scope: inProject,
        body: NewPersona,
        responds: { status: 201, body: Persona },
        errors: [404, 409],
        handler: async ({ actor, params, body }, reply) => {
            const persona = await write(actor, createPersona, { project: params.projectId, ...body });
            reply.header('location', `personas/${persona.id}`);
            return persona;
        },
    }),
    route(`PUT ${PERSONAS}/:personaId`, {
        operationId: 'updatePersona',
        summary: 'Change a persona',
        access: 'UPDATE_FEATURE',
        scope: inProject,
        params: PersonaParams,
        body: NewPersona,
        responds: { status: 200, body: Persona },
        errors: [404, 409],
        handler: ({ actor, params, body }) => write(actor, updatePersona, { ...addressOf(params), ...body }),
    }),
    route(`DELETE ${PERSONAS}/:personaId`, {
        operationId: 'deletePersona',
        summary: 'Delete a persona',
        access: 'UPDATE_FEATURE',
        scope: inProject,
        params: PersonaParams,
        responds: { status: 204 },
        handler: ({ actor, params }) => write(actor, deletePersona, addressOf(params)),
    }),
];
