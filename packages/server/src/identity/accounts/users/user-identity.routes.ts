import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { getUser } from './user.queries.ts';
import { UserParams } from './user.schemas.ts';
import { deleteIdentities } from './user-identity.commands.ts';
import { listIdentities } from './user-identity.queries.ts';
import { UserIdentities } from './user-identity.schemas.ts';

const route = routeWithTag('Users');

export const userIdentityRoutes = ({ db, write }: Services): Route[] => [
    route('GET /api/admin/user-admin/:id/identities', {
        operationId: 'getUserIdentities',
        summary: 'List the identities of a user at identity providers',
        access: 'ADMIN',
        params: UserParams,
        responds: { status: 200, body: UserIdentities },
        handler: async ({ params }) => {
            const { id } = await getUser(db, params.id);
            return { identities: await listIdentities(db, id) };
        },
    }),
    route('DELETE /api/admin/user-admin/:id/identities', {
        operationId: 'forgetUserIdentities',
        summary: 'Delete the identities of a user at identity providers',
        description:
            'The next sign-in matches the user by e-mail address again. For identity providers that were set up again, and for e-mail addresses that were reassigned.',
        access: 'ADMIN',
        params: UserParams,
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, deleteIdentities, params),
    }),
];
