import type { Services } from '../../../app/services.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import { ROLE_ID } from '../../../core/access/permissions.ts';
import { notAllowed } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { listGrants } from '../../accounts/users/grant.queries.ts';
import { beginLogin } from '../../accounts/users/login-attempts.ts';
import { insertUser } from '../../accounts/users/user.commands.ts';
import { findUserByLogin } from '../../accounts/users/user.queries.ts';
import { SignedInUser } from '../../accounts/users/user.schemas.ts';
import { DemoLogin } from './login.schemas.ts';
import { signIn } from './sign-in.ts';

const route = routeWithTag('Sign-in');

/** Sign-in with only an e-mail address, for public demo instances. The routes exist only with AUTH_TYPE=demo. */
export const demoRoutes = (services: Services): Route[] => {
    const { db, write, recordObservation, config, clock } = services;
    if (config.authType !== 'demo') return [];

    return [
        route('POST /auth/demo/login', {
            operationId: 'demoLogin',
            summary: 'Sign in with an e-mail address alone',
            description:
                'New users become Editors. Administrators and users with a password must sign in with the password.',
            access: 'public',
            rateLimit: config.loginsPerMinute,
            leavesEvent: true,
            body: DemoLogin,
            responds: { status: 200, body: SignedInUser },
            errors: [403],
            handler: async (request, reply) => {
                const { email } = request.body;
                const known = await findUserByLogin(db, email);
                if (known && (known.password_hash !== null || (await isAdministrator(known.id)))) {
                    throw notAllowed('This user has a password. Sign in with the password.');
                }
                const user =
                    known ??
                    (await write(SYSTEM_ACTOR, insertUser, { email, rootRole: ROLE_ID.editor, unproven: true }));
                const loginId = await beginLogin(recordObservation, {
                    login: email,
                    userId: user.id,
                    address: request.ip,
                    method: 'demo',
                    now: clock(),
                });
                return signIn(services, { user, loginId, authentication: { method: 'demo' } }, request, reply);
            },
        }),
    ];

    async function isAdministrator(userId: number): Promise<boolean> {
        return (await listGrants(db, userId)).some(({ permission }) => permission === 'ADMIN');
    }
};
