import { Type } from 'typebox';
import { loginDisabled, wrongPassword } from '../../core/errors.ts';
import { Paging, pageOf } from '../../http/paging.ts';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findUserByLogin, toUser } from '../users/user.queries.ts';
import { SignedInUser } from '../users/user.schemas.ts';
import { Login, LoginHistory } from './login.schemas.ts';
import { beginLogin, listLogins } from './login-attempts.ts';
import { passwordMatches } from './password.ts';
import { sessionCookie, sessionSecretIn } from './session-cookie.ts';

export const loginRoutes = ({ db, sessions, observe, config, clock, settings }: Services): Route[] => [
    route({
        method: 'POST',
        path: '/auth/simple/login',
        operationId: 'login',
        summary: 'Sign in with a password',
        tag: 'Sign-in',
        access: 'public',
        rateLimit: config.loginsPerMinute,
        body: Login,
        responds: { status: 200, body: SignedInUser },
        errors: [401, 422],
        handler: async ({ body, ip, headers }, reply) => {
            if (settings.get('simpleAuth').disabled) throw loginDisabled();
            const user = await findUserByLogin(db, body.username);
            const loginId = await beginLogin(observe, {
                login: body.username,
                userId: user?.id,
                address: ip,
                method: 'password',
                now: clock(),
            });
            if (!(await passwordMatches(body.password, user?.password_hash)) || !user) throw wrongPassword();
            const { secret, seconds, ...counts } = await sessions.begin({
                userId: user.id,
                loginId,
                place: { address: ip, userAgent: headers['user-agent'] as string | undefined },
            });
            reply.header('set-cookie', sessionCookie(config, secret, seconds));
            reply.header('cache-control', 'no-store');
            return { ...toUser({ ...user, login_attempts: 0 }), ...counts };
        },
    }),
    route({
        method: 'POST',
        path: '/logout',
        operationId: 'logout',
        summary: 'Sign out',
        tag: 'Sign-in',
        access: 'public',
        responds: { status: 302 },
        handler: async ({ headers }, reply) => {
            const secret = sessionSecretIn(headers['cookie']);
            if (secret) await sessions.end(secret);
            reply.header('set-cookie', sessionCookie(config, '', 0));
            reply.header('clear-site-data', '"cookies", "storage"');
            reply.header('location', `${config.basePath}/`);
        },
    }),
    route({
        method: 'GET',
        path: '/api/admin/logins',
        operationId: 'getLoginHistory',
        summary: 'List who tried to sign in',
        description: 'Newest first. Attempts are kept for two weeks.',
        tag: 'Sign-in',
        access: ['ADMIN', 'READ_LOGS'],
        query: Type.Object(Paging),
        responds: { status: 200, body: LoginHistory },
        handler: async ({ query }) => ({ events: await listLogins(db, pageOf(query)) }),
    }),
];
