import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { loginDisabled, wrongPassword } from '../../../core/errors/errors.ts';
import { respondCsv, wantsCsv } from '../../../http/bodies/csv.ts';
import { Paging, pageOf } from '../../../http/route/paging.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { hasSecondFactor } from '../../accounts/second-factors/second-factor.queries.ts';
import { SecondFactorSignIn } from '../../accounts/second-factors/second-factor.schemas.ts';
import { beginLogin, listLogins } from '../../accounts/users/login-attempts.ts';
import { passwordMatches } from '../../accounts/users/password.ts';
import { findUserByLogin } from '../../accounts/users/user.queries.ts';
import { SignedInUser } from '../../accounts/users/user.schemas.ts';
import { demandSecondFactor, finishWithSecondFactor } from '../second-factor/second-factor-sign-in.ts';
import { Login, LoginHistory, SignedOut } from './login.schemas.ts';
import { sessionCookie, sessionSecretIn } from './session-cookie.ts';
import { signIn } from './sign-in.ts';
import { signOutOfProvider } from './single-sign-out.ts';

const route = routeWithTag('Sign-in');

export const loginRoutes = (services: Services): Route[] => {
    const { db, sessions, recordObservation, config, clock, settings, loginRateLimiter } = services;

    return [
        route('POST /auth/simple/login', {
            operationId: 'login',
            summary: 'Sign in with a password',
            description:
                'For an account with a second factor, the response to the correct password is 403 with the name `SecondFactorRequired`, ' +
                'the possible `methods`, a challenge for passkeys and `pendingSignIn` for the second step.',
            access: 'public',
            rateLimit: config.loginsPerMinute,
            body: Login,
            responds: { status: 200, body: SignedInUser },
            errors: [401, 403, 422],
            handler: async (request, reply) => {
                if (settings.get('simpleAuth').disabled) throw loginDisabled();
                loginRateLimiter.admit('sign-in', request.ip);
                const { username, password } = request.body;
                const user = await findUserByLogin(db, username);
                const loginId = await beginLogin(recordObservation, {
                    login: username,
                    userId: user?.id,
                    address: request.ip,
                    method: 'password',
                    now: clock(),
                });
                if (!(await passwordMatches(password, user?.password_hash)) || !user) {
                    await loginRateLimiter.count('sign-in', request.ip);
                    throw wrongPassword();
                }
                if (await hasSecondFactor(db, user.id)) {
                    return demandSecondFactor(services, { user, loginId }, request, reply);
                }
                return signIn(services, { user, loginId, authentication: { method: 'password' } }, request, reply);
            },
        }),
        route('POST /auth/simple/second-factor', {
            operationId: 'loginWithSecondFactor',
            summary: 'Complete a sign-in with a second factor',
            description:
                'With the cookie of the response to the password. Five wrong answers end the sign-in, and so do ten minutes.',
            access: 'public',
            rateLimit: config.loginsPerMinute,
            body: SecondFactorSignIn,
            responds: { status: 200, body: SignedInUser },
            errors: [401, 403, 422],
            handler: (request, reply) => finishWithSecondFactor(services, request.body, request, reply),
        }),
        route('POST /logout', {
            operationId: 'logout',
            summary: 'Sign out',
            description:
                'Redirects to the identity provider if single sign-out is enabled. Clients that accept JSON receive the URL instead.',
            access: 'public',
            responds: { status: 302, also: [200], body: SignedOut },
            handler: async ({ headers }, reply) => {
                const secret = sessionSecretIn(headers['cookie']);
                const ended = secret === undefined ? undefined : await sessions.end(secret);
                const location = (ended && (await signOutOfProvider(services, ended))) ?? `${config.basePath}/`;
                reply.header('set-cookie', sessionCookie(config, headers, '', 0));
                reply.header('clear-site-data', '"cookies", "storage"');
                if (headers['accept'] === 'application/json') {
                    reply.status(200);
                    return { location };
                }
                reply.header('location', location);
                return '';
            },
        }),
        route('GET /api/admin/logins', {
            operationId: 'getLoginHistory',
            summary: 'List sign-in attempts',
            description:
                'Newest first. Attempts are stored for two weeks by default. For CSV the default limit is 1000.',
            access: ['ADMIN', 'READ_LOGS'],
            query: Type.Object(Paging),
            responds: { status: 200, body: LoginHistory, alsoCsv: true },
            handler: async ({ query, headers }, reply) => {
                if (!wantsCsv(headers)) return { events: await listLogins(db, pageOf(query)) };
                const attempts = await listLogins(db, pageOf({ limit: '1000', ...query }));
                return respondCsv(reply, 'logins', [
                    ['id', 'username', 'userId', 'ip', 'authType', 'successful', 'createdAt'],
                    ...attempts.map((attempt) => [
                        attempt.id,
                        attempt.username,
                        attempt.userId,
                        attempt.ip,
                        attempt.authType,
                        String(attempt.successful),
                        attempt.createdAt,
                    ]),
                ]);
            },
        }),
    ];
};
