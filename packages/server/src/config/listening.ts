import type { TrustedProxies } from '../core/settings/trusted-proxies.ts';
import { oneOf, proxies, type Setting, text, wholeNumber, yesNo } from './setting.ts';

type Names = Setting<unknown>['names'];

/** The settings of a listener, with the same names for the service and an edge. */
export const LISTENING = {
    shutdownMs: wholeNumber(
        ['GRACEFUL_SHUTDOWN_TIMEOUT'],
        'Milliseconds that requests in progress may take at shutdown',
        5_000,
    ),
    drainSeconds: wholeNumber(
        ['DRAIN_SECONDS'],
        'Seconds after SIGTERM during which all requests are still served and the readiness check returns 503, so that load balancers stop sending requests before the port closes; 0: the port closes at once',
        0,
        [0, 3_600],
    ),
    listenBacklog: wholeNumber(
        ['LISTEN_BACKLOG'],
        'Maximum number of connections that wait to be accepted; limited by the kernel (Linux: net.core.somaxconn)',
        4_096,
        [1, 65_535],
    ),
    logLevel: oneOf(['LOG_LEVEL'], 'Minimum level of log entries', 'info', [
        'trace',
        'debug',
        'info',
        'warn',
        'error',
        'fatal',
        'silent',
    ]),
    logRequests: yesNo(['REQUEST_LOGGER_ENABLE'], 'Log every request, including requests of SDKs', false),
    disableCompression: yesNo(['SERVER_DISABLE_COMPRESSION'], 'Disable compression of responses', false),
    streamingHint: yesNo(['STREAMING_HINT'], 'Tell polling SDKs that streaming is available', true),
    sharedCacheSeconds: wholeNumber(
        ['SHARED_CACHE_SECONDS'],
        'Seconds for which a CDN or proxy may serve /api/client/features to SDKs with the same token; its cache key must contain the token; 0: not at all',
        0,
        [0, 3_600],
    ),
    maxStreams: wholeNumber(
        ['MAX_STREAMS'],
        'Maximum number of streaming connections (SDKs and browser tabs); each token and each IP address gets a share; refused clients fall back to polling',
        10_000,
    ),
};

const MAX_STALENESS = { min: 10, max: 86_400 };

/** A setting of processes that follow a database or an upstream. */
export const maxStalenessSeconds: Setting<number> = {
    names: ['READY_MAX_STALENESS_SECONDS'],
    help: 'Seconds without contact to the database (an edge: to its upstream) after which the readiness check returns 503; 0: never',
    fallback: 0,
    parse: (value) => {
        const seconds = /^\d+$/.test(value) ? Number(value) : Number.NaN;
        const isAllowed = seconds >= MAX_STALENESS.min && seconds <= MAX_STALENESS.max;
        return seconds === 0 || isAllowed ? seconds : undefined;
    },
    expects: `0, or a whole number from ${MAX_STALENESS.min} to ${MAX_STALENESS.max}`,
};

/** Settings of a listener whose names differ between the service and an edge. */
export const basePath = (names: Names): Setting<string> => ({
    ...text(names, 'Base path of all endpoints, e.g. /flags'),
    parse: (value) => (/^[\w\-./~]*$/.test(value) ? value.replace(/^\/*|\/+$/g, '').replace(/^(?=.)/, '/') : undefined),
    expects: 'a path such as /flags',
});

export const keepAliveSeconds = (names: Names) => wholeNumber(names, 'Seconds until an idle connection is closed', 15);

export const requestSeconds = (names: Names) =>
    wholeNumber(names, 'Seconds within which a complete request, including its body, must arrive', 60, [1, 3_600]);

export const trustedProxies = (names: Names): Setting<TrustedProxies> => ({
    names,
    help:
        'Proxies whose X-Forwarded-For header is trusted: IP addresses and ranges, the keywords loopback and private, ' +
        'or the number of proxies in front of the service',
    fallback: ['loopback'],
    parse: proxies,
    expects: 'addresses, ranges such as 10.1.0.0/16, loopback or private, separated by commas; or a number',
});

export const corsMaxAgeSeconds = (names: Names, fallback: number) =>
    wholeNumber(names, 'Seconds for which browsers cache CORS preflight responses', fallback);
