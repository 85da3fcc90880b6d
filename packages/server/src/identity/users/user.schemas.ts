import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../http/schemas.ts';

export const User = Type.Object(
    {
        id: Type.Integer(),
        isAPI: Type.Optional(Type.Boolean({ deprecated: true })),
        name: Type.Optional(Nullable(Type.String())),
        email: Type.Optional(Type.String()),
        username: Type.Optional(Nullable(Type.String())),
        imageUrl: Type.Optional(Type.String()),
        inviteLink: Type.Optional(Type.String()),
        loginAttempts: Type.Optional(Type.Integer()),
        emailSent: Type.Optional(Type.Boolean()),
        rootRole: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
        seenAt: Type.Optional(Nullable(DateTime())),
        createdAt: Type.Optional(DateTime()),
        accountType: Type.Optional(Type.String()),
        permissions: Type.Optional(Type.Array(Type.String(), { deprecated: true })),
        scimId: Type.Optional(Nullable(Type.String())),
    },
    { $id: 'user' },
);
export type User = Static<typeof User>;

export const CurrentUser = Type.Object(
    {
        user: User,
        permissions: Type.Array(
            Type.Object({
                permission: Type.String(),
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
