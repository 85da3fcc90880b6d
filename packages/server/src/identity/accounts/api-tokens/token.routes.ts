import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { type AdminActor, may } from '../../../core/access/actor.ts';
import type { RootPermission } from '../../../core/access/permissions.ts';
import { invalid, noAccess, notFound } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { createToken, deleteToken, importToken, setTokenExpiry } from './token.commands.ts';
import { findKnownToken, listTokens } from './token.queries.ts';
import {
    ApiToken,
    ApiTokenExpiry,
    ApiTokens,
    CreatedApiToken,
    ImportedApiToken,
    NewApiToken,
    NewProjectApiToken,
    TokenParams,
} from './token.schemas.ts';

const route = routeWithTag('API tokens');

type TokenAction = 'CREATE' | 'READ' | 'UPDATE' | 'DELETE';

const anyOf = <V extends TokenAction>(verb: V) =>
    ['ADMIN', `${verb}_CLIENT_API_TOKEN`, `${verb}_FRONTEND_API_TOKEN`] as const;

/** The permission for tokens of one type; admin tokens are for administrators. */
function permissionFor(verb: TokenAction, type: string): RootPermission {
    const kind = type.toLowerCase();
    if (kind === 'admin') return 'ADMIN';
    return kind === 'frontend' ? `${verb}_FRONTEND_API_TOKEN` : `${verb}_CLIENT_API_TOKEN`;
}

function demand(actor: AdminActor, verb: TokenAction, type: string): void {
    const permission = permissionFor(verb, type);
    if (!may(actor, permission)) throw noAccess([permission]);
}

const ProjectTokenParams = Type.Object({ projectId: Type.String(), token: TokenParams.properties.token });

export const tokenRoutes = ({ db, write }: Services): Route[] => [
    route('GET /api/admin/api-tokens', {
        operationId: 'getAllApiTokens',
        summary: 'List the API tokens you may see',
        access: anyOf('READ'),
        responds: { status: 200, body: ApiTokens },
        handler: async ({ actor }) => {
            const tokens = await listTokens(db, actor);
            return { tokens: tokens.filter(({ type }) => may(actor, permissionFor('READ', type))) };
        },
    }),
    route('GET /api/admin/api-tokens/:token', {
        operationId: 'getApiTokensByName',
        summary: 'List the API tokens with a name',
        description: 'The path contains the name of the tokens.',
        access: anyOf('READ'),
        responds: { status: 200, body: ApiTokens },
        errors: [],
        handler: async ({ actor, params }) => {
            const tokens = await listTokens(db, actor);
            return {
                tokens: tokens.filter(
                    ({ tokenName, type }) => tokenName === params.token && may(actor, permissionFor('READ', type)),
                ),
            };
        },
    }),
    route('POST /api/admin/api-tokens', {
        operationId: 'createApiToken',
        summary: 'Create an API token',
        access: anyOf('CREATE'),
        body: NewApiToken,
        responds: { status: 201, body: CreatedApiToken },
        handler: async ({ actor, body }, reply) => {
            demand(actor, 'CREATE', body.type);
            const token = await write(actor, createToken, body);
            reply.header('location', 'api-tokens');
            return token;
        },
    }),
    route('POST /api/admin/api-tokens/carry-over', {
        operationId: 'carryOverApiToken',
        summary: 'Import a token of another service, including its secret',
        description:
            'For migrations: applications keep their tokens, and only the URL changes. If the token already exists, it is returned unchanged.',
        access: 'ADMIN',
        body: ImportedApiToken,
        responds: { status: 200, body: ApiToken },
        errors: [409],
        handler: ({ actor, body }) => write(actor, importToken, body),
    }),
    route('PUT /api/admin/api-tokens/:token', {
        operationId: 'updateApiToken',
        summary: 'Set the expiry of an API token',
        description: 'Succeeds even if the token does not exist.',
        access: anyOf('UPDATE'),
        params: TokenParams,
        body: ApiTokenExpiry,
        responds: { status: 200 },
        errors: [],
        handler: async ({ actor, params, body }) => {
            const known = await findKnownToken(db, actor, params.token);
            if (known) demand(actor, 'UPDATE', known.type);
            await write(actor, setTokenExpiry, { ...params, ...body });
        },
    }),
    route('DELETE /api/admin/api-tokens/:token', {
        operationId: 'deleteApiToken',
        summary: 'Delete an API token',
        description: 'Succeeds even if the token does not exist.',
        access: anyOf('DELETE'),
        params: TokenParams,
        responds: { status: 200 },
        errors: [],
        handler: async ({ actor, params }) => {
            const known = await findKnownToken(db, actor, params.token);
            if (known) demand(actor, 'DELETE', known.type);
            await write(actor, deleteToken, params);
        },
    }),
    route('GET /api/admin/projects/:projectId/api-tokens', {
        operationId: 'getProjectApiTokens',
        summary: 'List the API tokens that are valid in a project',
        access: 'READ_PROJECT_API_TOKEN',
        scope: inProject,
        responds: { status: 200, body: ApiTokens },
        errors: [],
        handler: async ({ actor, params }) => {
            const tokens = await listTokens(db, actor);
            return {
                tokens: tokens.filter(
                    ({ projects, type }) =>
                        type !== 'admin' && (projects.includes('*') || projects.includes(params.projectId)),
                ),
            };
        },
    }),
    route('POST /api/admin/projects/:projectId/api-tokens', {
        operationId: 'createProjectApiToken',
        summary: 'Create an API token for a project',
        access: 'CREATE_PROJECT_API_TOKEN',
        scope: inProject,
        body: NewProjectApiToken,
        responds: { status: 201, body: CreatedApiToken },
        errors: [],
        handler: async ({ actor, params, body }, reply) => {
            if (body.type.toLowerCase() === 'admin') {
                throw invalid('An admin token belongs to no project. Create it under API tokens.', '/body/type');
            }
            const { project: _, projects: __, ...token } = body;
            const created = await write(actor, createToken, { ...token, projects: [params.projectId] });
            reply.header('location', 'api-tokens');
            return created;
        },
    }),
    route('DELETE /api/admin/projects/:projectId/api-tokens/:token', {
        operationId: 'deleteProjectApiToken',
        summary: 'Delete an API token of a project',
        access: 'DELETE_PROJECT_API_TOKEN',
        scope: inProject,
        params: ProjectTokenParams,
        responds: { status: 200 },
        handler: async ({ actor, params }) => {
            const token = await findKnownToken(db, actor, params.token);
            if (!token?.projects.includes(params.projectId)) throw notFound('such token in this project');
            if (token.projects.length > 1) {
                throw invalid('This token is valid in several projects. Delete it under API tokens.');
            }
            await write(actor, deleteToken, params);
        },
    }),
];
