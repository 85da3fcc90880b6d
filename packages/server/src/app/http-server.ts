import { join } from 'node:path';
import type { Logger } from 'pino';
import { ANONYMOUS_SDK } from '../core/access/actor.ts';
import { openApiDocument } from '../http/route/openapi.ts';
import type { Route } from '../http/route/route.ts';
import { CallerAddresses } from '../http/server/caller-address.ts';
import { createHttpMetrics, type HttpMetrics } from '../http/server/metrics.ts';
import { isOwnHost } from '../http/server/own-host.ts';
import { createServer, type HttpServer } from '../http/server/server.ts';
import { listeningOf } from '../http/server/server-options.ts';
import { tracedRequests } from '../http/server/traced-requests.ts';
import { apiReferencePages } from '../http/static/api-reference.ts';
import { docsPages } from '../http/static/static-docs.ts';
import { uiPages } from '../http/static/static-ui.ts';
import { createAuthenticate } from '../identity/authenticate.ts';
import { sessionSecretIn } from '../identity/sign-in/login/session-cookie.ts';
import { directoryOf } from '../identity/sign-in/scim/stored-scim.ts';
import { proveWithHeader } from '../identity/sign-in/second-factor/prove-second-factor.ts';
import type { MetricSource } from '../telemetry/metric.ts';
import type { Tracer } from '../telemetry/otlp/tracer.ts';
import type { ComposedServices } from './compose-services.ts';

export interface HttpServerOptions {
    routes: Route[];
    metricSources: readonly MetricSource[];
    log: Logger;
    tracer: Tracer | undefined;
    /** Requests wait until this promise resolves. */
    started: Promise<void>;
    lingerMs: number;
    /** The folder of the built UI. */
    uiFolder: string;
    /** Called for every response: tests check that its status was declared. */
    onResponse?: HttpMetrics['onResponse'] | undefined;
}

/** Creates the HTTP server with the routes, metrics, API documentation, user documentation and UI. It does not listen yet. */
export function createHttpServer(
    { services, tokens, personalTokens }: ComposedServices,
    { routes, metricSources, log, tracer, started, lingerMs, uiFolder, onResponse }: HttpServerOptions,
): HttpServer {
    const { config, db, settings, sessions, projectIndex, eventStreams } = services;
    const metrics = createHttpMetrics(metricSources);
    const addresses = new CallerAddresses(config.trustedProxies, (address) =>
        log.warn(
            { address },
            'the X-Forwarded-For header of this client is not trusted. If the client is your proxy, set TRUSTED_PROXIES',
        ),
    );
    const info = { version: services.version, basePath: config.basePath };
    const pages = { basePath: config.basePath, strictTransport: config.secureHeaders };
    return createServer(routes, {
        ...listeningOf(config),
        logger: log,
        started,
        lingerMs,
        authenticate: createAuthenticate({
            db,
            tokens,
            personalTokens,
            sessions,
            directoryOf: (secret) => directoryOf(settings.get('scim'), secret),
            secondFactorSetting: () => settings.get('secondFactor'),
            everyoneIsAdmin: config.authType === 'none',
        }),
        proveSecondFactor: (actor, code, address) => proveWithHeader(services, actor, code, address),
        isOwnOrigin: (origin, host) => origin === new URL(services.publicUrl()).origin || origin.endsWith(`//${host}`),
        isOwnHost: (host) => config.authType !== 'none' || isOwnHost(host, services.publicUrl()),
        tokens,
        addressOf: (request) => addresses.of(request),
        eventStreams,
        maxExpensiveRequests: config.maxExpensiveRequests,
        internalClient: services.internalClient,
        cors: {
            origins: () => settings.get('cors').frontendApiOrigins,
            maxAgeSeconds: config.corsMaxAgeSeconds,
        },
        sdkWithoutToken: config.authType === 'none' ? ANONYMOUS_SDK : undefined,
        isStale: () => services.changeFeed.isStale,
        isInMaintenance: () => settings.get('maintenance').enabled,
        projectExists: (id) => projectIndex.exists(id),
        ...(tracer && { traced: tracedRequests(tracer) }),
        onResponse: (response) => {
            metrics.onResponse(response);
            onResponse?.(response);
        },
        pages: [
            metrics.page,
            ...(config.serveOpenApi ? apiReferencePages(() => openApiDocument(routes, info), pages) : []),
            ...docsPages({ ...pages, folder: join(uiFolder, 'docs') }),
            ...uiPages({
                ...pages,
                folder: uiFolder,
                isSignedOut: (cookies) => config.authType !== 'none' && sessionSecretIn(cookies) === undefined,
            }),
        ],
    });
}
