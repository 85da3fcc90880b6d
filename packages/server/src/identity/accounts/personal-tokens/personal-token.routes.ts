import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { requireUserId } from '../users/require-user-id.ts';
import { createPersonalToken, deletePersonalToken } from './personal-token.commands.ts';
import { listPersonalTokens } from './personal-token.queries.ts';
import {
    CreatedPersonalToken,
    NewPersonalToken,
    PersonalTokenParams,
    PersonalTokens,
} from './personal-token.schemas.ts';

const route = routeWithTag('Personal access tokens');

export const personalTokenRoutes = ({ db, write }: Services): Route[] => [
    route('GET /api/admin/user/tokens', {
        operationId: 'getPats',
        summary: 'List your personal access tokens',
        access: 'authenticated',
        responds: { status: 200, body: PersonalTokens },
        handler: async ({ actor }) => ({ pats: await listPersonalTokens(db, requireUserId(actor)) }),
    }),
    route('POST /api/admin/user/tokens', {
        operationId: 'createPat',
        summary: 'Create a personal access token',
        description: 'The token has all of your permissions in the admin API.',
        access: 'authenticated',
        body: NewPersonalToken,
        responds: { status: 201, body: CreatedPersonalToken },
        errors: [409],
        handler: ({ actor, body }) => write(actor, createPersonalToken, { ...body, userId: requireUserId(actor) }),
    }),
    route('DELETE /api/admin/user/tokens/:id', {
        operationId: 'deletePat',
        summary: 'Delete one of your personal access tokens',
        description: 'Succeeds even if the token does not exist.',
        access: 'authenticated',
        params: PersonalTokenParams,
        responds: { status: 200 },
        errors: [],
        handler: async ({ actor, params }) => {
            await write(actor, deletePersonalToken, { ...params, userId: requireUserId(actor) });
        },
    }),
];
