import {
    basePath,
    corsMaxAgeSeconds,
    keepAliveSeconds,
    LISTENING,
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
    whole,
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

/** `RUST_LOG` may say a level for each part of the program; what counts is the one for all, or that for the edge. */
function levelIn(directives: string): string {
    const parts = directives.split(',').map((part) => part.trim());
    const own = parts.find((part) => /^unleash_edge\w*=/.test(part))?.split('=')[1];
    const level = parts.find((part) => !part.includes('=')) ?? own ?? LISTENING.logLevel.fallback;
    return level.toLowerCase() === 'off' ? 'silent' : level;
}

/**
 * The backstage endpoints ask for no credentials and listen on the port that SDKs use. The endpoints below return flag rules, flag
 * and application names, token scopes or the upstream address, so an operator has to enable them.
 */
const PRIVATE_BACKSTAGE = {
    disableFeatures: yesNo(
        ['DISABLE_FEATURES_ENDPOINT'],
        'Do not serve /internal-backstage/features (all flags with their rules, without credentials); false: serve it',
        true,
    ),
    disableTokens: yesNo(
        ['DISABLE_TOKENS_ENDPOINT'],
        'Do not serve /internal-backstage/tokens (scopes of known tokens, without credentials); false: serve it',
        true,
    ),
    disableMetricsBatch: yesNo(
        ['DISABLE_METRICS_BATCH_ENDPOINT'],
        'Do not serve /internal-backstage/metricsbatch (pending SDK reports, without credentials); false: serve it',
        true,
    ),
    disableInstanceData: yesNo(
        ['DISABLE_INSTANCE_DATA_ENDPOINT'],
        'Do not serve /internal-backstage/instancedata (upstream address and settings, without credentials); false: serve it',
        true,
    ),
};

/** What `edge` and `offline` have in common: how they are reached. */
export const SERVING = {
    httpPort: whole(['PORT'], 'Port to listen on', 3063, [0, 65535]),
    httpHost: text(['INTERFACE'], 'Address to listen on', '0.0.0.0'),
    basePath: basePath(['BASE_PATH']),
    tlsEnable: yesNo(['TLS_ENABLE'], 'Listen with TLS, too', false),
    tlsKeyFile: text(['TLS_SERVER_KEY'], 'File of the private key (PEM) for TLS'),
    tlsCertificateFile: text(['TLS_SERVER_CERT'], 'File of the certificate chain (PEM) for TLS'),
    redirectToTls: yesNo(
        ['REDIRECT_HTTP_TO_HTTPS'],
        'Send those who come without TLS to the port with it; /internal-backstage is served at both',
        false,
    ),
    tlsPort: whole(['TLS_SERVER_PORT'], 'Port to listen on with TLS', 3043, [0, 65535]),
    allowList: addresses(['ALLOW_LIST'], 'Addresses that are let in; unset: all'),
    denyList: addresses(['DENY_LIST'], 'Addresses that are not let in'),
    trustProxy: yesNo(['TRUST_PROXY'], 'Believe X-Forwarded-For of proxies in private networks', false),
    trustedProxies: trustedProxies(['PROXY_TRUSTED_SERVERS', 'TRUSTED_PROXIES']),
    corsOrigins: list(['CORS_ORIGIN'], 'Origins whose pages may call', ['*']),
    corsMaxAgeSeconds: corsMaxAgeSeconds(['CORS_MAX_AGE'], 172_800),
    corsMethods: httpNames(
        ['CORS_METHODS'],
        'Methods that pages of other origins may use; unset: all',
        'methods such as GET',
    ),
    corsHeaders: httpNames(
        ['CORS_ALLOWED_HEADERS'],
        'Headers that pages of other origins may send; unset: all',
        'headers such as Authorization',
    ),
    corsExposedHeaders: httpNames(
        ['CORS_EXPOSED_HEADERS'],
        'Headers of answers that pages of other origins may read',
        'headers such as ETag',
        ['ETag'],
    ),
    tokenHeader: headerName(['TOKEN_HEADER'], 'Header that carries tokens, to this edge and from it to upstream'),
    edgeAuthHeader: headerName(['EDGE_AUTH_HEADER'], 'Header that carries tokens to this edge; unset: Authorization'),
    keepAliveSeconds: keepAliveSeconds(['EDGE_KEEPALIVE_TIMEOUT']),
    requestSeconds: requestSeconds(['EDGE_REQUEST_TIMEOUT']),
    ...LISTENING,
    logLevel: {
        ...LISTENING.logLevel,
        names: ['LOG_LEVEL', 'RUST_LOG'],
        parse: (value: string) => LISTENING.logLevel.parse(levelIn(value)),
    },
    logFormat: oneOf(['LOG_FORMAT'], 'How lines of the log look', 'json', ['json', 'plain', 'pretty']),
    ...OPEN_TELEMETRY,
    disableAll: yesNo(
        ['DISABLE_ALL_ENDPOINT'],
        'Do not serve /api/frontend/all, which tells of flags that are off',
        false,
    ),
    disableMetrics: yesNo(['DISABLE_METRICS_ENDPOINT'], 'Do not serve /internal-backstage/metrics', false),
    ...PRIVATE_BACKSTAGE,
    appName: text(['APP_NAME'], 'Name by which this edge is known upstream', 'halyard-edge'),
    instanceId: text(['INSTANCE_ID'], 'By which it is told from others of that name; unset: made up'),
} satisfies SettingDeclarations;

export const FOLLOWING = {
    upstreamUrl: url(['UPSTREAM_URL'], 'Address of the Halyard, Unleash or edge to follow, without /api'),
    tokens: list(['TOKENS'], 'Backend tokens to have the flags of from the beginning'),
    trustedTokens: list(
        ['PRETRUSTED_TOKENS'],
        'Frontend tokens that upstream is never asked about: project:environment.secret, or any text@environment',
    ),
    clientSecret: {
        ...text(
            ['UNLEASH_CLIENT_SECRET'],
            'Secret (base64url) by which upstream gives this edge backend tokens for DESIRED_ENVIRONMENTS',
        ),
        parse: (value: string) => (/^[\w-]{22,}$/.test(value) ? value : undefined),
        expects: 'at least 16 bytes in base64url',
        orFile: true,
    },
    desiredEnvironments: list(['DESIRED_ENVIRONMENTS'], 'Environments to ask tokens for'),
    desiredProjects: list(['DESIRED_PROJECTS'], 'Projects to ask tokens for', ['*']),
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
    clientPemFile: text(['PEM_CERT_FILE'], 'File of both, certificate and private key (PEM), instead'),
    identityFile: text(['PKCS12_IDENTITY_FILE'], 'File of certificate and key (PKCS 12) to show to upstream'),
    identityPassphrase: text(['PKCS12_PASSPHRASE'], 'What opens that file'),
} satisfies SettingDeclarations;

export const FROM_FILE = {
    bootstrapFile: text(['BOOTSTRAP_FILE'], 'File with what GET /api/client/features answers'),
    clientTokens: list(['CLIENT_TOKENS', 'TOKENS'], 'Backend tokens that are let in; any text will do'),
    frontendTokens: list(['FRONTEND_TOKENS'], 'Frontend tokens that are let in'),
    reloadSeconds: whole(
        ['RELOAD_INTERVAL'],
        'Seconds between two looks at the file; 0: as soon as it changes',
        0,
        [0, 86_400],
    ),
} satisfies SettingDeclarations;
