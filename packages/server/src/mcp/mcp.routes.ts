import { Type } from 'typebox';
import type { Services } from '../app/services.ts';
import { wrongKindOfCaller } from '../core/errors/errors.ts';
import { AGENT_ACCESS, lesserAccess } from '../core/settings/agents-setting.ts';
import { type Route, routeWithTag } from '../http/route/route.ts';
import { isOwnOrigin } from '../http/server/own-host.ts';
import { Agent } from './agent.ts';
import { Budget } from './budget.ts';
import { CODES } from './json-rpc.ts';
import { respondTo } from './protocol.ts';
import { createToolServer } from './tool-calls.ts';
import { allTools } from './tools/all-tools.ts';

const route = routeWithTag('Agents');
const path = '/mcp';
/** The path that the protocol prescribes. */
const METADATA = '/.well-known/oauth-protected-resource/mcp';
/** Large enough for twenty steps with long lists of values. */
const BODY_LIMIT = 256 * 1024;

const McpQuery = Type.Object({
    access: Type.Optional(
        Type.Enum(
            AGENT_ACCESS.filter((access) => access !== 'off'),
            {
                description: 'Maximum access of this request, even if agents are allowed more',
            },
        ),
    ),
});

const ProtectedResource = Type.Object(
    {
        resource: Type.String(),
        resource_name: Type.String(),
        bearer_methods_supported: Type.Array(Type.Literal('header')),
        resource_documentation: Type.String(),
    },
    { $id: 'mcpProtectedResource' },
);

/** Errors before the message is parsed also have the format of the protocol. */
const errorMembers = ({ status, message }: { status: number; message: string }) => ({
    jsonrpc: '2.0',
    error: { code: status === 400 ? CODES.parse : CODES.refused, message },
});

export const mcpRoutes = (services: Services): Route[] => {
    const { settings, db, clock, internalClient, version, publicUrl } = services;
    const tools = allTools();
    const budget = new Budget({ db, clock, setting: () => settings.get('agents') });
    return [
        route(`POST ${path}`, {
            operationId: 'mcp',
            summary: 'Handle messages of an agent (Model Context Protocol, streamable HTTP)',
            description:
                'Accepts JSON-RPC messages of protocol versions with and without a handshake. Agents act as the owner of the token; administrators limit their access under `/api/admin/agents`.',
            access: 'authenticated',
            query: McpQuery,
            body: Type.Unknown({ description: 'A JSON-RPC 2.0 message or a list of messages' }),
            bodyLimit: BODY_LIMIT,
            responds: {
                status: 200,
                body: Type.Unknown({ description: 'The JSON-RPC 2.0 response' }),
                contentType: 'application/json',
                also: [202, 400, 404],
            },
            errors: [403],
            errorMembers,
            challenge: () => `Bearer realm="Halyard", resource_metadata="${publicUrl()}${METADATA}"`,
            handler: async ({ actor, body, query, headers, ip, signal }, reply) => {
                const { access: allowed } = settings.get('agents');
                if (allowed === 'off') {
                    throw wrongKindOfCaller(
                        'Agents have no access here. An administrator can allow them under Administration, Agents.',
                    );
                }
                const { origin } = headers;
                if (origin !== undefined && !isOwnOrigin(String(origin), publicUrl())) {
                    throw wrongKindOfCaller(
                        'This request comes from a page of another site. Send it without the header Origin.',
                    );
                }
                const access = lesserAccess(allowed, query.access ?? allowed);
                const agent = new Agent({ internalClient, actor, address: ip, access, publicUrl: publicUrl(), signal });
                const offer = createToolServer({
                    agent,
                    tools,
                    version,
                    spend: async (needs, make) => {
                        budget.call(actor);
                        return needs === 'read' ? make() : budget.change(actor, make);
                    },
                });
                const response = await respondTo(body, headers, offer);
                reply.status(response.status);
                if (response.body === undefined) return '';
                reply.header('content-type', 'application/json; charset=utf-8');
                return JSON.stringify(response.body);
            },
        }),
        route(`GET ${METADATA}`, {
            operationId: 'mcpMetadata',
            summary: 'Read the protected resource metadata for agents (RFC 9728)',
            description:
                'Agents send a token of this service in the header. The metadata contains no authorization server, because users create tokens in this service.',
            access: 'public',
            responds: { status: 200, body: ProtectedResource },
            handler: () => ({
                resource: publicUrl() + path,
                resource_name: 'Halyard',
                bearer_methods_supported: ['header' as const],
                resource_documentation: `${publicUrl()}/docs/agents`,
            }),
        }),
        ...(['GET', 'DELETE'] as const).map((method) =>
            route(`${method} ${path}`, {
                operationId: method === 'GET' ? 'mcpStream' : 'mcpEnd',
                summary: 'Not supported (405): agents use POST, and there are no sessions',
                access: 'public',
                leavesNoEvent: true,
                responds: { status: 405, body: Type.Object({ message: Type.String() }, { $id: 'mcpNotHere' }) },
                handler: (_request, reply) => {
                    reply.header('allow', 'POST');
                    return {
                        message: `Agents send their messages to this endpoint with POST. How to connect an agent: ${publicUrl()}/docs/agents`,
                    };
                },
            }),
        ),
    ];
};
