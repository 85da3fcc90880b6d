import { Type } from 'typebox';
import { listFeedback, listSplashes } from '../../../admin/observations/feedback/feedback.queries.ts';
import type { Services } from '../../../app/services.ts';
import { ADMIN_TOKEN_USER_ID, may } from '../../../core/access/actor.ts';
import { authenticationRequired, noAccess } from '../../../core/errors/errors.ts';
import { versionOf } from '../../../core/settings/version.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { findRootRole } from './grant.queries.ts';
import { permissionOverview } from './permission-overview.queries.ts';
import { listRolesOf, readProfile } from './profile.queries.ts';
import { requireUserId } from './require-user-id.ts';
import { findUser, getUser, toUser } from './user.queries.ts';
import { CurrentUser, OwnRoles, PermissionOverview, Profile, UserParams } from './user.schemas.ts';

const route = routeWithTag('Users');

/** Routes with which users read their own data. */
export const userRoutes = ({ db, settings, changeFeed, snapshots }: Services): Route[] => [
    route('GET /api/admin/user', {
        operationId: 'getMe',
        summary: 'Read your user and permissions',
        description:
            'User interfaces call this endpoint first: subsequent responses have at least the revision in the header ' +
            '`Halyard-Revision`, and /api/admin/live streams the changes since this revision.',
        access: 'authenticated',
        responds: { status: 200, body: CurrentUser },
        handler: async ({ actor }, reply) => {
            reply.header('cache-control', 'no-store');
            const { epoch } = snapshots;
            reply.header('halyard-revision', versionOf(changeFeed.revision, { epoch, projects: undefined }));
            // The only listed permission of an administrator is ADMIN, because it includes all others.
            const isAdmin = actor.grants.some(({ permission }) => permission === 'ADMIN');
            const permissions = isAdmin ? [{ permission: 'ADMIN' as const }] : [...actor.grants];
            if (actor.userId === undefined) {
                const isAPI = actor.id === ADMIN_TOKEN_USER_ID;
                const user = { id: actor.id, isAPI, username: actor.name, imageUrl: '' };
                return { user, permissions, feedback: [], splash: {} };
            }
            const user = await findUser(db, actor.userId);
            if (!user) throw authenticationRequired('This user no longer exists. Sign in again.');
            const [rootRole, feedback, splash] = await Promise.all([
                findRootRole(db, user.id),
                listFeedback(db, user.id),
                listSplashes(db, user.id),
            ]);
            return {
                user: { ...toUser(user), ...(rootRole !== undefined && { rootRole }) },
                permissions,
                feedback,
                splash,
            };
        },
    }),
    route('GET /api/admin/user/profile', {
        operationId: 'getProfile',
        summary: 'Read your role, projects and groups',
        access: 'authenticated',
        responds: { status: 200, body: Profile },
        handler: async ({ actor }) => {
            const { hasPassword, ...profile } = await readProfile(db, requireUserId(actor));
            return { ...profile, canChangePassword: hasPassword && !settings.get('simpleAuth').disabled };
        },
    }),
    route('GET /api/admin/user/roles', {
        operationId: 'getUserRoles',
        summary: 'List your roles in the instance or in a project',
        access: 'authenticated',
        query: Type.Object({ projectId: Type.Optional(Type.String({ maxLength: 100 })) }),
        responds: { status: 200, body: OwnRoles },
        handler: async ({ actor, query }) => ({
            version: 1,
            roles: await listRolesOf(db, requireUserId(actor), query.projectId ?? null),
        }),
    }),
    route('GET /api/admin/user-admin/:id/permissions', {
        operationId: 'getUserPermissions',
        summary: 'List the permissions of a user in a project and an environment',
        description: 'Administrators can query all users; other users can query only themselves.',
        access: 'authenticated',
        params: UserParams,
        query: Type.Object({
            project: Type.Optional(Type.String({ maxLength: 100 })),
            environment: Type.Optional(Type.String({ maxLength: 100 })),
        }),
        responds: { status: 200, body: PermissionOverview },
        handler: async ({ actor, params, query }) => {
            if (actor.userId !== params.id && !may(actor, 'ADMIN')) throw noAccess(['ADMIN']);
            return permissionOverview(db, await getUser(db, params.id), query);
        },
    }),
];
