import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { UserParams } from '../users/user.schemas.ts';
import { resetSecondFactors } from './second-factor.commands.ts';
import { listUsersWithSecondFactors } from './second-factor.queries.ts';
import { SecondFactorSettings, UsersWithSecondFactors } from './second-factor.schemas.ts';
import { changeSecondFactorSettings } from './second-factor-settings.commands.ts';

const route = routeWithTag('Second factors');

export const secondFactorAdminRoutes = ({ db, write, settings }: Services): Route[] => [
    route('GET /api/admin/second-factors', {
        operationId: 'getSecondFactors',
        summary: 'List the users who have a second factor',
        access: 'ADMIN',
        responds: { status: 200, body: UsersWithSecondFactors },
        handler: async () => ({ users: await listUsersWithSecondFactors(db) }),
    }),
    route('DELETE /api/admin/user-admin/:id/second-factors', {
        operationId: 'resetSecondFactors',
        summary: 'Remove all second factors of a user',
        description:
            'For users who have lost them. Their sessions end. Administrators need a fresh second factor to remove their own.',
        access: 'ADMIN',
        params: UserParams,
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, resetSecondFactors, params),
    }),
    route('GET /api/admin/auth/second-factor/settings', {
        operationId: 'getSecondFactorSettings',
        summary: 'Read who needs a second factor',
        access: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
        responds: { status: 200, body: SecondFactorSettings },
        handler: () => settings.get('secondFactor'),
    }),
    route('PUT /api/admin/auth/second-factor/settings', {
        operationId: 'setSecondFactorSettings',
        summary: 'Change who needs a second factor',
        description:
            'Needs a fresh second factor of the caller. Users who must have one and have none can do nothing else until they add one.',
        access: 'ADMIN',
        body: SecondFactorSettings,
        responds: { status: 200, body: SecondFactorSettings },
        handler: async ({ actor, body }) => {
            await write(actor, changeSecondFactorSettings, body);
            return settings.get('secondFactor');
        },
    }),
];
