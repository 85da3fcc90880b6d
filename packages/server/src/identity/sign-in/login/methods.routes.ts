import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';

const route = routeWithTag('Sign-in');

const SignInMethods = Type.Object(
    {
        password: Type.Boolean({ description: 'Whether sign-in with a password is enabled' }),
        options: Type.Array(
            Type.Object({
                type: Type.Enum(['oidc', 'saml']),
                message: Type.String({ description: 'Label of the button' }),
                path: Type.String({ description: 'URL for the browser; accepts the query parameter `returnTo`' }),
            }),
            { description: 'Other enabled sign-in methods' },
        ),
    },
    { $id: 'signInMethods' },
);

const OTHERS = [
    { type: 'oidc', setting: 'oidcAuth', message: 'Sign in with OpenID Connect' },
    { type: 'saml', setting: 'samlAuth', message: 'Sign in with SAML' },
] as const;

export const methodRoutes = ({ config, settings }: Services): Route[] => [
    route('GET /auth/methods', {
        operationId: 'getSignInMethods',
        summary: 'List the sign-in methods',
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
