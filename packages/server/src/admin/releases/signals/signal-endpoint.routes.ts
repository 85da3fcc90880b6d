import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import {
    createEndpoint,
    createSignalToken,
    deleteEndpoint,
    deleteSignalToken,
    updateEndpoint,
} from './signal-endpoint.commands.ts';
import {
    describeEndpoint,
    getEndpoint,
    listEndpoints,
    listSignals,
    listTokens,
    toToken,
} from './signal-endpoint.queries.ts';
import {
    CreatedSignalToken,
    EndpointParams,
    NewSignalEndpoint,
    NewSignalToken,
    SignalEndpoint,
    SignalEndpoints,
    Signals,
    SignalsQuery,
    SignalTokens,
    TokenParams,
} from './signal-endpoint.schemas.ts';

const route = routeWithTag('Signals');
const ENDPOINTS = '/api/admin/projects/:projectId/signal-endpoints';
const ENDPOINT = `${ENDPOINTS}/:endpointId` as const;
const access = { access: 'UPDATE_PROJECT', scope: inProject } as const;

const addressOf = ({ projectId: project, endpointId }: { projectId: string; endpointId: number }) => ({
    project,
    endpointId,
});

export const signalEndpointRoutes = ({ db, write, publicUrl }: Services): Route[] => [
    route(`GET ${ENDPOINTS}`, {
        operationId: 'getSignalEndpoints',
        summary: 'List the signal endpoints of a project',
        ...access,
        responds: { status: 200, body: SignalEndpoints },
        handler: async ({ params: { projectId } }) => {
            await getProject(db, projectId);
            const rows = await listEndpoints(db, projectId);
            return { signalEndpoints: await Promise.all(rows.map((row) => describeEndpoint(db, row))) };
        },
    }),
    route(`GET ${ENDPOINT}`, {
        operationId: 'getSignalEndpoint',
        summary: 'Read a signal endpoint',
        ...access,
        params: EndpointParams,
        responds: { status: 200, body: SignalEndpoint },
        handler: async ({ params }) => describeEndpoint(db, await getEndpoint(db, addressOf(params))),
    }),
    route(`POST ${ENDPOINTS}`, {
        operationId: 'createSignalEndpoint',
        summary: 'Create a signal endpoint: a webhook that pauses releases or turns flags off',
        description:
            'The rules act with the permissions that their owner has when a signal arrives. The owner is the user who saved them last.',
        ...access,
        body: NewSignalEndpoint,
        responds: { status: 201, body: SignalEndpoint },
        errors: [404, 409],
        handler: async ({ actor, params, body }, reply) => {
            const endpoint = await write(actor, createEndpoint, { ...body, project: params.projectId });
            reply.header('location', `signal-endpoints/${endpoint.id}`);
            return describeEndpoint(db, endpoint);
        },
    }),
    route(`PUT ${ENDPOINT}`, {
        operationId: 'updateSignalEndpoint',
        summary: 'Replace a signal endpoint, and become the owner of its rules',
        ...access,
        params: EndpointParams,
        body: NewSignalEndpoint,
        responds: { status: 200, body: SignalEndpoint },
        errors: [404, 409],
        handler: async ({ actor, params, body }) =>
            describeEndpoint(db, await write(actor, updateEndpoint, { ...body, ...addressOf(params) })),
    }),
    route(`DELETE ${ENDPOINT}`, {
        operationId: 'deleteSignalEndpoint',
        summary: 'Delete a signal endpoint with its tokens and signals',
        ...access,
        params: EndpointParams,
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, deleteEndpoint, addressOf(params)),
    }),
    route(`GET ${ENDPOINT}/tokens`, {
        operationId: 'getSignalEndpointTokens',
        summary: 'List the tokens of a signal endpoint',
        ...access,
        params: EndpointParams,
        responds: { status: 200, body: SignalTokens },
        handler: async ({ params }) => {
            const { id } = await getEndpoint(db, addressOf(params));
            return { signalEndpointTokens: (await listTokens(db, id)).map(toToken) };
        },
    }),
    route(`POST ${ENDPOINT}/tokens`, {
        operationId: 'createSignalEndpointToken',
        summary: 'Create a token of a signal endpoint',
        description: 'Requires the permissions of all rules, because the token triggers them.',
        ...access,
        params: EndpointParams,
        body: NewSignalToken,
        responds: { status: 201, body: CreatedSignalToken },
        errors: [404, 409],
        handler: async ({ actor, params, body: { name } }, reply) => {
            const token = await write(actor, createSignalToken, { ...addressOf(params), name: name.trim() });
            reply.header('location', `tokens/${token.id}`);
            return { ...token, url: `${publicUrl()}/api/signals/${token.token}` };
        },
    }),
    route(`DELETE ${ENDPOINT}/tokens/:tokenId`, {
        operationId: 'deleteSignalEndpointToken',
        summary: 'Delete a token of a signal endpoint',
        ...access,
        params: TokenParams,
        responds: { status: 200 },
        handler: ({ actor, params }) =>
            write(actor, deleteSignalToken, { ...addressOf(params), tokenId: params.tokenId }),
    }),
    route(`GET ${ENDPOINT}/signals`, {
        operationId: 'getSignalEndpointSignals',
        summary: 'List the signals that an endpoint received, and what they did',
        description: 'The newest 100 are stored.',
        ...access,
        params: EndpointParams,
        query: SignalsQuery,
        responds: { status: 200, body: Signals },
        handler: async ({ params, query: { limit = 50, offset = 0 } }) => {
            const { id } = await getEndpoint(db, addressOf(params));
            return { signalEndpointSignals: await listSignals(db, id, { limit, offset }) };
        },
    }),
];
