import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '../config/setting.ts';
import type { Actor } from '../core/access/actor.ts';
import { portProblem } from '../core/errors/start-error.ts';
import { AddressSet } from '../core/network/address-set.ts';
import { edgeDeliveryRoutes } from '../delivery/delivery.routes.ts';
import type { DeliveryServices } from '../delivery/delivery-services.ts';
import type { Route } from '../http/route/route.ts';
import { CallerAddresses } from '../http/server/caller-address.ts';
import type { HttpMetrics } from '../http/server/metrics.ts';
import { closeWithin, createServer } from '../http/server/server.ts';
import { listeningOf } from '../http/server/server-options.ts';
import { tracedRequests } from '../http/server/traced-requests.ts';
import type { EventStreams } from '../http/streams/event-streams.ts';
import { fileOf, type ServingConfig, trustedProxiesOf } from './config/edge-config.ts';
import type { EdgeRuntime } from './edge-runtime.ts';

export interface ServingOptions {
    config: ServingConfig;
    delivery: DeliveryServices;
    /** Routes that only an edge has. */
    ownRoutes: readonly Route[];
    eventStreams: EventStreams;
    metrics: HttpMetrics;
    /** Returns the actor of a token. */
    identify: (secret: string) => Promise<Actor | undefined>;
    runtime: EdgeRuntime;
}

export interface Serving {
    url: string;
    /** The address with TLS, if TLS is enabled. */
    tlsUrl?: string | undefined;
    close(): Promise<void>;
}

/** Listens as configured: the same routes at one address, or at two if one of them uses TLS. */
export async function serve(options: ServingOptions): Promise<Serving> {
    const { config } = options;
    const routes = routesOf(options);
    const tls = config.tlsEnable ? tlsOf(config) : undefined;
    if (config.redirectToTls && !tls) throw new ConfigError('REDIRECT_HTTP_TO_HTTPS needs TLS_ENABLE too.');
    const secure = tls && (await listen(routes, options, config.tlsPort, { tls }));
    const redirectPort = config.redirectToTls && secure ? new URL(secure.url).port : undefined;
    const plain = await listen(routes, options, config.httpPort, { redirectPort }).catch(async (error: unknown) => {
        await secure?.close();
        throw error;
    });
    return {
        url: plain.url,
        tlsUrl: secure?.url,
        close: async () => void (await Promise.all([plain.close(), secure?.close()])),
    };
}

const routesOf = ({ config, delivery, ownRoutes }: ServingOptions): Route[] => [
    ...edgeDeliveryRoutes(delivery, { hasAllFlags: !config.disableAll }),
    ...ownRoutes,
];

/** The header in which SDKs send the token; empty: Authorization. */
const tokenHeaderOf = ({ tokenHeader, edgeAuthHeader }: ServingConfig) => tokenHeader || edgeAuthHeader;

async function listen(
    routes: readonly Route[],
    options: ServingOptions,
    port: number,
    { tls, redirectPort }: { tls?: { key: Buffer; cert: Buffer }; redirectPort?: string | undefined },
): Promise<Serving> {
    const { config, delivery, eventStreams, metrics, identify, runtime } = options;
    const { log, lingerMs, telemetry } = runtime;
    const addresses = new CallerAddresses(trustedProxiesOf(config), (address) =>
        log.warn(
            { address },
            'the X-Forwarded-For header of this client is not trusted. If the client is your proxy, set PROXY_TRUSTED_SERVERS',
        ),
    );
    const server = createServer(routes, {
        ...listeningOf(config),
        logger: log,
        started: Promise.resolve(),
        lingerMs: Math.min(lingerMs, config.shutdownMs),
        tls,
        authenticate: async ({ token }) => (token ? identify(token) : undefined),
        tokens: delivery.tokens,
        addressOf: (request: IncomingMessage) => addresses.of(request),
        isIpAllowed: ipFilter(config),
        tokenHeader: tokenHeaderOf(config) || undefined,
        eventStreams,
        cors: {
            origins: () => config.corsOrigins,
            maxAgeSeconds: config.corsMaxAgeSeconds,
            methods: config.corsMethods,
            headers: config.corsHeaders,
            exposedHeaders: config.corsExposedHeaders,
        },
        redirect:
            redirectPort === undefined ? undefined : redirectTo(redirectPort, `${config.basePath}/internal-backstage/`),
        // An edge has no sessions and accepts no changes.
        isOwnOrigin: () => false,
        isOwnHost: () => true,
        sdkWithoutToken: undefined,
        isInMaintenance: () => false,
        // `identify` rejects while upstream cannot be asked.
        isStale: () => false,
        projectExists: async () => false,
        ...(telemetry.tracer && { traced: tracedRequests(telemetry.tracer) }),
        onResponse: (response) => metrics.onResponse(response),
    });
    await server.listen({ port, host: config.httpHost, backlog: config.listenBacklog }).catch((error: unknown) => {
        throw portProblem(error, port, { port: tls ? 'TLS_SERVER_PORT' : 'PORT', host: 'INTERFACE' });
    });
    const { port: actualPort } = server.server.address() as AddressInfo;
    return {
        url: `${tls ? 'https' : 'http'}://localhost:${actualPort}${config.basePath}`,
        close: () => closeWithin(server, config.shutdownMs),
    };
}

/** Redirects to the TLS port, except for operator endpoints: probes do not trust its certificate. */
const redirectTo =
    (port: string, except: string) =>
    ({ url = '/', headers: { host = '' } }: IncomingMessage): string | undefined => {
        if (url.startsWith(except)) return undefined;
        const [name = 'localhost'] = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?=:\d+$|$)/i.exec(host) ?? [];
        return `https://${name}${port === '' ? '' : `:${port}`}${url}`;
    };

function tlsOf({ tlsKeyFile, tlsCertificateFile }: ServingConfig) {
    const key = fileOf('TLS_SERVER_KEY', tlsKeyFile);
    const cert = fileOf('TLS_SERVER_CERT', tlsCertificateFile);
    if (!key || !cert) throw new ConfigError('TLS_ENABLE needs TLS_SERVER_KEY and TLS_SERVER_CERT.');
    try {
        createSecureContext({ key, cert });
    } catch (error) {
        throw new ConfigError(`TLS_SERVER_KEY and TLS_SERVER_CERT cannot be used: ${(error as Error).message}.`);
    }
    return { key, cert };
}

/** Returns a function that tests whether an address is allowed, or undefined if all addresses are allowed. */
function ipFilter({ allowList, denyList }: ServingConfig): ((address: string) => boolean) | undefined {
    if (allowList.length + denyList.length === 0) return undefined;
    const [allowed, denied] = [new AddressSet(allowList), new AddressSet(denyList)];
    return (address) => (allowList.length === 0 || allowed.has(address)) && !denied.has(address);
}
