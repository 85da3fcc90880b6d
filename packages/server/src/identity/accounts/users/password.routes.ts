import type { Services } from '../../../app/services.ts';
import { invalid, notFound, wrongPassword } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { beginCheck, endCheck } from './login-attempts.ts';
import { newUserUrl } from './new-user-url.ts';
import { changePassword, createResetLink } from './password.commands.ts';
import { hashPassword, passwordMatches } from './password.ts';
import { demandStrength, hashNewPassword } from './password-rules.ts';
import { requireUserId } from './require-user-id.ts';
import { demandActive, findUser, findUserByLogin } from './user.queries.ts';
import { NewPassword, OwnPassword, ResetLink, ResetLinkFor, UserParams } from './user.schemas.ts';

const route = routeWithTag('Users');

export const passwordRoutes = (services: Services): Route[] => {
    const { db, write, config, recordObservation, clock } = services;

    return [
        route('POST /api/admin/user/change-password', {
            operationId: 'changeMyPassword',
            summary: 'Change your password',
            description: 'Your other sessions end, and your personal access tokens are revoked.',
            access: 'authenticated',
            rateLimit: config.loginsPerMinute,
            body: OwnPassword,
            responds: { status: 200 },
            handler: async ({ actor, body, ip }) => {
                const id = requireUserId(actor);
                if (body.confirmPassword !== undefined && body.confirmPassword !== body.password) {
                    throw invalid('The passwords do not match.', '/body/confirmPassword');
                }
                const user = await findUser(db, id);
                const attempt = { login: actor.name, userId: id, address: ip, now: clock() };
                const checkId = await beginCheck(recordObservation, { ...attempt, method: 'password-change' });
                if (!(await passwordMatches(body.oldPassword ?? '', user?.password_hash))) throw wrongPassword();
                await endCheck(recordObservation, checkId);
                await write(actor, changePassword, {
                    id,
                    passwordHash: await hashNewPassword(db, id, body.password),
                });
            },
        }),
        route('POST /api/admin/user-admin/validate-password', {
            operationId: 'validateUserPassword',
            summary: 'Check whether a password is strong enough',
            access: 'authenticated',
            body: NewPassword,
            leavesNoEvent: true,
            responds: { status: 200 },
            handler: ({ body }) => demandStrength(body.password),
        }),
        route('POST /api/admin/user-admin/reset-password', {
            operationId: 'resetUserPassword',
            summary: 'Create a password reset link for a user',
            access: 'ADMIN',
            body: ResetLinkFor,
            responds: { status: 200, body: ResetLink },
            errors: [404],
            handler: async ({ actor, body }) => {
                const user = await findUserByLogin(db, body.id);
                if (!user) throw notFound(`user ${body.id}`);
                demandActive(user);
                return { resetPasswordUrl: newUserUrl(services, await write(actor, createResetLink, { id: user.id })) };
            },
        }),
        route('POST /api/admin/user-admin/:id/change-password', {
            operationId: 'changeUserPassword',
            summary: 'Set the password of a user',
            description: 'All sessions of the user end, and their personal access tokens are revoked.',
            access: 'ADMIN',
            params: UserParams,
            body: NewPassword,
            responds: { status: 200 },
            handler: async ({ actor, params, body }) => {
                demandStrength(body.password);
                await write(actor, changePassword, { ...params, passwordHash: await hashPassword(body.password) });
            },
        }),
    ];
};
