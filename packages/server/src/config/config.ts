import { DEFAULT_RESOURCE_LIMITS, type ResourceLimits } from '../core/settings/resource-limits.ts';
import { DATABASE } from './database.ts';
import {
    basePath,
    corsMaxAgeSeconds,
    keepAliveSeconds,
    LISTENING,
    maxStalenessSeconds,
    requestSeconds,
    trustedProxies,
} from './listening.ts';
import { MAIL } from './mail.ts';
import { OPEN_TELEMETRY, UNUSED_TELEMETRY } from './open-telemetry.ts';
import { SERIES_BACKEND } from './series-backend.ts';
import {
    ConfigError,
    hostsOrRanges,
    list,
    oneOf,
    type ProcessVariables,
    read,
    readAll,
    removed,
    type Setting,
    type SettingDeclarations,
    text,
    unsupportedSettings,
    url,
    type ValuesOf,
    wholeNumber,
    yesNo,
} from './setting.ts';
import { OIDC, readGroup, SAML } from './single-sign-on.ts';

const LIMIT_NAMES: Record<keyof ResourceLimits, string> = {
    segmentValues: 'SEGMENT_VALUES',
    strategySegments: 'STRATEGY_SEGMENTS',
    actionSetActions: 'ACTION_SET_ACTIONS',
    actionSetsPerProject: 'ACTION_SETS_PER_PROJECT',
    actionSetFilters: 'ACTION_SET_FILTERS',
    actionSetFilterValues: 'ACTION_SET_FILTER_VALUES',
    signalEndpoints: 'SIGNAL_ENDPOINTS',
    signalTokensPerEndpoint: 'SIGNAL_TOKENS_PER_ENDPOINT',
    featureEnvironmentStrategies: 'FEATURE_ENVIRONMENT_STRATEGIES',
    constraints: 'CONSTRAINTS',
    constraintValues: 'CONSTRAINT_VALUES',
    environments: 'ENVIRONMENTS',
    projects: 'PROJECTS',
    apiTokens: 'API_TOKENS',
    segments: 'SEGMENTS',
    featureFlags: 'FEATURE_FLAGS',
    releaseTemplates: 'RELEASE_TEMPLATES',
};

const AUTH_TYPE_HELP =
    'Authentication: demo signs in anyone as Editor by e-mail address, none makes everyone an administrator; ' +
    'all other values mean passwords and single sign-on';

/** All settings of the service. */
const SETTINGS = {
    httpHost: text(['HTTP_HOST'], 'Address to listen on', '0.0.0.0'),
    httpPort: wholeNumber(['HTTP_PORT', 'PORT'], 'Port to listen on', 4242, [0, 65535]),
    basePath: basePath(['BASE_URI_PATH']),
    publicUrl: url(['UNLEASH_URL', 'URL'], 'Public URL of this instance, including the base path; used in links'),
    keepAliveSeconds: keepAliveSeconds(['SERVER_KEEPALIVE_TIMEOUT']),
    requestSeconds: requestSeconds(['SERVER_REQUEST_TIMEOUT']),
    trustedProxies: trustedProxies(['TRUSTED_PROXIES']),
    ...LISTENING,
    serveOpenApi: yesNo(['ENABLE_OAS'], 'Serve the API documentation', true),

    ...OPEN_TELEMETRY,

    dataDir: text(['DATA_DIR'], 'Folder of the embedded database', './data'),
    ...DATABASE,
    maxStalenessSeconds,
    checkDatabaseOnReady: yesNo(['CHECK_DB_ON_READY'], 'Include the database in the /ready check', false),

    authType: oneOf(['AUTH_TYPE'], AUTH_TYPE_HELP, 'open-source', [
        'open-source',
        'demo',
        'enterprise',
        'hosted',
        'custom',
        'none',
    ]),
    adminUsername: text(
        ['UNLEASH_DEFAULT_ADMIN_USERNAME', 'DEFAULT_ADMIN_USERNAME'],
        'Username of the first administrator',
        'admin',
    ),
    adminPassword: text(
        ['UNLEASH_DEFAULT_ADMIN_PASSWORD', 'DEFAULT_ADMIN_PASSWORD'],
        'Password of the first administrator; unset: generated and shown once',
    ),
    ...MAIL,
    secretKeys: {
        ...list(
            ['SECRET_KEY'],
            'Key that encrypts the secrets of single sign-on, integrations and second factors, and samples of traffic, in the database; to rotate it, set the new and the old key',
        ),
        parse: (value: string) => {
            const keys = value.split(',').map((key) => key.trim());
            return keys.every((key) => key.length >= 32) ? keys : undefined;
        },
        expects: 'one or more texts of at least 32 characters, separated by commas',
        orFile: true,
    },
    maxSessions: wholeNumber(
        ['MAX_PARALLEL_SESSIONS'],
        'Maximum number of concurrent sessions per user',
        5,
        [1, 1_000],
    ),
    sessionHours: wholeNumber(['SESSION_TTL_HOURS'], 'Hours until a session expires', 48, [1, 8760]),
    secureHeaders: yesNo(['SECURE_HEADERS'], 'Send the HSTS header and mark cookies as secure (HTTPS only)', false),
    adminTokens: list(
        ['INIT_ADMIN_API_TOKENS'],
        'Admin tokens to create if no tokens exist: *:*. followed by at least 16 characters',
    ),
    clientTokens: list(
        ['INIT_BACKEND_API_TOKENS', 'INIT_CLIENT_API_TOKENS'],
        'Backend tokens to create if no tokens exist: project:environment. followed by at least 16 characters',
    ),
    frontendTokens: list(
        ['INIT_FRONTEND_API_TOKENS'],
        'Frontend tokens to create if no tokens exist: project:environment. followed by at least 16 characters',
    ),
    frontendOrigins: list(
        ['UNLEASH_FRONTEND_API_ORIGINS', 'FRONTEND_API_ORIGINS'],
        'Origins that may use the frontend API',
        ['*'],
    ),
    edgeClientId: text(['EDGE_CLIENT_ID'], 'Client id with which an edge requests tokens', 'enterprise-edge'),
    edgeClientSecret: {
        ...text(
            ['EDGE_CLIENT_SECRET'],
            'Secret with which an edge signs its token requests; unset: token requests are refused',
        ),
        parse: (value: string) => (/^[\w-]{22,}$/.test(value) ? value : undefined),
        expects: 'at least 16 bytes in base64url',
    },
    trafficSamples: wholeNumber(
        ['TRAFFIC_SAMPLES'],
        'Number of evaluation contexts per environment that are kept in memory for a day, to preview which users a change affects; 0: none',
        5_000,
        [0, 50_000],
    ),
    maxExpensiveRequests: wholeNumber(
        ['MAX_EXPENSIVE_REQUESTS'],
        'Maximum number of expensive requests (previews, plans, imports, exports, comparisons) in progress; one caller may use half of them',
        8,
        [2, 1_000],
    ),
    maxImportMb: wholeNumber(
        ['MAX_IMPORT_MB'],
        'Maximum size of a request with an import or with the files of `halyard plan` and `halyard apply`, in MB; parsed, it takes several times as much memory',
        32,
        [1, 400],
    ),
    scheduleLateMinutes: wholeNumber(
        ['SCHEDULE_LATE_MINUTES'],
        'Maximum delay in minutes at which a scheduled change is still applied after a downtime; after that it is suspended',
        60,
        [1, 525_600],
    ),
    seriesDays: wholeNumber(
        ['METRIC_SERIES_STORAGE_DAYS'],
        'Days for which the hourly values of impact metrics are stored; minutes are stored for two days',
        35,
        [3, 400],
    ),
    ...SERIES_BACKEND,
    dailyUsageDays: wholeNumber(['DAILY_METRICS_STORAGE_DAYS'], 'Days for which flag usage is stored', 91, [1, 3650]),
    loginHistoryDays: wholeNumber(['LOGIN_HISTORY_DAYS'], 'Days for which sign-in attempts are stored', 14, [1, 3650]),
    deliveryDays: wholeNumber(
        ['DELIVERIES_DAYS'],
        'Days for which the outcomes of integration deliveries and e-mails are stored',
        30,
        [1, 3650],
    ),
    eventLogDays: wholeNumber(
        ['EVENT_LOG_DAYS'],
        'Days after which events are moved from the database to files in ARCHIVE_DIR; 0: never',
        0,
        [0, 36_500],
    ),
    archiveDir: text(['ARCHIVE_DIR'], 'Folder for archived events, on persistent storage'),
    pastDays: wholeNumber(
        ['PAST_DAYS'],
        'Days for which past flag configurations can be viewed and changes can be reverted; 0: as long as the events exist',
        0,
        [0, 36_500],
    ),
    corsMaxAgeSeconds: corsMaxAgeSeconds(['ACCESS_CONTROL_MAX_AGE'], 86_400),
    allowPrivateTargets: yesNo(
        ['UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION'],
        'Allow integrations to call private and local network addresses',
        false,
    ),
    allowedTargets: {
        ...list(
            ['UNLEASH_ALLOW_LIST_INTEGRATION'],
            'Non-public hosts (also *.example.com), IP addresses and ranges that integrations may call',
        ),
        parse: (value: string) => hostsOrRanges(value),
        expects: 'host names, addresses or ranges such as 10.1.0.0/16, separated by commas',
    },
    usersPerMinute: wholeNumber(
        ['CREATE_USER_RATE_LIMIT_PER_MINUTE'],
        'Maximum number of users created per minute and IP address',
        600,
        [1, 1_000_000],
    ),
    inactivityDays: wholeNumber(
        ['USER_INACTIVITY_THRESHOLD_IN_DAYS'],
        'Days without a sign-in after which a user is considered inactive',
        180,
        [1, 10_000],
    ),
    loginsPerMinute: wholeNumber(
        ['SIMPLE_LOGIN_LIMIT_PER_MINUTE'],
        'Maximum number of sign-in attempts per minute and IP address',
        10,
        [1, 1_000_000],
    ),
} satisfies Record<string, Setting<unknown>>;

/** Settings of earlier versions: each that is still set causes a warning at the start, with its replacement. */
const REMOVED_SETTINGS = {
    workers: text(['WORKERS'], 'run `halyard edge` next to the service, or more nodes; see docs/scaling.md'),
} satisfies SettingDeclarations;

type Values = ValuesOf<typeof SETTINGS>;

export interface Config extends Values {
    readonly limits: Readonly<ResourceLimits>;
    /** Single sign-on configured by the operator; undefined: configured by administrators in the UI. */
    readonly oidc: ValuesOf<typeof OIDC> | undefined;
    readonly saml: ValuesOf<typeof SAML> | undefined;
    /** Warnings about settings without effect. */
    readonly warnings: readonly string[];
}

/** Reads and checks the whole configuration. The only reader of the environment. */
export function readConfig(environment: ProcessVariables): Config {
    const values = readAll(environment, SETTINGS);
    if (values.seriesBackend === 'prometheus' && values.seriesPrometheusUrl === '') {
        throw new ConfigError('SERIES_BACKEND=prometheus needs SERIES_PROMETHEUS_URL too: the base URL of the engine.');
    }
    if (values.eventLogDays > 0 && values.archiveDir === '') {
        throw new ConfigError('EVENT_LOG_DAYS needs ARCHIVE_DIR too: the folder to which events are moved.');
    }
    const limits = Object.fromEntries(
        Object.entries(DEFAULT_RESOURCE_LIMITS).map(([key, fallback]) => [
            key,
            read(environment, limitSetting(key as keyof ResourceLimits, fallback)),
        ]),
    ) as unknown as ResourceLimits;
    const config = {
        ...values,
        databaseUrl: databaseUrl(values),
        limits: Object.freeze(limits),
        oidc: readGroup(environment, OIDC, ['discoverUrl', 'clientId', 'secret']),
        saml: readGroup(environment, SAML, ['entityId', 'signOnUrl', 'certificate']),
        warnings: [
            ...unsupportedSettings(environment, UNUSED_TELEMETRY, 'Halyard'),
            ...removed(environment, REMOVED_SETTINGS),
            ...ignoredByDatabase(environment, databaseUrl(values)),
        ],
    };
    return Object.freeze(config);
}

const limitSetting = (key: keyof ResourceLimits, fallback: number) =>
    wholeNumber(
        [`UNLEASH_${LIMIT_NAMES[key]}_LIMIT`, `${LIMIT_NAMES[key]}_LIMIT`],
        `Limit: ${key}`,
        fallback,
        [1, 1_000_000],
    );

/** Variables of libpq that select a server, which this service does not read. */
const LIBPQ = ['PGHOST', 'PGPORT', 'PGDATABASE', 'PGUSER', 'PGPASSWORD', 'PGSERVICE'];

function ignoredByDatabase(environment: ProcessVariables, url: string): string[] {
    const present = LIBPQ.filter((name) => environment[name]);
    if (url !== '' || present.length === 0) return [];
    return [
        `${present.join(', ')} have no effect: the embedded database is used. For PostgreSQL, set DATABASE_URL or DATABASE_HOST.`,
    ];
}

function databaseUrl(values: Values): string {
    if (values.databaseUrl) return values.databaseUrl;
    if (!values.databaseHost) return '';
    const hosts = values.databaseHost.split(',');
    const isSocket = values.databaseHost.startsWith('/');
    const host = isSocket ? 'localhost' : hosts[0];
    const url = new URL(`postgres://${host}:${values.databasePort}/${encodeURIComponent(values.databaseName)}`);
    if (isSocket || hosts.length > 1) {
        url.searchParams.set('host', values.databaseHost);
        url.searchParams.set('port', String(values.databasePort));
    }
    if (hosts.length > 1) {
        // A node writes to the database, so it must connect to the primary of several hosts.
        url.searchParams.set('target_session_attrs', 'read-write');
    }
    url.username = encodeURIComponent(values.databaseUsername);
    url.password = encodeURIComponent(values.databasePassword);
    return url.toString();
}

/** Returns the list of settings for `--help`. */
export function describeSettings(): string {
    const settings: Setting<unknown>[] = [
        ...Object.values(SETTINGS),
        ...Object.values(OIDC),
        ...Object.values(SAML),
        ...Object.entries(DEFAULT_RESOURCE_LIMITS).map(([key, value]) =>
            limitSetting(key as keyof ResourceLimits, value),
        ),
    ];
    const width = Math.max(...settings.map(({ names }) => names[0].length));
    return settings
        .map(({ names, help, fallback, orFile }) => {
            const others = [...names.slice(1), ...(orFile ? [`${names[0]}_FILE`] : [])];
            const also = others.length > 0 ? ` (also ${others.join(', ')})` : '';
            const defaultText =
                fallback === '' || (typeof fallback === 'object' && Object.keys(fallback ?? {}).length === 0)
                    ? ''
                    : ` [${String(fallback)}]`;
            return `  ${names[0].padEnd(width)}  ${help}${defaultText}${also}`;
        })
        .join('\n');
}
