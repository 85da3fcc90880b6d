import { Type } from 'typebox';
import { type Route, route } from '../../../http/route/route.ts';
import type { Services } from '../../../services.ts';

const SignInMethods = Type.Object(
    {
        password: Type.Boolean({ description: 'Whether signing in with a password is possible' }),
        options: Type.Array(
            Type.Object({
                type: Type.Enum(['oidc', 'saml']),
                message: Type.String({ description: 'What to write on the button' }),
                path: Type.String({ description: 'Where to send the browser; takes `returnTo`' }),
            }),
            { description: 'The other ways in that are switched on' },
        ),
    },
    { $id: 'signInMethods' },
);

const OTHERS = [
    { type: 'oidc', setting: 'oidcAuth', message: 'Sign in with OpenID Connect' },
    { type: 'saml', setting: 'samlAuth', message: 'Sign in with SAML' },
] as const;

export const methodRoutes = ({ config, settings }: Services): Route[] => [
    route({
        method: 'GET',
        path: '/auth/methods',
        operationId: 'getSignInMethods',
        summary: 'List the ways to sign in',
        tag: 'Sign-in',
        access: 'public',
        responds: { status: 200, body: SignInMethods },
        handler: () => ({
            password: !settings.get('simpleAuth').disabled,
            options: OTHERS.filter(({ setting }) => settings.get(setting).enabled).map(({ type, message }) => ({
                type,
                message,
                path: `${config.basePath}/auth/${type}/login`,
            })),
        }),
    }),
];
