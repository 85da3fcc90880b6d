import { type Static, Type } from 'typebox';
import { Body, DateTime, Nullable } from '../../../http/route/schemas.ts';
import { Role } from '../../accounts/roles/role.schemas.ts';
import { email, password, personName, User, username } from '../../accounts/users/user.schemas.ts';

export const SignupToken = Type.Object(
    {
        secret: Type.String(),
        url: Nullable(Type.String({ description: 'The signup link' })),
        name: Type.String(),
        enabled: Type.Boolean({ description: 'Always false once the token has expired' }),
        expiresAt: DateTime(),
        createdAt: DateTime(),
        createdBy: Nullable(Type.String()),
        users: Type.Optional(Nullable(Type.Array(User, { description: 'Users who signed up with the token' }))),
        role: Role,
    },
    { $id: 'publicSignupToken' },
);
export type SignupToken = Static<typeof SignupToken>;

export const SignupTokens = Type.Object({ tokens: Type.Array(SignupToken) }, { $id: 'publicSignupTokens' });

export const NewSignupToken = Body(
    {
        name: Type.String({ maxLength: 255 }),
        expiresAt: DateTime('At most one month in the future; later times are reduced to one month'),
    },
    { $id: 'newPublicSignupToken' },
);
export type NewSignupToken = Static<typeof NewSignupToken>;

export const SignupTokenUpdate = Body(
    { enabled: Type.Optional(Type.Boolean()), expiresAt: Type.Optional(DateTime()) },
    { $id: 'publicSignupTokenUpdate' },
);
export type SignupTokenUpdate = Static<typeof SignupTokenUpdate>;

export const SignupTokenParams = Type.Object({ token: Type.String({ maxLength: 200 }) });

export const Signup = Body({ name: personName, email, password, username: Type.Optional(username) }, { $id: 'signup' });
export type Signup = Static<typeof Signup>;
