import { Type } from 'typebox';
import type { Services } from '../../../../app/services.ts';
import { type Route, routeWithTag } from '../../../../http/route/route.ts';
import { beginSignIn, finishSignIn } from '../pending-sign-ins.ts';
import { ownPath, ReturnTo, redirect } from '../redirects.ts';
import { signInIdentity } from '../single-sign-on.ts';
import type { OidcChecks } from './oidc-client.ts';

const route = routeWithTag('Sign-in');

const member = () => Type.Optional(Type.String({ maxLength: 10_000 }));

export const oidcRoutes = (services: Services): Route[] => {
    const { config, settings, oidc } = services;

    return [
        route('GET /auth/oidc/login', {
            operationId: 'oidcLogin',
            summary: 'Sign in with OpenID Connect',
            description: 'Redirects the browser to the identity provider.',
            access: 'public',
            rateLimit: config.loginsPerMinute,
            query: ReturnTo,
            responds: { status: 302 },
            handler: (request, reply) =>
                redirect(reply, config.basePath, async () => {
                    const { url, checks } = await oidc.begin();
                    const returnTo = ownPath(request.query.returnTo, config.basePath);
                    await beginSignIn(
                        services,
                        { id: checks.state, kind: 'oidc', content: checks, returnTo },
                        request,
                        reply,
                    );
                    return url;
                }),
        }),
        route('GET /auth/oidc/callback', {
            operationId: 'oidcCallback',
            summary: 'Handle the callback of the OpenID Connect identity provider',
            description:
                'Starts a session. On failure, redirects to the sign-in page with the reason in the query parameter `error`.',
            access: 'public',
            rateLimit: config.loginsPerMinute,
            query: Type.Object({
                code: member(),
                state: member(),
                iss: member(),
                error: member(),
                error_description: member(),
            }),
            responds: { status: 302 },
            handler: (request, reply) =>
                redirect(reply, config.basePath, async () => {
                    const { code, state, iss, error, error_description } = request.query;
                    const pending = await finishSignIn<OidcChecks>(
                        services,
                        { id: state ?? '', kind: 'oidc' },
                        request,
                    );
                    const response = Object.entries({ code, state, iss, error, error_description }).filter(
                        (entry): entry is [string, string] => entry[1] !== undefined,
                    );
                    const proven = await oidc.finish(Object.fromEntries(response), pending.content);
                    await signInIdentity(
                        services,
                        { method: 'oidc', settings: settings.get('oidcAuth'), identity: proven },
                        request,
                        reply,
                    );
                    return pending.returnTo;
                }),
        }),
    ];
};
