import { type Static, Type } from 'typebox';
import { Body, DateTime, Ignored } from '../../../http/route/schemas.ts';
import { PersonalToken } from '../personal-tokens/personal-token.schemas.ts';
import { Role } from '../roles/role.schemas.ts';
import { personName, roleId, username } from '../users/user.schemas.ts';

export const ServiceAccount = Type.Object(
    {
        id: Type.Integer(),
        isAPI: Type.Boolean({ deprecated: true }),
        name: Type.Optional(Type.String()),
        username: Type.Optional(Type.String()),
        imageUrl: Type.String(),
        rootRole: Type.Optional(Type.Integer()),
        seenAt: Type.Null({ deprecated: true }),
        createdAt: DateTime(),
        tokens: Type.Array(PersonalToken),
    },
    { $id: 'serviceAccount' },
);
export type ServiceAccount = Static<typeof ServiceAccount>;

export const ServiceAccounts = Type.Object(
    { serviceAccounts: Type.Array(ServiceAccount), rootRoles: Type.Array(Role) },
    { $id: 'serviceAccounts' },
);

export const NewServiceAccount = Body(
    {
        username: Type.Optional(username),
        name: Type.Optional(personName),
        rootRole: roleId,
    },
    { $id: 'newServiceAccount', description: 'If the username is omitted, it is generated from the name' },
);
export type NewServiceAccount = Static<typeof NewServiceAccount>;

export const ServiceAccountUpdate = Body(
    { name: Type.Optional(personName), rootRole: Type.Optional(roleId), username: Ignored(), id: Ignored() },
    { $id: 'serviceAccountUpdate', description: 'Omitted or empty members are kept' },
);
export type ServiceAccountUpdate = Static<typeof ServiceAccountUpdate>;

export const ServiceAccountParams = Type.Object({ id: roleId });
export const ServiceAccountTokenParams = Type.Object({ id: roleId, tokenId: roleId });
