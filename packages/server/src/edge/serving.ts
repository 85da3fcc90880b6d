import type { IncomingMessage } from 'node:http';
import { type AddressInfo, BlockList, isIP } from 'node:net';
import type { Logger } from 'pino';
import { ConfigError } from '../config/setting.ts';
import type { Actor, SdkActor } from '../core/actor.ts';
import { portProblem } from '../core/start-error.ts';
import { deliveryRoutes, deliveryRoutesWithAllFlags } from '../delivery/delivery.routes.ts';
import type { DeliveryServices } from '../delivery/delivery-services.ts';
import { CallerAddresses } from '../http/caller-address.ts';
import type { EventStreams } from '../http/event-streams.ts';
import type { HttpMetrics } from '../http/metrics.ts';
import type { Route } from '../http/route.ts';
import { createServer } from '../http/server.ts';
import { fileOf, type ServingConfig, trustedProxiesOf } from './edge-config.ts';

export interface ServingOptions {
    config: ServingConfig;
    delivery: DeliveryServices;
    /** Those that only an edge has. */
    ownRoutes: readonly Route[];
    eventStreams: EventStreams;
    metrics: HttpMetrics;
    /** Who a token stands for, for those who can wait to learn it. */
    identify: (secret: string) => Promise<Actor | undefined>;
    log: Logger;
    /** How long idle connections are left open at the end. */
    lingerMs: number;
}

export interface Serving {
    url: string;
    close(): Promise<void>;
}

/** Listens as the operator wants it: the same routes at one address, or at two when one of them speaks TLS. */
export async function serve(options: ServingOptions): Promise<Serving> {
    const { config } = options;
    const routes = routesOf(options);
    const tls = config.tlsEnable ? tlsOf(config) : undefined;
    const plain = await listen(routes, options, config.httpPort, undefined);
    const secure = tls && (await listen(routes, options, config.tlsPort, tls));
    return {
        url: plain.url,
        close: async () => void (await Promise.all([plain.close(), secure?.close()])),
    };
}

function routesOf({ config, delivery, ownRoutes }: ServingOptions): Route[] {
    const routes = config.disableAll ? deliveryRoutes(delivery) : deliveryRoutesWithAllFlags(delivery);
    // Frontends of the product that edges came from ask there.
    const renamed = routes
        .filter(({ path }) => path.startsWith('/api/frontend'))
        .map((route) => ({
            ...route,
            path: route.path.replace('/api/frontend', '/api/proxy'),
            operationId: `${route.operationId}AtProxy`,
        }));
    return [...routes, ...renamed, ...ownRoutes];
}

async function listen(
    routes: readonly Route[],
    options: ServingOptions,
    port: number,
    tls: { key: Buffer; cert: Buffer } | undefined,
): Promise<Serving> {
    const { config, delivery, eventStreams, metrics, identify, log, lingerMs } = options;
    const addresses = new CallerAddresses(trustedProxiesOf(config), (address) =>
        log.warn(
            { address },
            'X-Forwarded-For is not believed from there. If it is your proxy, set PROXY_TRUSTED_SERVERS',
        ),
    );
    const server = await createServer(routes, {
        basePath: config.basePath,
        logger: log,
        logRequests: config.logRequests,
        keepAliveSeconds: config.keepAliveSeconds,
        requestSeconds: config.requestSeconds,
        started: Promise.resolve(),
        lingerMs: Math.min(lingerMs, config.shutdownMs),
        tls,
        disableCompression: config.disableCompression,
        authenticate: async ({ authorization, apiKey }) => {
            const secret = (authorization?.replace(/^bearer /i, '') ?? apiKey ?? '').trim();
            return secret === '' ? undefined : identify(secret);
        },
        actorOfToken: (secret) => delivery.tokens.find(secret),
        sdkOfStreamKey: (key): SdkActor | undefined => delivery.tokens.findByStreamKey(key),
        addressOf: (request: IncomingMessage) => addresses.of(request),
        isWelcome: welcomed(config),
        tokenHeader: config.tokenHeader || config.edgeAuthHeader || undefined,
        eventStreams,
        cors: { origins: () => config.corsOrigins, maxAgeSeconds: config.corsMaxAgeSeconds },
        // Nobody signs in here, and nothing is changed.
        isOwnOrigin: () => false,
        isOwnHost: () => true,
        sdkWithoutToken: undefined,
        isInMaintenance: () => false,
        projectExists: async () => false,
        onAnswer: (answer) => metrics.onAnswer(answer),
    });
    await server.listen({ port, host: config.httpHost }).catch((error: unknown) => {
        throw portProblem(error, port, { port: tls ? 'TLS_SERVER_PORT' : 'PORT', host: 'INTERFACE' });
    });
    const { port: taken } = server.server.address() as AddressInfo;
    return {
        url: `${tls ? 'https' : 'http'}://localhost:${taken}${config.basePath}`,
        async close() {
            const force = setTimeout(() => server.server.closeAllConnections(), config.shutdownMs);
            await server.close();
            clearTimeout(force);
        },
    };
}

function tlsOf({ tlsKeyFile, tlsCertificateFile }: ServingConfig) {
    const key = fileOf('TLS_SERVER_KEY', tlsKeyFile);
    const cert = fileOf('TLS_SERVER_CERT', tlsCertificateFile);
    if (!key || !cert) throw new ConfigError('TLS_ENABLE needs TLS_SERVER_KEY and TLS_SERVER_CERT.');
    return { key, cert };
}

/** Undefined when everyone is. */
function welcomed({ allowList, denyList }: ServingConfig): ((address: string) => boolean) | undefined {
    if (allowList.length + denyList.length === 0) return undefined;
    const [allowed, denied] = [blockList(allowList), blockList(denyList)];
    return (address) => {
        const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
        return (allowList.length === 0 || allowed.check(address, family)) && !denied.check(address, family);
    };
}

function blockList(ranges: readonly string[]): BlockList {
    const list = new BlockList();
    for (const range of ranges) {
        const [address = '', prefix] = range.split('/');
        const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
        list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
    }
    return list;
}
