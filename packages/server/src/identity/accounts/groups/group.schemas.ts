import { type Static, Type } from 'typebox';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';
import { roleId, User } from '../users/user.schemas.ts';

export const GroupUser = Type.Object({
    joinedAt: DateTime(),
    createdBy: Nullable(Type.String()),
    user: User,
});
export type GroupUser = Static<typeof GroupUser>;

export const Group = Type.Object(
    {
        id: Type.Integer(),
        name: Type.String(),
        description: Nullable(Type.String()),
        mappingsSSO: Type.Array(Type.String(), {
            description: 'Groups of the identity provider that are mapped to this group',
        }),
        rootRole: Nullable(Type.Integer({ description: 'Root role of all members' })),
        createdBy: Nullable(Type.String()),
        createdAt: Nullable(DateTime()),
        users: Type.Array(GroupUser),
        projects: Type.Array(Type.String(), { description: 'Projects in which the group has a role' }),
        userCount: Type.Integer(),
        scimId: Nullable(Type.String()),
    },
    { $id: 'group' },
);
export type Group = Static<typeof Group>;

export const Groups = Type.Object({ groups: Type.Array(Group) }, { $id: 'groups' });

const members = {
    name: Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
    }),
    description: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
    mappingsSSO: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 500 })),
    rootRole: Type.Optional(Nullable(roleId)),
    users: Type.Optional(
        Type.Array(
            // Tools send members back as they read them; only the id is used.
            Type.Object(
                { user: Type.Object({ id: roleId }, { additionalProperties: true }) },
                { additionalProperties: true },
            ),
            { maxItems: 5_000 },
        ),
    ),
    id: Ignored(),
    createdBy: Ignored(),
    createdAt: Ignored(),
    projects: Ignored(),
    userCount: Ignored(),
    scimId: Ignored(),
};

export const NewGroup = Body(members, { $id: 'newGroup' });
export type NewGroup = Static<typeof NewGroup>;

export const GroupUpdate = Body(members, {
    $id: 'groupUpdate',
    description: 'Replaces the group; omitted properties are kept',
});
export type GroupUpdate = Static<typeof GroupUpdate>;

export const GroupParams = Type.Object({ groupId: roleId });
