import type { Services } from '../../../app/services.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { loginDisabled, mailDisabled } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { recordPasswordReset } from '../../accounts/users/login-attempts.ts';
import { getUserOfResetLink, useResetLink } from '../../accounts/users/password.commands.ts';
import { demandStrength, hashNewPassword } from '../../accounts/users/password-rules.ts';
import { getUser, nameOf, toListedUser } from '../../accounts/users/user.queries.ts';
import { PasswordByLink, PasswordToCheck, ResetMailFor, ResetToken, UserOfResetLink } from './login.schemas.ts';

const route = routeWithTag('Sign-in');
/** The UI checks a password while the user types. A higher limit is safe because the secret of a link cannot be guessed. */
const REQUESTS_PER_MINUTE = 100;

/** Routes for users with a password reset link. The secret in the link is their only credential. */
export const passwordResetRoutes = ({
    db,
    write,
    recordObservation,
    clock,
    config,
    settings,
    mails,
    loginRateLimiter,
}: Services): Route[] => [
    route('GET /auth/reset/validate', {
        operationId: 'validateToken',
        summary: 'Read the user of a password reset link',
        access: 'public',
        rateLimit: REQUESTS_PER_MINUTE,
        query: ResetToken,
        responds: { status: 200, body: UserOfResetLink },
        errors: [401, 403],
        handler: async ({ query }, reply) => {
            const user = await getUser(db, await getUserOfResetLink(db, query.token, clock().toISOString()));
            reply.header('cache-control', 'no-store');
            return { ...toListedUser(user), token: query.token };
        },
    }),
    route('POST /auth/reset/password', {
        operationId: 'changePassword',
        summary: 'Set a password with a reset link',
        description: 'The link works once. All sessions of the user end, and their personal access tokens are revoked.',
        access: 'public',
        rateLimit: REQUESTS_PER_MINUTE,
        leavesEvent: true,
        body: PasswordByLink,
        responds: { status: 200 },
        errors: [401, 403],
        handler: async ({ body, ip }) => {
            const user = await getUser(db, await getUserOfResetLink(db, body.token, clock().toISOString()));
            const passwordHash = await hashNewPassword(db, user.id, body.password);
            const self: AdminActor = { kind: 'admin', id: user.id, name: nameOf(user), grants: [], hiddenProjects: [] };
            await write(self, useResetLink, { secret: body.token, passwordHash });
            await recordPasswordReset(recordObservation, {
                login: self.name,
                userId: user.id,
                address: ip,
                now: clock(),
            });
        },
    }),
    route('POST /auth/reset/password-email', {
        operationId: 'sendResetPasswordEmail',
        summary: 'Send a password reset link by e-mail',
        description:
            'The response is the same whether or not a user with this address exists. At most one e-mail per minute is sent to an address.',
        access: 'public',
        rateLimit: config.loginsPerMinute,
        body: ResetMailFor,
        responds: { status: 200 },
        errors: [422],
        handler: async ({ body, ip }) => {
            if (!mails.isEnabled) throw mailDisabled();
            if (settings.get('simpleAuth').disabled) throw loginDisabled();
            loginRateLimiter.admit('reset-mail', ip);
            await loginRateLimiter.count('reset-mail', ip);
            await mails.requestReset(body.email);
        },
    }),
    route('POST /auth/reset/validate-password', {
        operationId: 'validatePassword',
        summary: 'Check whether a password is strong enough',
        access: 'public',
        rateLimit: REQUESTS_PER_MINUTE,
        body: PasswordToCheck,
        responds: { status: 200 },
        handler: ({ body }) => demandStrength(body.password),
    }),
];
