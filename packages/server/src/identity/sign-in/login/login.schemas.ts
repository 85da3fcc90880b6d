import { type Static, Type } from 'typebox';
import { PRINTABLE } from '../../../core/text/patterns.ts';
import { Body, DateTime, Nullable } from '../../../http/route/schemas.ts';
import { MAX_PASSWORD_LENGTH } from '../../accounts/users/password-rules.ts';

export const Login = Body(
    {
        // Names contain no control characters, and the input appears in the login history.
        username: Type.String({
            minLength: 1,
            maxLength: 300,
            pattern: PRINTABLE,
            description: 'The username, or the e-mail address',
        }),
        password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
    },
    { $id: 'login' },
);

export const SignedOut = Type.Object(
    { location: Type.String({ description: 'URL to which the browser is redirected' }) },
    { $id: 'signedOut' },
);

export const DemoLogin = Body({ email: Type.String({ maxLength: 254, format: 'email' }) }, { $id: 'demoLogin' });

export const LoginAttempt = Type.Object(
    {
        id: Type.Integer(),
        username: Type.String({ description: 'The entered username in lower case' }),
        userId: Nullable(Type.Integer({ description: 'The user with this name, if one exists' })),
        ip: Type.String(),
        authType: Type.String(),
        successful: Type.Boolean(),
        createdAt: DateTime(),
    },
    { $id: 'loginAttempt' },
);
export type LoginAttempt = Static<typeof LoginAttempt>;

export const LoginHistory = Type.Object({ events: Type.Array(LoginAttempt) }, { $id: 'loginHistory' });

export const ResetToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });

export const UserOfResetLink = Type.Object(
    {
        id: Type.Integer(),
        name: Type.Optional(Type.String()),
        username: Type.Optional(Type.String()),
        email: Type.Optional(Type.String()),
        token: Type.String(),
    },
    { $id: 'userOfResetLink' },
);

export const PasswordByLink = Body(
    {
        token: Type.String({ minLength: 1, maxLength: 200 }),
        password: Type.String({ maxLength: MAX_PASSWORD_LENGTH }),
    },
    { $id: 'passwordByLink' },
);

export const ResetMailFor = Body({ email: Type.String({ minLength: 1, maxLength: 254 }) }, { $id: 'resetMailFor' });

export const PasswordToCheck = Body(
    { password: Type.String({ maxLength: MAX_PASSWORD_LENGTH }) },
    { $id: 'passwordToCheck' },
);
