import type { Services } from '../../../app/services.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { createServiceAccountToken, deleteServiceAccountToken } from '../personal-tokens/personal-token.commands.ts';
import { listPersonalTokens } from '../personal-tokens/personal-token.queries.ts';
import { CreatedPersonalToken, NewPersonalToken, PersonalTokens } from '../personal-tokens/personal-token.schemas.ts';
import { listRoles } from '../roles/role.queries.ts';
import { createServiceAccount, deleteServiceAccount, updateServiceAccount } from './service-account.commands.ts';
import { getServiceAccountRow, listServiceAccounts } from './service-account.queries.ts';
import {
    NewServiceAccount,
    ServiceAccount,
    ServiceAccountParams,
    ServiceAccounts,
    ServiceAccountTokenParams,
    ServiceAccountUpdate,
} from './service-account.schemas.ts';

const route = routeWithTag('Service accounts');

export const serviceAccountRoutes = ({ db, write }: Services): Route[] => [
    route('GET /api/admin/service-account', {
        operationId: 'getServiceAccounts',
        summary: 'List all service accounts and the root roles they can have',
        access: 'ADMIN',
        responds: { status: 200, body: ServiceAccounts },
        handler: async () => ({
            serviceAccounts: await listServiceAccounts(db),
            rootRoles: await listRoles(db, 'root'),
        }),
    }),
    route('POST /api/admin/service-account', {
        operationId: 'createServiceAccount',
        summary: 'Create a service account',
        description: 'A service account cannot sign in; programs use its tokens.',
        access: 'ADMIN',
        body: NewServiceAccount,
        responds: { status: 201, body: ServiceAccount },
        errors: [409],
        handler: async ({ actor, body }, reply) => {
            const account = await write(actor, createServiceAccount, body);
            reply.header('location', String(account.id));
            return account;
        },
    }),
    route('PUT /api/admin/service-account/:id', {
        operationId: 'updateServiceAccount',
        summary: 'Change a service account',
        access: 'ADMIN',
        params: ServiceAccountParams,
        body: ServiceAccountUpdate,
        responds: { status: 200, body: ServiceAccount },
        handler: ({ actor, params, body }) => write(actor, updateServiceAccount, { ...body, ...params }),
    }),
    route('DELETE /api/admin/service-account/:id', {
        operationId: 'deleteServiceAccount',
        summary: 'Delete a service account and its tokens',
        access: 'ADMIN',
        params: ServiceAccountParams,
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, deleteServiceAccount, params),
    }),
    route('GET /api/admin/service-account/:id/token', {
        operationId: 'getServiceAccountTokens',
        summary: 'List the tokens of a service account',
        access: 'ADMIN',
        params: ServiceAccountParams,
        responds: { status: 200, body: PersonalTokens },
        handler: async ({ params }) => {
            const account = await getServiceAccountRow(db, params.id);
            return { pats: await listPersonalTokens(db, account.id) };
        },
    }),
    route('POST /api/admin/service-account/:id/token', {
        operationId: 'createServiceAccountToken',
        summary: 'Create a token for a service account',
        access: 'ADMIN',
        params: ServiceAccountParams,
        body: NewPersonalToken,
        responds: { status: 201, body: CreatedPersonalToken },
        errors: [404, 409],
        handler: async ({ actor, params, body }, reply) => {
            const account = await getServiceAccountRow(db, params.id);
            const token = await write(actor, createServiceAccountToken, { ...body, userId: account.id });
            reply.header('location', `service-account/${account.id}/token/${token.id}`);
            return token;
        },
    }),
    route('DELETE /api/admin/service-account/:id/token/:tokenId', {
        operationId: 'deleteServiceAccountToken',
        summary: 'Delete a token of a service account',
        access: 'ADMIN',
        params: ServiceAccountTokenParams,
        responds: { status: 200 },
        handler: async ({ actor, params }) => {
            const account = await getServiceAccountRow(db, params.id);
            const deleted = await write(actor, deleteServiceAccountToken, { userId: account.id, id: params.tokenId });
            if (!deleted) throw notFound(`token ${params.tokenId} of service account ${params.id}`);
        },
    }),
];
