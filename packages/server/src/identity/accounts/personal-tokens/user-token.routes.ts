import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { getUser } from '../users/user.queries.ts';
import { UserParams } from '../users/user.schemas.ts';
import { deletePersonalToken } from './personal-token.commands.ts';
import { listPersonalTokens } from './personal-token.queries.ts';
import { PersonalTokenParams, PersonalTokens } from './personal-token.schemas.ts';

const route = routeWithTag('Personal access tokens');

/** For administrators: the tokens that act in the name of a user. */
export const userTokenRoutes = ({ db, write }: Services): Route[] => [
    route('GET /api/admin/user-admin/:id/tokens', {
        operationId: 'getUserPats',
        summary: 'List the personal access tokens of a user',
        access: 'ADMIN',
        params: UserParams,
        responds: { status: 200, body: PersonalTokens },
        handler: async ({ params }) => {
            const { id } = await getUser(db, params.id);
            return { pats: await listPersonalTokens(db, id) };
        },
    }),
    route('DELETE /api/admin/user-admin/:id/tokens/:tokenId', {
        operationId: 'deleteUserPat',
        summary: 'Delete a personal access token of a user',
        access: 'ADMIN',
        params: Type.Object({ ...UserParams.properties, tokenId: PersonalTokenParams.properties.id }),
        responds: { status: 200 },
        handler: async ({ actor, params }) => {
            const { id: userId } = await getUser(db, params.id);
            const wasThere = await write(actor, deletePersonalToken, { userId, id: params.tokenId });
            if (!wasThere) throw notFound(`token ${params.tokenId} of user ${params.id}`);
        },
    }),
];
