import { readFileSync } from 'node:fs';
import {
    ConfigError,
    type Environment,
    list,
    oneOf,
    proxies,
    ranges,
    read,
    type Setting,
    text,
    url,
    whole,
    yesNo,
} from '../config/setting.ts';
import type { TrustedProxies } from '../core/trusted-proxies.ts';

const BASE_PATH: Setting<string> = {
    ...text(['BASE_PATH'], 'Path under which everything is served, e.g. /flags'),
    parse: (value) => (/^[\w\-./~]*$/.test(value) ? value.replace(/^\/*|\/+$/g, '').replace(/^(?=.)/, '/') : undefined),
    expects: 'a path such as /flags',
};

const addresses = (names: Setting<string[]>['names'], help: string): Setting<string[]> => ({
    ...list(names, help),
    parse: ranges,
    expects: 'addresses or ranges such as 10.1.0.0/16, separated by commas',
});

const headerName = (names: Setting<string>['names'], help: string): Setting<string> => ({
    ...text(names, help),
    parse: (value) => (/^[a-z0-9-]+$/i.test(value) ? value.toLowerCase() : undefined),
    expects: 'the name of a header',
});

/** What `edge` and `offline` have in common: how they are reached. */
const SERVING = {
    httpPort: whole(['PORT'], 'Port to listen on', 3063, [0, 65535]),
    httpHost: text(['INTERFACE'], 'Address to listen on', '0.0.0.0'),
    basePath: BASE_PATH,
    tlsEnable: yesNo(['TLS_ENABLE'], 'Listen with TLS, too', false),
    tlsKeyFile: text(['TLS_SERVER_KEY'], 'File of the private key (PEM) for TLS'),
    tlsCertificateFile: text(['TLS_SERVER_CERT'], 'File of the certificate chain (PEM) for TLS'),
    tlsPort: whole(['TLS_SERVER_PORT'], 'Port to listen on with TLS', 3043, [0, 65535]),
    allowList: addresses(['ALLOW_LIST'], 'Addresses that are let in; unset: all'),
    denyList: addresses(['DENY_LIST'], 'Addresses that are not let in'),
    trustProxy: yesNo(['TRUST_PROXY'], 'Believe X-Forwarded-For of proxies in private networks', false),
    trustedProxies: {
        names: ['PROXY_TRUSTED_SERVERS', 'TRUSTED_PROXIES'],
        help: 'Proxies whose X-Forwarded-For is believed: addresses, ranges, loopback, private, or how many there are in front',
        fallback: ['loopback'],
        parse: proxies,
        expects: 'addresses, ranges such as 10.1.0.0/16, loopback or private, separated by commas; or a number',
    } as Setting<TrustedProxies>,
    corsOrigins: list(['CORS_ORIGIN'], 'Origins whose pages may call', ['*']),
    corsMaxAgeSeconds: whole(['CORS_MAX_AGE'], 'Seconds browsers may remember which origins are allowed', 172_800),
    tokenHeader: headerName(['TOKEN_HEADER'], 'Header that carries tokens, to this edge and from it to upstream'),
    edgeAuthHeader: headerName(['EDGE_AUTH_HEADER'], 'Header that carries tokens to this edge; unset: Authorization'),
    keepAliveSeconds: whole(['EDGE_KEEPALIVE_TIMEOUT'], 'Seconds an idle connection is kept', 15),
    requestSeconds: whole(
        ['EDGE_REQUEST_TIMEOUT'],
        'Seconds in which a request must have arrived, its body included',
        60,
        [1, 3_600],
    ),
    maxStreams: whole(['MAX_STREAMS'], 'SDKs that may be connected to be told of changes; others poll', 10_000),
    streamingHint: yesNo(['STREAMING_HINT'], 'Offer polling SDKs to be told of changes as they happen', true),
    disableCompression: yesNo(['SERVER_DISABLE_COMPRESSION'], 'Send everything uncompressed', false),
    disableAll: yesNo(
        ['DISABLE_ALL_ENDPOINT'],
        'Do not serve /api/frontend/all, which tells of flags that are off',
        false,
    ),
    disableMetricsBatch: yesNo(
        ['DISABLE_METRICS_BATCH_ENDPOINT'],
        'Do not serve /internal-backstage/metricsbatch',
        false,
    ),
    disableMetrics: yesNo(['DISABLE_METRICS_ENDPOINT'], 'Do not serve /internal-backstage/metrics', false),
    disableFeatures: yesNo(['DISABLE_FEATURES_ENDPOINT'], 'Do not serve /internal-backstage/features', false),
    disableTokens: yesNo(['DISABLE_TOKENS_ENDPOINT'], 'Do not serve /internal-backstage/tokens', false),
    disableInstanceData: yesNo(
        ['DISABLE_INSTANCE_DATA_ENDPOINT'],
        'Do not serve /internal-backstage/instancedata',
        false,
    ),
    appName: text(['APP_NAME'], 'Name by which this edge is known upstream', 'halyard-edge'),
    instanceId: text(['INSTANCE_ID'], 'By which it is told from others of that name; unset: made up'),
    logLevel: oneOf(['LOG_LEVEL'], 'How much to log', 'info', [
        'trace',
        'debug',
        'info',
        'warn',
        'error',
        'fatal',
        'silent',
    ]),
    logRequests: yesNo(['REQUEST_LOGGER_ENABLE'], 'Log every request', false),
    shutdownMs: whole(['GRACEFUL_SHUTDOWN_TIMEOUT'], 'Milliseconds that requests under way get at shutdown', 5_000),
} satisfies Record<string, Setting<unknown>>;

const FOLLOWING = {
    upstreamUrl: url(['UPSTREAM_URL'], 'Address of the Halyard, Unleash or edge to follow, without /api'),
    tokens: list(['TOKENS'], 'Backend tokens to have the flags of from the beginning'),
    trustedTokens: list(
        ['PRETRUSTED_TOKENS'],
        'Frontend tokens that upstream is never asked about: project:environment.secret, or any text@environment',
    ),
    strict: yesNo(['STRICT'], 'Refuse tokens that TOKENS do not cover', false),
    dynamic: yesNo(['DYNAMIC'], 'Take any token that upstream knows, whatever STRICT says', false),
    streaming: yesNo(['STREAMING'], 'Be told of changes by upstream as they happen, where it can', true),
    refreshSeconds: whole(
        ['FEATURES_REFRESH_INTERVAL_SECONDS'],
        'Seconds between two questions to an upstream that has no streams',
        15,
        [1, 86_400],
    ),
    metricsSeconds: whole(['METRICS_INTERVAL_SECONDS'], 'Seconds between two reports to upstream', 60, [1, 86_400]),
    revalidationSeconds: whole(
        ['TOKEN_REVALIDATION_INTERVAL_SECONDS'],
        'Seconds after which upstream is asked again whether tokens are valid',
        3_600,
        [1, 604_800],
    ),
    backupFolder: text(['BACKUP_FOLDER'], 'Folder for flags and tokens, to start from while upstream is away'),
    customHeaders: {
        ...list(['CUSTOM_CLIENT_HEADERS'], 'Headers of every request to upstream: name: value, separated by commas'),
        parse: (value: string) => {
            const entries = value.split(',').map((entry) => entry.trim());
            return entries.every((entry) => /^[a-z0-9-]+\s*:[^\p{Cc}]*$/iu.test(entry)) ? entries : undefined;
        },
        expects: 'headers such as X-Api-Key: secret, separated by commas',
    },
    upstreamAuthHeader: headerName(
        ['UPSTREAM_AUTH_HEADER'],
        'Header that carries tokens to upstream; unset: Authorization',
    ),
    upstreamRequestSeconds: whole(
        ['UPSTREAM_REQUEST_TIMEOUT'],
        'Seconds in which upstream must begin to answer',
        5,
        [1, 600],
    ),
    upstreamSocketSeconds: whole(
        ['UPSTREAM_SOCKET_TIMEOUT'],
        'Seconds of silence after which an answer is given up',
        5,
        [1, 600],
    ),
    upstreamKeepAliveSeconds: whole(
        ['CLIENT_KEEPALIVE_TIMEOUT'],
        'Seconds an idle connection to upstream is kept',
        15,
        [1, 3_600],
    ),
    skipTlsVerification: yesNo(['SKIP_SSL_VERIFICATION'], 'Do not check the certificate of upstream', false),
    upstreamCertificateFile: text(
        ['UPSTREAM_CERTIFICATE_FILE'],
        'File of a certificate (PEM) that upstream is trusted by',
    ),
    clientCertificateFile: text(['PKCS8_CLIENT_CERTIFICATE_FILE'], 'File of the certificate (PEM) to show to upstream'),
    clientKeyFile: text(['PKCS8_CLIENT_KEY_FILE'], 'File of its private key (PEM)'),
    identityFile: text(['PKCS12_IDENTITY_FILE'], 'File of certificate and key (PKCS 12) to show to upstream'),
    identityPassphrase: text(['PKCS12_PASSPHRASE'], 'What opens that file'),
} satisfies Record<string, Setting<unknown>>;

const FROM_FILE = {
    bootstrapFile: text(['BOOTSTRAP_FILE'], 'File with what GET /api/client/features answers'),
    clientTokens: list(['CLIENT_TOKENS', 'TOKENS'], 'Backend tokens that are let in; any text will do'),
    frontendTokens: list(['FRONTEND_TOKENS'], 'Frontend tokens that are let in'),
    reloadSeconds: whole(
        ['RELOAD_INTERVAL'],
        'Seconds between two looks at the file; 0: as soon as it changes',
        0,
        [0, 86_400],
    ),
} satisfies Record<string, Setting<unknown>>;

export const EDGE_SETTINGS = { ...FOLLOWING, ...SERVING };
export const OFFLINE_SETTINGS = { ...FROM_FILE, ...SERVING };

type Values<S extends Record<string, Setting<unknown>>> = { readonly [K in keyof S]: S[K]['fallback'] };
export type ServingConfig = Values<typeof SERVING>;
export interface EdgeConfig extends Values<typeof EDGE_SETTINGS> {
    /** What the operator set and this edge does not do, in sentences. */
    readonly warnings: readonly string[];
}
export type OfflineConfig = Values<typeof OFFLINE_SETTINGS>;

/** Storage that the existing edge has and this one has not: without it, it would not start while upstream is away. */
const OTHER_BACKUPS = ['REDIS_URL', 'REDIS_HOST', 'S3_BUCKET_NAME'];
/** Where the existing edge sends what it observes. */
const OTHER_TARGETS = ['PROMETHEUS_REMOTE_WRITE_URL', 'SENTRY_DSN', 'DATADOG_URL', 'OTEL_COLLECTOR_URL'];

export function readEdgeConfig(environment: Environment): EdgeConfig {
    const values = readAll(environment, EDGE_SETTINGS);
    if (!values.upstreamUrl) throw new ConfigError('UPSTREAM_URL must be set: the address of the server to follow.');
    const backups = OTHER_BACKUPS.filter((name) => environment[name]?.trim());
    if (backups.length > 0 && !values.backupFolder) {
        throw new ConfigError(
            `${backups.join(' and ')}: this edge keeps its backup in a folder. Set BACKUP_FOLDER to one that outlives it, and leave the others out.`,
        );
    }
    for (const token of values.tokens) demandToken(token, 'TOKENS');
    const ignored = [...backups, ...OTHER_TARGETS.filter((name) => environment[name]?.trim())];
    return { ...values, warnings: ignored.map((name) => `${name} is not used by this edge.`) };
}

/** How an edge of either kind is reached. */
export const readServingConfig = (environment: Environment): ServingConfig => readAll(environment, SERVING);

export function readOfflineConfig(environment: Environment): OfflineConfig {
    const values = readAll(environment, OFFLINE_SETTINGS);
    if (!values.bootstrapFile) throw new ConfigError('BOOTSTRAP_FILE must be set: the file with the flags.');
    if (values.clientTokens.length + values.frontendTokens.length === 0) {
        throw new ConfigError('CLIENT_TOKENS or FRONTEND_TOKENS must be set: without a token nobody is let in.');
    }
    return values;
}

/** The token itself is not repeated: what is wrong with it may be a part of another secret. */
function demandToken(token: string, name: string): void {
    if (!/^[^\s:]+:[^\s.:]+\.\S+$/.test(token)) {
        throw new ConfigError(`${name} must be tokens such as *:production.secret, separated by commas.`);
    }
}

const readAll = <S extends Record<string, Setting<unknown>>>(environment: Environment, settings: S): Values<S> =>
    Object.fromEntries(
        Object.entries(settings).map(([key, setting]) => [key, read(environment, setting)]),
    ) as unknown as Values<S>;

/** A file that a setting names. */
export function fileOf(environmentName: string, path: string): Buffer | undefined {
    if (!path) return undefined;
    try {
        return readFileSync(path);
    } catch {
        throw new ConfigError(`${environmentName} must be a file that can be read: ${path}`);
    }
}

/** Which proxies are believed, as far as the operator says. */
export function trustedProxiesOf({ trustProxy, trustedProxies }: ServingConfig): TrustedProxies {
    const isSaid = typeof trustedProxies === 'number' || trustedProxies.join() !== 'loopback';
    return trustProxy && !isSaid ? ['loopback', 'private'] : trustedProxies;
}
