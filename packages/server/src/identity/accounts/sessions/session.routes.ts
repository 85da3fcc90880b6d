import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { requireUserId } from '../users/require-user-id.ts';
import { getUser } from '../users/user.queries.ts';
import { UserParams } from '../users/user.schemas.ts';
import { SessionParams, UserSessions } from './session.schemas.ts';

const route = routeWithTag('Sessions');

export const sessionRoutes = ({ db, sessions }: Services): Route[] => [
    route('GET /api/admin/user/sessions', {
        operationId: 'getMySessions',
        summary: 'List your sessions',
        access: 'authenticated',
        responds: { status: 200, body: UserSessions },
        handler: async ({ actor }) => ({ sessions: await sessions.list(requireUserId(actor), actor.sessionId) }),
    }),
    route('DELETE /api/admin/user/sessions/:sessionId', {
        operationId: 'deleteMySession',
        summary: 'End one of your sessions',
        access: 'authenticated',
        params: SessionParams,
        leavesNoEvent: true,
        responds: { status: 200 },
        handler: async ({ actor, params }) => {
            const ended = await sessions.endOf(requireUserId(actor), params.sessionId);
            if (ended === 0) throw notFound(`session ${params.sessionId} of yours`);
        },
    }),
    route('GET /api/admin/user-admin/:id/sessions', {
        operationId: 'getUserSessions',
        summary: 'List the sessions of a user',
        access: 'ADMIN',
        params: UserParams,
        responds: { status: 200, body: UserSessions },
        handler: async ({ actor, params }) => {
            const user = await getUser(db, params.id);
            return { sessions: await sessions.list(user.id, actor.sessionId) };
        },
    }),
    route('DELETE /api/admin/user-admin/:id/sessions/:sessionId', {
        operationId: 'deleteUserSession',
        summary: 'End one session of a user',
        access: 'ADMIN',
        params: Type.Object({ ...UserParams.properties, ...SessionParams.properties }),
        leavesNoEvent: true,
        responds: { status: 200 },
        handler: async ({ params }) => {
            const user = await getUser(db, params.id);
            const ended = await sessions.endOf(user.id, params.sessionId);
            if (ended === 0) throw notFound(`session ${params.sessionId} of user ${params.id}`);
        },
    }),
    route('DELETE /api/admin/user-admin/:id/sessions', {
        operationId: 'deleteUserSessions',
        summary: 'End all sessions of a user',
        access: 'ADMIN',
        params: UserParams,
        leavesNoEvent: true,
        responds: { status: 200 },
        handler: async ({ params }) => {
            const user = await getUser(db, params.id);
            await sessions.endOf(user.id);
        },
    }),
];
