import { ADMIN_TOKEN_USER_ID } from '../../core/actor.ts';
import { authenticationRequired } from '../../core/errors.ts';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findRootRole, findUser, toUser } from './user.queries.ts';
import { CurrentUser } from './user.schemas.ts';

export const userRoutes = ({ db }: Services): Route[] => [
    route({
        method: 'GET',
        path: '/api/admin/user',
        operationId: 'getMe',
        summary: 'Who you are and what you may do',
        tag: 'Users',
        access: 'authenticated',
        responds: { status: 200, body: CurrentUser },
        handler: async ({ actor }, reply) => {
            reply.header('cache-control', 'no-store');
            // An administrator's permissions are one word, however many roles they come from.
            const isAdmin = actor.grants.some(({ permission }) => permission === 'ADMIN');
            const permissions = isAdmin ? [{ permission: 'ADMIN' }] : [...actor.grants];
            const rest = { permissions, feedback: [], splash: {} };
            if (actor.userId === undefined) {
                return { user: { id: ADMIN_TOKEN_USER_ID, isAPI: true, username: actor.name, imageUrl: '' }, ...rest };
            }
            const user = await findUser(db, actor.userId);
            if (!user) throw authenticationRequired('This user does not exist any more. Sign in again.');
            const rootRole = await findRootRole(db, user.id);
            return { user: { ...toUser(user), ...(rootRole !== undefined && { rootRole }) }, ...rest };
        },
    }),
];
