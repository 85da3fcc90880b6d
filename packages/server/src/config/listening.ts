import type { TrustedProxies } from '../core/settings/trusted-proxies.ts';
import { oneOf, proxies, type Setting, text, whole, yesNo } from './setting.ts';

type Names = Setting<unknown>['names'];

/** The settings of a listener, with the same names for the service and an edge. */
export const LISTENING = {
    shutdownMs: whole(['GRACEFUL_SHUTDOWN_TIMEOUT'], 'Milliseconds that requests under way get at shutdown', 5_000),
    listenBacklog: whole(
        ['LISTEN_BACKLOG'],
        'Connections that may wait to be accepted; the kernel caps it (Linux: net.core.somaxconn)',
        4_096,
        [1, 65_535],
    ),
    logLevel: oneOf(['LOG_LEVEL'], 'How much to log', 'info', [
        'trace',
        'debug',
        'info',
        'warn',
        'error',
        'fatal',
        'silent',
    ]),
    logRequests: yesNo(['REQUEST_LOGGER_ENABLE'], 'Log every request, those of SDKs too', false),
    disableCompression: yesNo(['SERVER_DISABLE_COMPRESSION'], 'Send everything uncompressed', false),
    streamingHint: yesNo(['STREAMING_HINT'], 'Offer polling SDKs to be told of changes as they happen', true),
    maxStreams: whole(
        ['MAX_STREAMS'],
        'SDKs and open pages that may be connected to be told of changes, of which no token and no address gets all; others poll',
        10_000,
    ),
};

/** The same, by names that each of them has its own for. */
export const basePath = (names: Names): Setting<string> => ({
    ...text(names, 'Path under which everything is served, e.g. /flags'),
    parse: (value) => (/^[\w\-./~]*$/.test(value) ? value.replace(/^\/*|\/+$/g, '').replace(/^(?=.)/, '/') : undefined),
    expects: 'a path such as /flags',
});

export const keepAliveSeconds = (names: Names) => whole(names, 'Seconds an idle connection is kept', 15);

export const requestSeconds = (names: Names) =>
    whole(names, 'Seconds in which a request must have arrived, its body included', 60, [1, 3_600]);

export const trustedProxies = (names: Names): Setting<TrustedProxies> => ({
    names,
    help:
        'Proxies whose X-Forwarded-For is believed: addresses and ranges, loopback and private for those networks, ' +
        'or how many there are in front',
    fallback: ['loopback'],
    parse: proxies,
    expects: 'addresses, ranges such as 10.1.0.0/16, loopback or private, separated by commas; or a number',
});

export const corsMaxAgeSeconds = (names: Names, fallback: number) =>
    whole(names, 'Seconds browsers may remember which origins are allowed', fallback);
