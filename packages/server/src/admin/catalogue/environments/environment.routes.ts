import type { Services } from '../../../app/services.ts';
import { nameExists, notFound } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { getProject } from '../projects/project.queries.ts';
import {
    createEnvironment,
    deleteEnvironment,
    setEnvironmentEnabled,
    sortEnvironments,
    updateEnvironment,
} from './environment.commands.ts';
import { findEnvironment, listEnvironments, listEnvironmentsFor } from './environment.queries.ts';
import {
    Environment,
    EnvironmentName,
    Environments,
    EnvironmentsOfProject,
    EnvironmentUpdate,
    NewEnvironment,
    SortOrder,
} from './environment.schemas.ts';

const route = routeWithTag('Environments');

export const environmentRoutes = ({ db, write, useCounts }: Services): Route[] => [
    route('GET /api/admin/environments', {
        operationId: 'getAllEnvironments',
        summary: 'List all environments',
        access: 'authenticated',
        responds: { status: 200, body: Environments },
        handler: async ({ actor }) => ({ version: 1, environments: await listEnvironments({ db, useCounts }, actor) }),
    }),
    route('GET /api/admin/environments/:name', {
        operationId: 'getEnvironment',
        summary: 'Read one environment',
        access: 'authenticated',
        responds: { status: 200, body: Environment },
        handler: async ({ actor, params }) => {
            const [environment] = await listEnvironments({ db, useCounts }, actor, params.name);
            if (!environment) throw notFound(`environment ${params.name}`);
            return environment;
        },
    }),
    route('GET /api/admin/environments/project/:projectId', {
        operationId: 'getProjectEnvironments',
        summary: 'List all environments with their use in a project',
        access: 'authenticated',
        responds: { status: 200, body: EnvironmentsOfProject },
        handler: async ({ actor, params }) => {
            await getProject(db, params.projectId);
            return { version: 1, environments: await listEnvironmentsFor({ db, useCounts }, actor, params.projectId) };
        },
    }),
    route('POST /api/admin/environments', {
        operationId: 'createEnvironment',
        summary: 'Create an environment',
        access: 'ADMIN',
        body: NewEnvironment,
        responds: { status: 201, body: Environment },
        errors: [409],
        handler: async ({ actor, body }, reply) => {
            const environment = await write(actor, createEnvironment, body);
            reply.header('location', `environments/${environment.name}`);
            return environment;
        },
    }),
    route('POST /api/admin/environments/validate', {
        operationId: 'validateEnvironmentName',
        summary: 'Validate the name of an environment',
        access: 'ADMIN',
        body: EnvironmentName,
        leavesNoEvent: true,
        responds: { status: 200 },
        errors: [409],
        handler: async ({ body }) => {
            if (await findEnvironment(db, body.name)) throw nameExists(`Environment ${body.name}`);
        },
    }),
    route('PUT /api/admin/environments/update/:name', {
        operationId: 'updateEnvironment',
        summary: 'Change an environment',
        access: 'ADMIN',
        body: EnvironmentUpdate,
        responds: { status: 200, body: Environment },
        handler: ({ actor, params, body }) => write(actor, updateEnvironment, { ...params, ...body }),
    }),
    route('PUT /api/admin/environments/sort-order', {
        operationId: 'updateSortOrder',
        summary: 'Set the order of environments',
        access: 'ADMIN',
        body: SortOrder,
        responds: { status: 200 },
        errors: [404],
        handler: ({ actor, body }) => write(actor, sortEnvironments, body),
    }),
    route('POST /api/admin/environments/:name/on', {
        operationId: 'toggleEnvironmentOn',
        summary: 'Enable an environment for new projects',
        description: 'The state of flags does not change.',
        access: 'ADMIN',
        responds: { status: 204 },
        handler: ({ actor, params }) => write(actor, setEnvironmentEnabled, { ...params, enabled: true }),
    }),
    route('POST /api/admin/environments/:name/off', {
        operationId: 'toggleEnvironmentOff',
        summary: 'Disable an environment for new projects',
        description: 'The state of flags does not change.',
        access: 'ADMIN',
        responds: { status: 204 },
        handler: ({ actor, params }) => write(actor, setEnvironmentEnabled, { ...params, enabled: false }),
    }),
    route('DELETE /api/admin/environments/:name', {
        operationId: 'removeEnvironment',
        summary: 'Delete an environment and its flag configuration',
        access: 'ADMIN',
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, deleteEnvironment, params),
    }),
];
