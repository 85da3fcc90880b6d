import { type Static, Type } from 'typebox';
import { DateTime } from '../../../http/route/schemas.ts';

export const UserIdentity = Type.Object(
    {
        authType: Type.Enum(['oidc', 'saml']),
        issuer: Type.String({ description: 'The identity provider' }),
        subject: Type.String({ description: 'Id of the user at the identity provider' }),
        createdAt: DateTime('Time of the first sign-in with the identity provider'),
    },
    { $id: 'userIdentity' },
);
export type UserIdentity = Static<typeof UserIdentity>;

export const UserIdentities = Type.Object({ identities: Type.Array(UserIdentity) }, { $id: 'userIdentities' });
