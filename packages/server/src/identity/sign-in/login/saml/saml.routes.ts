import { Type } from 'typebox';
import type { Services } from '../../../../app/services.ts';
import { notAllowed } from '../../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../../http/route/route.ts';
import { beginSignIn, finishSignIn, storeForTicket, takeSignIn } from '../pending-sign-ins.ts';
import { ownPath, ReturnTo, redirect } from '../redirects.ts';
import { signInIdentity } from '../single-sign-on.ts';
import type { VerifiedIdentity } from '../verified-identity.ts';
import { beginSaml, demandEnabled, finishSaml, samlMetadata } from './saml-provider.ts';
import { isUnsolicited, readResponse } from './saml-response.ts';

const route = routeWithTag('Sign-in');

/** The size of a long response in base64 after URL encoding. */
const BODY_LIMIT = 160 * 1024;

const SamlResponseForm = Type.Object(
    { SAMLResponse: Type.Optional(Type.String()), RelayState: Type.Optional(Type.String()) },
    { $id: 'samlAnswer' },
);

export const samlRoutes = (services: Services): Route[] => {
    const { config, settings, publicUrl } = services;
    const sides = () => ({ settings: settings.get('samlAuth'), publicUrl: publicUrl() });

    return [
        route('GET /auth/saml/login', {
            operationId: 'samlLogin',
            summary: 'Sign in with SAML',
            description: 'Redirects the browser to the identity provider.',
            access: 'public',
            rateLimit: config.loginsPerMinute,
            query: ReturnTo,
            responds: { status: 302 },
            handler: (request, reply) =>
                redirect(reply, config.basePath, async () => {
                    const { id, url } = await beginSaml(sides());
                    const returnTo = ownPath(request.query.returnTo, config.basePath);
                    await beginSignIn(services, { id, kind: 'saml-request', content: null, returnTo }, request, reply);
                    return url;
                }),
        }),
        route('POST /auth/saml/callback', {
            operationId: 'samlCallback',
            summary: 'Handle the callback of the SAML identity provider',
            description:
                'Only a sign-in that was started here by the same browser can be completed; a sign-in that was started at the identity provider is redirected there again. On failure, redirects to the sign-in page with the reason in the query parameter `error`.',
            access: 'public',
            rateLimit: config.loginsPerMinute,
            takesForm: true,
            bodyLimit: BODY_LIMIT,
            body: SamlResponseForm,
            responds: { status: 303 },
            handler: ({ body }, reply) =>
                redirect(reply, config.basePath, async () => {
                    demandEnabled(sides().settings);
                    const response = readResponse(body.SAMLResponse ?? '');
                    if (isUnsolicited(response, body.RelayState)) return `${config.basePath}/auth/saml/login`;
                    let pending: Awaited<ReturnType<typeof takeSignIn<null>>>;
                    const proven = await finishSaml(sides(), response, async (id) => {
                        pending = await takeSignIn<null>(services, { id, kind: 'saml-request' });
                        return pending !== undefined;
                    });
                    if (!pending)
                        throw notAllowed('This response belongs to no sign-in that was started here. Try again.');
                    // Browsers do not send our cookies with a cross-site POST of the provider's page. They send them after a redirect.
                    const ticket = await storeForTicket<VerifiedIdentity>(services, { ...pending, content: proven });
                    return `${config.basePath}/auth/saml/finish?${new URLSearchParams({ ticket })}`;
                }),
        }),
        route('GET /auth/saml/finish', {
            operationId: 'samlFinish',
            summary: 'Start the session after the callback of the SAML identity provider',
            access: 'public',
            rateLimit: config.loginsPerMinute,
            query: Type.Object({ ticket: Type.String({ maxLength: 200 }) }),
            responds: { status: 302 },
            handler: (request, reply) =>
                redirect(reply, config.basePath, async () => {
                    const { content: proven, returnTo } = await finishSignIn<VerifiedIdentity>(
                        services,
                        { id: request.query.ticket, kind: 'saml-ticket' },
                        request,
                    );
                    const method = 'saml';
                    await signInIdentity(
                        services,
                        { method, settings: sides().settings, identity: proven },
                        request,
                        reply,
                    );
                    return returnTo;
                }),
        }),
        route('GET /auth/saml/metadata', {
            operationId: 'getSamlMetadata',
            summary: 'Read the SAML service provider metadata',
            access: 'public',
            responds: { status: 200, body: Type.String(), contentType: 'application/samlmetadata+xml' },
            handler: (_request, reply) => {
                reply.header('content-type', 'application/samlmetadata+xml');
                return samlMetadata(sides());
            },
        }),
        ...(['GET', 'POST'] as const).map((method) =>
            route(`${method} /auth/saml/logout/done`, {
                operationId: method === 'GET' ? 'samlSignedOut' : 'samlSignedOutByForm',
                summary: 'Handle the sign-out callback of the SAML identity provider',
                description:
                    'The session of this service has already ended, so the response of the identity provider has no effect.',
                access: 'public',
                ...(method === 'POST' && { takesForm: true, bodyLimit: BODY_LIMIT, body: SamlResponseForm }),
                responds: { status: 303 },
                handler: (_request, reply) => reply.header('location', `${config.basePath}/`),
            }),
        ),
    ];
};
