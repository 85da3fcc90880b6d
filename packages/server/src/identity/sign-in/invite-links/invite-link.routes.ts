import type { Services } from '../../../app/services.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import { ROLE_ID } from '../../../core/access/permissions.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { hashPassword } from '../../accounts/users/password.ts';
import { demandStrength } from '../../accounts/users/password-rules.ts';
import { toUser } from '../../accounts/users/user.queries.ts';
import { User } from '../../accounts/users/user.schemas.ts';
import { createSignupToken, signUp, updateSignupToken } from './invite-link.commands.ts';
import { getSignupToken, getUsableSignupToken, listSignupTokens } from './invite-link.queries.ts';
import {
    NewSignupToken,
    Signup,
    SignupToken,
    SignupTokenParams,
    SignupTokens,
    SignupTokenUpdate,
} from './invite-link.schemas.ts';

const route = routeWithTag('Public signup');
/** A whole team may share one IP address. A higher limit is safe because the secret of a link cannot be guessed. */
const SIGNUPS_PER_MINUTE = 100;

export const inviteLinkRoutes = ({ db, write, clock, publicUrl, mails }: Services): Route[] => {
    const at = () => ({ publicUrl: publicUrl(), now: clock().toISOString() });

    return [
        route('GET /api/admin/invite-link/tokens', {
            operationId: 'getAllPublicSignupTokens',
            summary: 'List all signup tokens',
            access: 'ADMIN',
            responds: { status: 200, body: SignupTokens },
            handler: async () => ({ tokens: await listSignupTokens(db, at()) }),
        }),
        route('POST /api/admin/invite-link/tokens', {
            operationId: 'createPublicSignupToken',
            summary: 'Create a signup link for new Viewers',
            access: 'ADMIN',
            body: NewSignupToken,
            responds: { status: 201, body: SignupToken },
            handler: async ({ actor, body }, reply) => {
                const secret = await write(actor, createSignupToken, body);
                reply.header('location', `tokens/${secret}`);
                return getSignupToken(db, secret, at());
            },
        }),
        route('GET /api/admin/invite-link/tokens/:token', {
            operationId: 'getPublicSignupToken',
            summary: 'Read one signup token',
            access: 'ADMIN',
            params: SignupTokenParams,
            responds: { status: 200, body: SignupToken },
            handler: ({ params }) => getSignupToken(db, params.token, at()),
        }),
        route('PUT /api/admin/invite-link/tokens/:token', {
            operationId: 'updatePublicSignupToken',
            summary: 'Enable or disable a signup token, or set its expiry',
            access: 'ADMIN',
            params: SignupTokenParams,
            body: SignupTokenUpdate,
            responds: { status: 200, body: SignupToken },
            handler: async ({ actor, params, body }) => {
                if (body.enabled === undefined && body.expiresAt === undefined) {
                    throw invalid('Send `enabled`, `expiresAt`, or both.', '/body');
                }
                await write(actor, updateSignupToken, { ...params, ...body });
                return getSignupToken(db, params.token, at());
            },
        }),
        route('GET /invite/:token/validate', {
            operationId: 'validatePublicSignupToken',
            summary: 'Check whether a signup link is valid',
            access: 'public',
            rateLimit: SIGNUPS_PER_MINUTE,
            params: SignupTokenParams,
            responds: { status: 200 },
            errors: [],
            handler: async ({ params }) => {
                await getUsableSignupToken(db, params.token, clock().toISOString());
            },
        }),
        route('POST /invite/:token/signup', {
            operationId: 'addPublicSignupTokenUser',
            summary: 'Sign up with a signup link',
            description:
                'If e-mail is configured, the address must be verified: the user sets the password with a link sent by e-mail, and the password of the request is ignored. The response then contains `emailSent`.',
            access: 'public',
            rateLimit: SIGNUPS_PER_MINUTE,
            leavesEvent: true,
            params: SignupTokenParams,
            body: Signup,
            responds: { status: 201, body: User },
            errors: [],
            handler: async ({ params, body: { password, ...input } }) => {
                // The link is checked first, so that requests without an invitation cause no expensive work.
                await getUsableSignupToken(db, params.token, clock().toISOString());
                demandStrength(password);
                const { user, mailId } = await write(SYSTEM_ACTOR, signUp, {
                    ...params,
                    ...input,
                    ...(!mails.isEnabled && { passwordHash: await hashPassword(password) }),
                });
                return {
                    ...toUser(user),
                    rootRole: ROLE_ID.viewer,
                    ...(mailId !== undefined && { emailSent: await mails.isSentSoon(mailId) }),
                };
            },
        }),
    ];
};
