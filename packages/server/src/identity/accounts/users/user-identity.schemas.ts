import { type Static, Type } from 'typebox';
import { DateTime } from '../../../http/route/schemas.ts';

export const UserIdentity = Type.Object(
    {
        authType: Type.Enum(['oidc', 'saml']),
        issuer: Type.String({ description: 'The identity provider' }),
        subject: Type.String({ description: 'What it knows the user by' }),
        createdAt: DateTime('When the user first came from there'),
    },
    { $id: 'userIdentity' },
);
export type UserIdentity = Static<typeof UserIdentity>;

export const UserIdentities = Type.Object({ identities: Type.Array(UserIdentity) }, { $id: 'userIdentities' });
