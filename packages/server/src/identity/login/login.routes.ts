import { Type } from 'typebox';
import { wrongPassword } from '../../core/errors.ts';
import { type Route, route } from '../../http/route.ts';
import { Body } from '../../http/schemas.ts';
import type { Services } from '../../services.ts';
import { findUserByLogin, toUser } from '../users/user.queries.ts';
import { User } from '../users/user.schemas.ts';
import { passwordMatches } from './password.ts';

export const SESSION_COOKIE = 'halyard-session';

const Login = Body({
    username: Type.String({ minLength: 1, maxLength: 300, description: 'The username, or the e-mail address' }),
    password: Type.String({ minLength: 1, maxLength: 128 }),
});

export const loginRoutes = ({ db, sessions, observe, config }: Services): Route[] => {
    function cookie(value: string, seconds: number): string {
        const secure = config.secureHeaders || config.publicUrl.startsWith('https:') ? '; Secure' : '';
        return `${SESSION_COOKIE}=${value}; Path=${config.basePath || '/'}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
    }

    return [
        route({
            method: 'POST',
            path: '/auth/simple/login',
            operationId: 'login',
            summary: 'Sign in with a password',
            tag: 'Sign-in',
            access: 'public',
            rateLimit: config.loginsPerMinute,
            body: Login,
            responds: { status: 200, body: User },
            errors: [401],
            handler: async ({ body }, reply) => {
                const user = await findUserByLogin(db, body.username);
                if (!(await passwordMatches(body.password, user?.password_hash)) || !user) {
                    if (user) await countFailure(user.id);
                    throw wrongPassword();
                }
                const session = await sessions.begin(user.id);
                reply.header('set-cookie', cookie(session.id, session.seconds));
                reply.header('cache-control', 'no-store');
                return toUser({ ...user, login_attempts: 0 });
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
                const id = new RegExp(`(?:^|; )${SESSION_COOKIE}=([\\w-]+)`).exec(String(headers['cookie'] ?? ''))?.[1];
                if (id) await sessions.end(id);
                reply.header('set-cookie', cookie('', 0));
                reply.header('clear-site-data', '"cookies", "storage"');
                reply.header('location', `${config.basePath}/`);
            },
        }),
    ];

    async function countFailure(userId: number): Promise<void> {
        await observe((tx) =>
            tx
                .updateTable('users')
                .set(({ eb }) => ({ login_attempts: eb('login_attempts', '+', 1) }))
                .where('id', '=', userId)
                .execute(),
        );
    }
};
