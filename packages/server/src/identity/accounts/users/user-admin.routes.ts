import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { shortStepOf } from '../../../changes/change.ts';
import { serialiseBatches } from '../../../http/bodies/serialised-list.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { listGroupNames } from '../groups/group.queries.ts';
import { listRoles } from '../roles/role.queries.ts';
import { findRootRole } from './grant.queries.ts';
import { newUserUrl } from './new-user-url.ts';
import { hashPassword } from './password.ts';
import { createUser, updateUser } from './user.commands.ts';
import {
    countAdministrators,
    getUser,
    listInactiveUsers,
    readUsers,
    searchUsers,
    toListedUser,
    toUser,
    toUserWithRole,
} from './user.queries.ts';
import {
    AccessCandidates,
    AdministratorCount,
    InactiveUsers,
    ListedUser,
    NewUser,
    User,
    UserIds,
    UserParams,
    UserSearchResults,
    Users,
    UserUpdate,
} from './user.schemas.ts';
import { deleteInactiveUsers, deleteManagedUsers, deleteUser } from './user-removal.commands.ts';

const route = routeWithTag('Users');
/** Shorter texts would match almost every name. */
const MIN_SEARCH = 2;

export const userAdminRoutes = (services: Services): Route[] => {
    const { db, write, config, clock, mails } = services;
    const inactiveSince = () => new Date(clock().getTime() - config.inactivityDays * 86_400_000).toISOString();

    return [
        route('GET /api/admin/user-admin', {
            operationId: 'getUsers',
            summary: 'List all users and the root roles they can have',
            access: 'ADMIN',
            responds: { status: 200, body: Users },
            handler: async () => {
                const [users, rootRoles] = await Promise.all([
                    // Password links are shown once, to their creator.
                    serialiseBatches(
                        User,
                        readUsers(db, (user) => Object.assign(toUserWithRole(user), { inviteLink: '' })),
                    ),
                    listRoles(db, 'root'),
                ]);
                return { users, rootRoles };
            },
        }),
        route('POST /api/admin/user-admin', {
            operationId: 'createUser',
            summary: 'Create a user',
            description:
                '`emailSent` is true if the mail server accepted the welcome e-mail; otherwise sending is retried.',
            access: 'ADMIN',
            rateLimit: config.usersPerMinute,
            body: NewUser,
            responds: { status: 201, body: User },
            handler: async ({ actor, body: { password, sendEmail = true, ...input } }, reply) => {
                const newUser = {
                    ...input,
                    sendEmail: sendEmail && mails.isEnabled,
                    ...(password && { passwordHash: await hashPassword(password) }),
                };
                const { user, resetSecret, mailId } = await write(actor, shortStepOf(createUser, newUser));
                reply.header('location', String(user.id));
                return {
                    ...toUser(user),
                    rootRole: input.rootRole,
                    inviteLink: newUserUrl(services, resetSecret),
                    emailSent: mailId !== undefined && (await mails.isSentSoon(mailId)),
                };
            },
        }),
        route('GET /api/admin/user-admin/search', {
            operationId: 'searchUsers',
            summary: 'Find users by name, username or e-mail address',
            access: 'authenticated',
            query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 300 })) }),
            responds: { status: 200, body: UserSearchResults },
            handler: async ({ query: { q = '' } }) => {
                const users = q.trim().length < MIN_SEARCH ? [] : await searchUsers(db, q.trim());
                return users.map((user) => ({
                    ...toListedUser(user),
                    ...(user.root_role !== null && { rootRole: user.root_role }),
                }));
            },
        }),
        route('GET /api/admin/user-admin/access', {
            operationId: 'getBaseUsersAndGroups',
            summary: 'List the users and groups that can be given access to a project',
            access: 'authenticated',
            responds: { status: 200, body: AccessCandidates },
            handler: async () => {
                const [users, groups] = await Promise.all([
                    serialiseBatches(ListedUser, readUsers(db, toListedUser)),
                    listGroupNames(db),
                ]);
                return { users, groups };
            },
        }),
        route('GET /api/admin/user-admin/admin-count', {
            operationId: 'getAdminCount',
            summary: 'Count the administrators',
            access: 'ADMIN',
            responds: { status: 200, body: AdministratorCount },
            handler: () => countAdministrators(db),
        }),
        route('GET /api/admin/user-admin/inactive', {
            operationId: 'getInactiveUsers',
            summary: 'List inactive users',
            access: 'ADMIN',
            responds: { status: 200, body: InactiveUsers },
            handler: async () => {
                const users = await listInactiveUsers(db, inactiveSince());
                return {
                    version: 1,
                    inactiveUsers: users.map(({ seen_at, token_seen_at, created_at, ...user }) => ({
                        ...user,
                        seenAt: seen_at,
                        patSeenAt: token_seen_at,
                        createdAt: created_at,
                    })),
                };
            },
        }),
        route('POST /api/admin/user-admin/inactive/delete', {
            operationId: 'deleteInactiveUsers',
            summary: 'Delete inactive users',
            description: 'Users who are not inactive, or no longer inactive, are skipped.',
            access: 'ADMIN',
            body: UserIds,
            responds: { status: 200 },
            errors: [409],
            handler: ({ actor, body }) => write(actor, deleteInactiveUsers, { ...body, since: inactiveSince() }),
        }),
        route('DELETE /api/admin/user-admin/scim-users', {
            operationId: 'deleteScimUsers',
            summary: 'Delete all users managed by SCIM',
            description: 'For instances that switch to another directory or stop using SCIM.',
            access: 'ADMIN',
            responds: { status: 200 },
            errors: [409],
            handler: ({ actor }) => write(actor, deleteManagedUsers, undefined),
        }),
        route('GET /api/admin/user-admin/:id', {
            operationId: 'getUser',
            summary: 'Read one user',
            access: 'ADMIN',
            params: UserParams,
            responds: { status: 200, body: User },
            handler: async ({ params }) => {
                const user = await getUser(db, params.id);
                return toUserWithRole({ ...user, root_role: (await findRootRole(db, user.id)) ?? null });
            },
        }),
        route('PUT /api/admin/user-admin/:id', {
            operationId: 'updateUser',
            summary: 'Change a user',
            description: 'A change of the root role ends all sessions of the user.',
            access: 'ADMIN',
            params: UserParams,
            body: UserUpdate,
            responds: { status: 200, body: User },
            errors: [404, 409],
            handler: async ({ actor, params, body }) => {
                const { user, rootRole } = await write(actor, updateUser, { ...params, ...body });
                return toUserWithRole({ ...user, root_role: rootRole ?? null });
            },
        }),
        route('DELETE /api/admin/user-admin/:id', {
            operationId: 'deleteUser',
            summary: 'Delete a user',
            access: 'ADMIN',
            params: UserParams,
            responds: { status: 200 },
            errors: [404, 409],
            handler: ({ actor, params }) => write(actor, deleteUser, params),
        }),
    ];
};
