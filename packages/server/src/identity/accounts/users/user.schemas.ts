import { type Static, Type } from 'typebox';
import { PERMISSION_NAMES } from '../../../core/access/permissions.ts';
import { E_MAIL, PRINTABLE } from '../../../core/text/patterns.ts';
import { Body, DateTime, Nullable, Version } from '../../../http/route/schemas.ts';
import { Role } from '../roles/role.schemas.ts';
import { MAX_PASSWORD_LENGTH } from './password-rules.ts';

/** The maximum value of an id. */
export const MAX_ID = 2 ** 31 - 1;

export const User = Type.Object(
    {
        id: Type.Integer(),
        isAPI: Type.Optional(Type.Boolean({ deprecated: true })),
        name: Type.Optional(Nullable(Type.String())),
        email: Type.Optional(Type.String()),
        username: Type.Optional(Nullable(Type.String())),
        imageUrl: Type.Optional(Type.String()),
        inviteLink: Type.Optional(Type.String({ description: 'Link for setting a password; returned only once' })),
        loginAttempts: Type.Optional(
            Type.Integer({ description: 'Number of failed sign-ins since the last successful sign-in' }),
        ),
        emailSent: Type.Optional(Type.Boolean()),
        rootRole: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
        seenAt: Type.Optional(Nullable(DateTime('Time of the last sign-in'))),
        createdAt: Type.Optional(DateTime()),
        accountType: Type.Optional(Type.String({ description: 'User or Service Account' })),
        permissions: Type.Optional(Type.Array(Type.String(), { deprecated: true })),
        scimId: Type.Optional(Nullable(Type.String({ description: 'Only for users managed by SCIM' }))),
    },
    { $id: 'user' },
);
export type User = Static<typeof User>;

export const SignedInUser = Type.Object(
    {
        ...User.properties,
        deletedSessions: Type.Integer({
            description: 'Number of sessions that were ended because the limit was exceeded',
        }),
        activeSessions: Type.Integer({ description: 'Number of active sessions' }),
    },
    { $id: 'signedInUser' },
);

export const Users = Type.Object({ users: Type.Array(User), rootRoles: Type.Array(Role) }, { $id: 'users' });

export const UserParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: MAX_ID }) });

export const personName = Type.String({ maxLength: 255, pattern: PRINTABLE });
export const username = Type.String({ maxLength: 255, pattern: PRINTABLE });
export const email = Type.String({ maxLength: 254, pattern: E_MAIL });
export const password = Type.String({ maxLength: MAX_PASSWORD_LENGTH });
export const roleId = Type.Integer({ minimum: 1, maximum: MAX_ID });

const rootRole = (description: string) => Type.Union([roleId, Type.String({ maxLength: 100 })], { description });

export const NewUser = Body(
    {
        username: Type.Optional(username),
        email: Type.Optional(email),
        name: Type.Optional(personName),
        password: Type.Optional(password),
        rootRole: rootRole(
            'Id or name of a root role. Owner and Member create a Viewer with this role in the project default',
        ),
        sendEmail: Type.Optional(Type.Boolean({ default: true, description: 'Send a welcome e-mail with a link' })),
        projects: Type.Optional(
            Type.Array(Body({ id: Type.String({ minLength: 1, maxLength: 100 }), role: roleId }), {
                maxItems: 100,
                description: 'Projects in which the user gets a role, and the id of the role',
            }),
        ),
    },
    { $id: 'newUser' },
);
export type NewUser = Static<typeof NewUser>;

export const UserUpdate = Body(
    {
        name: Type.Optional(personName),
        email: Type.Optional(email),
        rootRole: Type.Optional(rootRole('The id or the name of a root role')),
    },
    { $id: 'userUpdate', description: 'Omitted or empty members are kept' },
);
export type UserUpdate = Static<typeof UserUpdate>;

export const ListedUser = Type.Object(
    {
        id: Type.Integer(),
        name: User.properties.name,
        username: User.properties.username,
        email: User.properties.email,
        imageUrl: User.properties.imageUrl,
        rootRole: Type.Optional(Type.Integer()),
    },
    { $id: 'listedUser' },
);
export const UserSearchResults = Type.Array(ListedUser, { $id: 'foundUsers' });

export const AccessCandidates = Type.Object(
    {
        users: Type.Array(ListedUser),
        groups: Type.Array(
            Type.Object({
                id: Type.Integer(),
                name: Type.String(),
                description: Nullable(Type.String()),
                userCount: Type.Integer(),
            }),
        ),
    },
    { $id: 'accessCandidates' },
);

export const AdministratorCount = Type.Object(
    {
        password: Type.Integer({ description: 'Number of administrators with a password' }),
        noPassword: Type.Integer({ description: 'Number of administrators without a password' }),
        service: Type.Integer({ description: 'Number of service accounts that are administrators' }),
    },
    { $id: 'administratorCount' },
);

export const InactiveUsers = Type.Object(
    {
        version: Version,
        inactiveUsers: Type.Array(
            Type.Object({
                id: Type.Integer(),
                name: Nullable(Type.String()),
                username: Nullable(Type.String()),
                email: Nullable(Type.String()),
                seenAt: Nullable(DateTime()),
                patSeenAt: Nullable(DateTime('Time of the last use of a personal access token of the user')),
                createdAt: DateTime(),
            }),
        ),
    },
    { $id: 'inactiveUsers' },
);

export const UserIds = Body({ ids: Type.Array(roleId, { maxItems: 1_000 }) }, { $id: 'userIds' });

export const CurrentUser = Type.Object(
    {
        user: User,
        permissions: Type.Array(
            Type.Object({
                permission: Type.Enum(PERMISSION_NAMES),
                project: Type.Optional(Type.String()),
                environment: Type.Optional(Type.String()),
            }),
        ),
        feedback: Type.Array(
            Type.Object({
                userId: Type.Integer(),
                neverShow: Type.Boolean(),
                given: Nullable(DateTime()),
                feedbackId: Type.String(),
            }),
        ),
        splash: Type.Record(Type.String(), Type.Boolean()),
    },
    { $id: 'currentUser' },
);

export const Profile = Type.Object(
    {
        rootRole: Type.Optional(Role),
        projects: Type.Array(Type.String(), { description: 'Projects in which you have a role' }),
        features: Type.Array(Type.String(), { deprecated: true }),
        groups: Type.Array(Type.String(), { description: 'Names of your groups' }),
        subscriptions: Type.Array(Type.String()),
        canChangePassword: Type.Boolean(),
    },
    { $id: 'profile' },
);

export const OwnRoles = Type.Object({ version: Version, roles: Type.Array(Role) }, { $id: 'ownRoles' });

const PermissionState = Type.Object({
    name: Type.String(),
    displayName: Type.String(),
    type: Type.String(),
    hasPermission: Type.Boolean(),
});

export const PermissionOverview = Type.Object(
    {
        overview: Type.Object({
            root: Type.Array(PermissionState),
            project: Type.Array(PermissionState),
            environment: Type.Array(PermissionState),
        }),
        user: User,
        rootRole: Type.Optional(Role),
        projectRoles: Type.Array(Role),
    },
    { $id: 'permissionOverview' },
);

export const NewPassword = Body({ password }, { $id: 'newPassword' });

export const OwnPassword = Body(
    { password, confirmPassword: Type.Optional(password), oldPassword: Type.Optional(password) },
    { $id: 'ownPassword' },
);

export const ResetLinkFor = Body(
    { id: Type.String({ minLength: 1, maxLength: 300, description: 'E-mail address or username' }) },
    { $id: 'resetLinkFor' },
);

export const ResetLink = Type.Object({ resetPasswordUrl: Type.String() }, { $id: 'resetLink' });
