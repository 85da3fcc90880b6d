import {
    basePath,
    corsMaxAgeSeconds,
    keepAliveSeconds,
    LISTENING,
    maxStalenessSeconds,
    requestSeconds,
    trustedProxies,
} from '../../config/listening.ts';
import { OPEN_TELEMETRY } from '../../config/open-telemetry.ts';
import {
    list,
    oneOf,
    ranges,
    type Setting,
    type SettingDeclarations,
    text,
    url,
    wholeNumber,
    yesNo,
} from '../../config/setting.ts';

const addresses = (names: Setting<string[]>['names'], help: string): Setting<string[]> => ({
    ...list(names, help),
    parse: ranges,
    expects: 'addresses or ranges such as 10.1.0.0/16, separated by commas',
});

const httpNames = (
    names: Setting<string[]>['names'],
    help: string,
    expects: string,
    fallback: string[] = [],
): Setting<string[]> => {
    const plain = list(names, help, fallback);
    return {
        ...plain,
        parse: (value) => {
            const entries = plain.parse(value);
            return entries?.every((entry) => /^[\w!#$%&'*+.^`|~-]+$/.test(entry)) ? entries : undefined;
        },
        expects: `${expects}, separated by commas`,
    };
};

const headerName = (names: Setting<string>['names'], help: string): Setting<string> => ({
    ...text(names, help),
    parse: (value) => (/^[a-z0-9-]+$/i.test(value) ? value.toLowerCase() : undefined),
    expects: 'the name of a header',
});

/** `RUST_LOG` may contain a level for each module; only the global level, or that of the edge, is used. */
function levelIn(directives: string): string {
    const parts = directives.split(',').map((part) => part.trim());
    const own = parts.find((part) => /^unleash_edge\w*=/.test(part))?.split('=')[1];
    const level = parts.find((part) => !part.includes('=')) ?? own ?? LISTENING.logLevel.fallback;
    return level.toLowerCase() === 'off' ? 'silent' : level;
}

/**
 * The backstage endpoints require no credentials and listen on the port that SDKs use. The endpoints below return flag rules, flag
 * and application names, token scopes or the upstream address, so an operator has to enable them.
 */
const PRIVATE_BACKSTAGE = {
    disableFeatures: yesNo(
        ['DISABLE_FEATURES_ENDPOINT'],
        'Do not serve /internal-backstage/features (all flags with their rules, without authentication)',
        true,
    ),
    disableTokens: yesNo(
        ['DISABLE_TOKENS_ENDPOINT'],
        'Do not serve /internal-backstage/tokens (scopes of known tokens, without authentication)',
        true,
    ),
    disableMetricsBatch: yesNo(
        ['DISABLE_METRICS_BATCH_ENDPOINT'],
        'Do not serve /internal-backstage/metricsbatch (pending SDK reports, without authentication)',
        true,
    ),
    disableInstanceData: yesNo(
        ['DISABLE_INSTANCE_DATA_ENDPOINT'],
        'Do not serve /internal-backstage/instancedata (upstream URL and settings, without authentication)',
        true,
    ),
};

/** Serving settings that `edge` and `offline` have in common. */
export const SERVING = {
    httpPort: wholeNumber(['PORT'], 'Port to listen on', 3063, [0, 65535]),
    httpHost: text(['INTERFACE'], 'Address to listen on', '0.0.0.0'),
    basePath: basePath(['BASE_PATH']),
    tlsEnable: yesNo(['TLS_ENABLE'], 'Listen with TLS as well', false),
    tlsKeyFile: text(['TLS_SERVER_KEY'], 'Private key file (PEM) for TLS'),
    tlsCertificateFile: text(['TLS_SERVER_CERT'], 'Certificate chain file (PEM) for TLS'),
    redirectToTls: yesNo(
        ['REDIRECT_HTTP_TO_HTTPS'],
        'Redirect HTTP requests to the TLS port; /internal-backstage is served on both ports',
        false,
    ),
    tlsPort: wholeNumber(['TLS_SERVER_PORT'], 'Port to listen on with TLS', 3043, [0, 65535]),
    allowList: addresses(['ALLOW_LIST'], 'IP addresses that are allowed to connect; unset: all'),
    denyList: addresses(['DENY_LIST'], 'IP addresses that are not allowed to connect'),
    trustProxy: yesNo(['TRUST_PROXY'], 'Trust the X-Forwarded-For header of proxies in private networks', false),
    trustedProxies: trustedProxies(['PROXY_TRUSTED_SERVERS', 'TRUSTED_PROXIES']),
    corsOrigins: list(['CORS_ORIGIN'], 'Origins that may call this edge from a browser (CORS)', ['*']),
    corsMaxAgeSeconds: corsMaxAgeSeconds(['CORS_MAX_AGE'], 172_800),
    corsMethods: httpNames(
        ['CORS_METHODS'],
        'Methods that other origins may use (CORS); unset: all',
        'methods such as GET',
    ),
    corsHeaders: httpNames(
        ['CORS_ALLOWED_HEADERS'],
        'Headers that other origins may send (CORS); unset: all',
        'headers such as Authorization',
    ),
    corsExposedHeaders: httpNames(
        ['CORS_EXPOSED_HEADERS'],
        'Response headers that other origins may read (CORS)',
        'headers such as ETag',
        ['ETag'],
    ),
    tokenHeader: headerName(
        ['TOKEN_HEADER'],
        'Name of the header with the token, both in requests to this edge and to upstream',
    ),
    edgeAuthHeader: headerName(
        ['EDGE_AUTH_HEADER'],
        'Name of the header with the token in requests to this edge; unset: Authorization',
    ),
    keepAliveSeconds: keepAliveSeconds(['EDGE_KEEPALIVE_TIMEOUT']),
    requestSeconds: requestSeconds(['EDGE_REQUEST_TIMEOUT']),
    ...LISTENING,
    logLevel: {
        ...LISTENING.logLevel,
        names: ['LOG_LEVEL', 'RUST_LOG'],
        parse: (value: string) => LISTENING.logLevel.parse(levelIn(value)),
    },
    logFormat: oneOf(['LOG_FORMAT'], 'Format of log entries', 'json', ['json', 'plain', 'pretty']),
    ...OPEN_TELEMETRY,
    disableAll: yesNo(
        ['DISABLE_ALL_ENDPOINT'],
        'Do not serve /api/frontend/all, which also lists flags that are off',
        false,
    ),
    disableMetrics: yesNo(['DISABLE_METRICS_ENDPOINT'], 'Do not serve /internal-backstage/metrics', false),
    ...PRIVATE_BACKSTAGE,
    appName: text(['APP_NAME'], 'Application name that this edge reports to upstream', 'halyard-edge'),
    instanceId: text(['INSTANCE_ID'], 'Instance id that this edge reports to upstream; unset: generated'),
} satisfies SettingDeclarations;

export const FOLLOWING = {
    upstreamUrl: url(['UPSTREAM_URL'], 'URL of the upstream Halyard, Unleash or edge, without /api'),
    tokens: list(['TOKENS'], 'Backend tokens whose flags are fetched at startup'),
    trustedTokens: list(
        ['PRETRUSTED_TOKENS'],
        'Frontend tokens that are accepted without validation by upstream: project:environment.secret, or any text@environment',
    ),
    clientSecret: {
        ...text(
            ['UNLEASH_CLIENT_SECRET'],
            'Secret (base64url) with which this edge requests backend tokens for DESIRED_ENVIRONMENTS from upstream',
        ),
        parse: (value: string) => (/^[\w-]{22,}$/.test(value) ? value : undefined),
        expects: 'at least 16 bytes in base64url',
        orFile: true,
    },
    desiredEnvironments: list(['DESIRED_ENVIRONMENTS'], 'Environments to request tokens for'),
    desiredProjects: list(['DESIRED_PROJECTS'], 'Projects to request tokens for', ['*']),
    maxStalenessSeconds,
    strict: yesNo(['STRICT'], 'Refuse tokens that are not covered by TOKENS', false),
    dynamic: yesNo(['DYNAMIC'], 'Accept every token that is valid upstream, regardless of STRICT', false),
    streaming: yesNo(['STREAMING'], 'Receive changes from upstream by streaming, if upstream supports it', true),
    refreshSeconds: wholeNumber(
        ['FEATURES_REFRESH_INTERVAL_SECONDS'],
        'Polling interval in seconds for an upstream without streaming',
        15,
        [1, 86_400],
    ),
    metricsSeconds: wholeNumber(
        ['METRICS_INTERVAL_SECONDS'],
        'Interval in seconds between metrics reports to upstream',
        60,
        [1, 86_400],
    ),
    revalidationSeconds: wholeNumber(
        ['TOKEN_REVALIDATION_INTERVAL_SECONDS'],
        'Interval in seconds at which tokens are validated again by upstream',
        3_600,
        [1, 604_800],
    ),
    backupFolder: text(
        ['BACKUP_FOLDER'],
        'Folder for a backup of flags and tokens, used at startup if upstream is unavailable',
    ),
    backupUrl: url(
        ['BACKUP_URL'],
        'URL of a folder with unleash_features.json and unleash_tokens.json, read at startup; for edges without BACKUP_FOLDER or with an empty one',
    ),
    backupAuthorization: {
        ...text(['BACKUP_AUTHORIZATION'], 'Authorization header of requests to BACKUP_URL'),
        orFile: true,
    },
    s3Bucket: text(
        ['S3_BUCKET_NAME'],
        'Bucket for a backup of flags and tokens that several edges share; needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    ),
    s3PathStyle: yesNo(['S3_FORCE_PATH_STYLE'], 'The bucket is in the path of the URL, not in the host name', false),
    s3Region: text(['AWS_REGION', 'AWS_DEFAULT_REGION'], 'Region of the bucket', 'us-east-1'),
    s3Endpoint: url(
        ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'],
        'URL of an S3-compatible storage; unset: the one of AWS in AWS_REGION',
    ),
    s3AccessKeyId: text(['AWS_ACCESS_KEY_ID'], 'Access key of the bucket'),
    s3SecretAccessKey: { ...text(['AWS_SECRET_ACCESS_KEY'], 'Secret of the access key'), orFile: true },
    s3SessionToken: { ...text(['AWS_SESSION_TOKEN'], 'Session token of a temporary access key'), orFile: true },
    customHeaders: {
        ...list(
            ['CUSTOM_CLIENT_HEADERS'],
            'Additional headers of requests to upstream: name: value, separated by commas',
        ),
        parse: (value: string) => {
            const entries = value.split(',').map((entry) => entry.trim());
            return entries.every((entry) => /^[a-z0-9-]+\s*:[^\p{Cc}]*$/iu.test(entry)) ? entries : undefined;
        },
        expects: 'headers such as X-Api-Key: secret, separated by commas',
    },
    upstreamAuthHeader: headerName(
        ['UPSTREAM_AUTH_HEADER'],
        'Name of the header with the token in requests to upstream; unset: Authorization',
    ),
    upstreamRequestSeconds: wholeNumber(
        ['UPSTREAM_REQUEST_TIMEOUT'],
        'Seconds within which upstream must start to respond',
        5,
        [1, 600],
    ),
    upstreamSocketSeconds: wholeNumber(
        ['UPSTREAM_SOCKET_TIMEOUT'],
        'Seconds without data after which a response is aborted',
        5,
        [1, 600],
    ),
    upstreamKeepAliveSeconds: wholeNumber(
        ['CLIENT_KEEPALIVE_TIMEOUT'],
        'Seconds until an idle connection to upstream is closed',
        15,
        [1, 3_600],
    ),
    skipTlsVerification: yesNo(
        ['SKIP_SSL_VERIFICATION'],
        'Disable verification of the upstream TLS certificate',
        false,
    ),
    upstreamCertificateFile: text(
        ['UPSTREAM_CERTIFICATE_FILE'],
        'CA certificate file (PEM) for connections to upstream',
    ),
    clientCertificateFile: text(
        ['PKCS8_CLIENT_CERTIFICATE_FILE'],
        'Client certificate file (PEM) for connections to upstream',
    ),
    clientKeyFile: text(['PKCS8_CLIENT_KEY_FILE'], 'Private key file (PEM) of the client certificate'),
    clientPemFile: text(['PEM_CERT_FILE'], 'File with both client certificate and private key (PEM)'),
    identityFile: text(['PKCS12_IDENTITY_FILE'], 'File with client certificate and private key (PKCS 12)'),
    identityPassphrase: text(['PKCS12_PASSPHRASE'], 'Passphrase of the PKCS 12 file'),
} satisfies SettingDeclarations;

export const FROM_FILE = {
    bootstrapFile: text(['BOOTSTRAP_FILE'], 'File with a response of GET /api/client/features'),
    clientTokens: list(['CLIENT_TOKENS', 'TOKENS'], 'Accepted backend tokens; any text'),
    frontendTokens: list(['FRONTEND_TOKENS'], 'Accepted frontend tokens'),
    reloadSeconds: wholeNumber(
        ['RELOAD_INTERVAL'],
        'Interval in seconds at which the file is read again; 0: as soon as it changes',
        0,
        [0, 86_400],
    ),
} satisfies SettingDeclarations;
