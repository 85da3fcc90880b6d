import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isCertificate, isRsaKey } from './core/certificates.ts';
import { DEFAULT_RESOURCE_LIMITS, type ResourceLimits } from './core/resource-limits.ts';

/** A wrong value names its variable; the operator needs no more than this line. */
export class ConfigError extends Error {}

interface Setting<T> {
    /** The first is the one we document; all are also read with the prefix `HALYARD_`. */
    names: readonly [string, ...string[]];
    help: string;
    fallback: T;
    /** Returns undefined when the text is not acceptable. */
    parse: (text: string) => T | undefined;
    /** Completes "NAME must be …". */
    expects: string;
    /** The value may also stand in a file, which NAME_FILE names, as secrets often do. */
    orFile?: boolean;
}

const text = (names: Setting<string>['names'], help: string, fallback = ''): Setting<string> => ({
    names,
    help,
    fallback,
    parse: (value) => value,
    expects: 'text',
});

function whole(
    names: Setting<number>['names'],
    help: string,
    fallback: number,
    [min, max] = [0, Number.MAX_SAFE_INTEGER],
): Setting<number> {
    return {
        names,
        help,
        fallback,
        parse: (value) => {
            const number = Number(value);
            return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
        },
        expects:
            max === Number.MAX_SAFE_INTEGER
                ? `a whole number of at least ${min}`
                : `a whole number from ${min} to ${max}`,
    };
}

const TRUE = ['true', '1', 't'];
const FALSE = ['false', '0', 'f'];

const yesNo = (names: Setting<boolean>['names'], help: string, fallback: boolean): Setting<boolean> => ({
    names,
    help,
    fallback,
    parse: (value) =>
        TRUE.includes(value.toLowerCase()) ? true : FALSE.includes(value.toLowerCase()) ? false : undefined,
    expects: 'true or false',
});

const oneOf = <const T extends string>(
    names: Setting<T>['names'],
    help: string,
    fallback: T,
    values: readonly T[],
): Setting<T> => ({
    names,
    help,
    fallback,
    parse: (value) => values.find((candidate) => candidate.toLowerCase() === value.toLowerCase()),
    expects: `one of ${values.join(', ')}`,
});

const list = (names: Setting<string[]>['names'], help: string, fallback: string[] = []): Setting<string[]> => ({
    names,
    help,
    fallback,
    parse: (value) =>
        value
            .split(',')
            .map((item) => item.trim())
            .filter(Boolean),
    expects: 'a list separated by commas',
});

function hostsOrRanges(value: string): string[] | undefined {
    const entries = value
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean);
    return entries.every((entry) => isRange(entry) || /^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(entry))
        ? entries
        : undefined;
}

function isRange(entry: string): boolean {
    const [address = '', prefix = '0', ...rest] = entry.split('/');
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

const url = (names: Setting<string>['names'], help: string, fallback = ''): Setting<string> => ({
    names,
    help,
    fallback,
    parse: (value) => (/^https?:\/\//.test(value) && URL.canParse(value) ? value.replace(/\/+$/, '') : undefined),
    expects: 'an http or https URL',
});

function areHeaders(value: string): boolean {
    try {
        const headers: unknown = JSON.parse(value);
        if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return false;
        return Object.entries(headers).every(
            ([name, content]) => /^[a-z0-9-]+$/i.test(name) && typeof content === 'string' && !/\p{Cc}/u.test(content),
        );
    } catch {
        return false;
    }
}

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
};

/** Every setting there is. To add one, add a line. */
const SETTINGS = {
    httpHost: text(['HTTP_HOST'], 'Address to listen on', '0.0.0.0'),
    httpPort: whole(['HTTP_PORT', 'PORT'], 'Port to listen on', 4242, [0, 65535]),
    basePath: {
        ...text(['BASE_URI_PATH'], 'Path under which everything is served, e.g. /flags'),
        parse: (value: string) =>
            /^[\w\-./~]*$/.test(value) ? value.replace(/^\/*|\/+$/g, '').replace(/^(?=.)/, '/') : undefined,
        expects: 'a path such as /flags',
    },
    publicUrl: url(['UNLEASH_URL', 'URL'], 'Public address of this instance, for links'),
    keepAliveSeconds: whole(['SERVER_KEEPALIVE_TIMEOUT'], 'Seconds an idle connection is kept', 15),
    shutdownMs: whole(['GRACEFUL_SHUTDOWN_TIMEOUT'], 'Milliseconds that requests under way get at shutdown', 5_000),
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
    disableCompression: yesNo(['SERVER_DISABLE_COMPRESSION'], 'Send everything uncompressed', false),
    streamingHint: yesNo(['STREAMING_HINT'], 'Offer polling SDKs to be told of changes as they happen', true),
    maxStreams: whole(
        ['MAX_STREAMS'],
        'SDKs and open pages that may be connected to be told of changes; others poll',
        10_000,
    ),
    serveOpenApi: yesNo(['ENABLE_OAS'], 'Serve the API documentation', true),

    dataDir: text(['DATA_DIR'], 'Folder of the embedded database', './data'),
    databaseUrl: {
        ...text(['DATABASE_URL'], 'postgres://… for PostgreSQL; unset: the embedded database'),
        parse: (value: string) => (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value) ? value : undefined),
        expects: 'a URL that begins with postgres://',
        orFile: true,
    },
    databaseHost: text(['DATABASE_HOST'], 'PostgreSQL host, instead of DATABASE_URL'),
    databasePort: whole(['DATABASE_PORT'], 'PostgreSQL port', 5432, [1, 65535]),
    databaseName: text(['DATABASE_NAME'], 'PostgreSQL database', 'halyard'),
    databaseUsername: text(['DATABASE_USERNAME'], 'PostgreSQL user'),
    databasePassword: text(['DATABASE_PASSWORD'], 'PostgreSQL password'),
    databaseSchema: {
        ...text(['DATABASE_SCHEMA'], 'PostgreSQL schema', 'public'),
        parse: (value: string) => (/^\w+$/.test(value) ? value : undefined),
        expects: 'a plain name',
    },
    databaseApplicationName: {
        ...text(['DATABASE_APPLICATION_NAME'], 'How connections introduce themselves to PostgreSQL', 'halyard'),
    },
    databaseSsl: {
        ...text(['DATABASE_SSL'], 'TLS options for PostgreSQL, as JSON'),
        parse: (value: string) => {
            try {
                JSON.parse(value);
                return value;
            } catch {
                return undefined;
            }
        },
        expects: 'JSON',
    },
    databasePoolMax: whole(['DATABASE_POOL_MAX'], 'PostgreSQL connections at most', 4, [2, 1000]),
    checkDatabaseOnReady: yesNo(['CHECK_DB_ON_READY'], 'Let /ready ask the database', false),

    authType: oneOf(['AUTH_TYPE'], 'How users sign in', 'open-source', [
        'open-source',
        'demo',
        'enterprise',
        'hosted',
        'custom',
        'none',
    ]),
    adminUsername: text(
        ['UNLEASH_DEFAULT_ADMIN_USERNAME', 'DEFAULT_ADMIN_USERNAME'],
        'Name of the first administrator',
        'admin',
    ),
    adminPassword: text(
        ['UNLEASH_DEFAULT_ADMIN_PASSWORD', 'DEFAULT_ADMIN_PASSWORD'],
        'Password of the first administrator; unset: made up and shown once',
    ),
    mailHost: text(['EMAIL_HOST'], 'Mail server (SMTP); unset: links are shown instead of sent'),
    mailPort: whole(['EMAIL_PORT'], 'Port of the mail server', 587, [1, 65535]),
    mailSecure: yesNo(
        ['EMAIL_SECURE'],
        'Speak TLS from the first byte (port 465); otherwise when the server can',
        false,
    ),
    mailUser: text(['EMAIL_USER'], 'Name to sign in with at the mail server'),
    mailPassword: text(['EMAIL_PASSWORD'], 'Password to sign in with at the mail server'),
    mailSender: {
        ...text(['EMAIL_SENDER'], 'Who mails come from; unset: noreply@ and the host of the public address'),
        parse: (value: string) => (/^[^\p{Cc}@]+@[^\p{Cc}@]+$/u.test(value) ? value : undefined),
        expects: 'an address such as flags@example.com or Flags <flags@example.com>',
    },
    mailHeaders: {
        ...text(['EMAIL_OPTIONAL_HEADERS'], 'Further headers of every mail, as a JSON object of texts'),
        parse: (value: string) => (areHeaders(value) ? value : undefined),
        expects: 'a JSON object such as {"X-Mail-Group": "flags"}',
    },
    secretKeys: {
        ...list(
            ['SECRET_KEY'],
            'Key that seals the secrets of single sign-on and integrations in the database; to replace it: the new and the old one',
        ),
        parse: (value: string) => {
            const keys = value.split(',').map((key) => key.trim());
            return keys.every((key) => key.length >= 32) ? keys : undefined;
        },
        expects: 'one or more texts of at least 32 characters, separated by commas',
        orFile: true,
    },
    maxSessions: whole(['MAX_PARALLEL_SESSIONS'], 'Sessions of one user at the same time', 5, [1, 1_000]),
    sessionHours: whole(['SESSION_TTL_HOURS'], 'Hours until a sign-in expires', 48, [1, 8760]),
    secureHeaders: yesNo(['SECURE_HEADERS'], 'Send HSTS, and cookies over https only', false),
    adminTokens: list(['INIT_ADMIN_API_TOKENS'], 'Admin tokens to create when there are no tokens'),
    clientTokens: list(
        ['INIT_BACKEND_API_TOKENS', 'INIT_CLIENT_API_TOKENS'],
        'Backend tokens to create when there are no tokens',
    ),
    frontendTokens: list(['INIT_FRONTEND_API_TOKENS'], 'Frontend tokens to create when there are no tokens'),
    frontendOrigins: list(
        ['UNLEASH_FRONTEND_API_ORIGINS', 'FRONTEND_API_ORIGINS'],
        'Origins that may use the frontend API',
        ['*'],
    ),
    edgeClientId: text(['EDGE_CLIENT_ID'], 'Name by which an edge asks for tokens', 'edge'),
    edgeClientSecret: {
        ...text(['EDGE_CLIENT_SECRET'], 'Secret that an edge signs its requests for tokens with; unset: it gets none'),
        parse: (value: string) => (/^[\w-]{22,}$/.test(value) ? value : undefined),
        expects: 'at least 16 bytes in base64url',
    },
    dailyUsageDays: whole(['DAILY_METRICS_STORAGE_DAYS'], 'Days for which the usage of flags is kept', 91, [1, 3650]),
    corsMaxAgeSeconds: whole(
        ['ACCESS_CONTROL_MAX_AGE'],
        'Seconds browsers may remember which origins are allowed',
        86_400,
    ),
    allowPrivateTargets: yesNo(
        ['UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION'],
        'Let integrations call addresses that are not in the public internet',
        false,
    ),
    allowedTargets: {
        ...list(
            ['UNLEASH_ALLOW_LIST_INTEGRATION'],
            'Hosts (also *.example.com), addresses and ranges that integrations may call though they are not public',
        ),
        parse: (value: string) => hostsOrRanges(value),
        expects: 'host names, addresses or ranges such as 10.1.0.0/16, separated by commas',
    },
    usersPerMinute: whole(
        ['CREATE_USER_RATE_LIMIT_PER_MINUTE'],
        'Users created per minute and address',
        600,
        [1, 1_000_000],
    ),
    inactivityDays: whole(
        ['USER_INACTIVITY_THRESHOLD_IN_DAYS'],
        'Days without sign-in after which a user counts as inactive',
        180,
        [1, 10_000],
    ),
    loginsPerMinute: whole(['SIMPLE_LOGIN_LIMIT_PER_MINUTE'], 'Sign-ins per minute and address', 10, [1, 1_000_000]),
} satisfies Record<string, Setting<unknown>>;

/** What OpenID Connect and SAML share. The names of members are those of the settings that administrators make. */
const singleSignOn = (prefix: 'OIDC' | 'SAML', name: string) => ({
    enabled: yesNo(
        [`${prefix}_ENABLED`],
        `Let people sign in with ${name}, or not; set, all of its settings come from here and administrators change none`,
        false,
    ),
    autoCreate: yesNo([`${prefix}_AUTO_CREATE`], 'Create users who sign in for the first time', false),
    emailDomains: text(
        [`${prefix}_AUTO_CREATE_EMAIL_DOMAINS`],
        'Whom to create: domains separated by commas; unset: everyone',
    ),
    defaultRootRole: oneOf([`${prefix}_DEFAULT_ROOT_ROLE`], 'The root role of created users', 'Viewer', [
        'Viewer',
        'Editor',
        'Admin',
    ]),
    enableGroupSyncing: yesNo(
        [`${prefix}_ENABLE_GROUP_SYNCING`],
        'Put users into the groups that map to theirs',
        false,
    ),
    groupJsonPath: text([`${prefix}_GROUP_JSON_PATH`], 'Where in the answer the groups of a user stand'),
});

const OIDC = {
    ...singleSignOn('OIDC', 'OpenID Connect'),
    discoverUrl: url(['OIDC_DISCOVER_URL'], 'Where the identity provider describes itself'),
    clientId: text(['OIDC_CLIENT_ID'], 'What the identity provider calls this instance'),
    secret: {
        ...text(['OIDC_CLIENT_SECRET'], 'Secret that the identity provider knows this instance by'),
        orFile: true,
    },
    enableSingleSignOut: yesNo(['OIDC_ENABLE_SINGLE_SIGN_OUT'], 'Sign out at the identity provider too', false),
    acrValues: text(['OIDC_ACR_VALUES'], 'Levels of authentication of which one is needed, separated by spaces'),
    idTokenSigningAlgorithm: oneOf(['OIDC_ID_TOKEN_SIGNING_ALGORITHM'], 'How id tokens are signed', 'RS256', [
        'RS256',
        'RS384',
        'RS512',
    ]),
    addGroupsScope: yesNo(['OIDC_ADD_GROUPS_SCOPE'], 'Ask for the scope groups', false),
    enablePkce: yesNo(['OIDC_ENABLE_PKCE'], 'Use PKCE', true),
    extraScopes: text(['OIDC_EXTRA_SCOPES'], 'Further scopes to ask for, separated by spaces'),
} satisfies Record<string, Setting<unknown>>;

/** Many tools cannot put line ends into variables. */
const pem = (names: Setting<string>['names'], help: string, isPem: (value: string) => boolean, expects: string) => ({
    ...text(names, help),
    parse: (value: string) => [value.replaceAll('\\n', '\n')].find(isPem),
    expects,
    orFile: true,
});

const SAML = {
    ...singleSignOn('SAML', 'SAML'),
    entityId: text(['SAML_ENTITY_ID'], 'What the identity provider calls itself'),
    signOnUrl: url(['SAML_SIGNON_URL'], 'Where people sign in'),
    signOutUrl: url(['SAML_SIGNOUT_URL'], 'Where people sign out; unset: only here'),
    certificate: pem(
        ['SAML_CERTIFICATE'],
        'Certificate of the identity provider',
        isCertificate,
        'an X.509 certificate',
    ),
    spCertificate: pem(
        ['SAML_SP_CERTIFICATE'],
        'Private key with which to sign and decrypt, and its certificate',
        isRsaKey,
        'an RSA private key in PEM format, followed by its certificate',
    ),
} satisfies Record<string, Setting<unknown>>;

type Settings = { [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K]['fallback'] };

type ValuesOf<G> = { readonly [K in keyof G]: G[K] extends Setting<infer T> ? T : never };

export interface Config extends Readonly<Settings> {
    readonly limits: Readonly<ResourceLimits>;
    /** Single sign-on as the operator wants it; undefined: as administrators want it. */
    readonly oidc: ValuesOf<typeof OIDC> | undefined;
    readonly saml: ValuesOf<typeof SAML> | undefined;
}

type Environment = Record<string, string | undefined>;

/** Reads and checks the whole configuration. The only reader of the environment. */
export function readConfig(environment: Environment): Config {
    const values = Object.fromEntries(
        Object.entries(SETTINGS).map(([key, setting]) => [key, read(environment, setting as Setting<unknown>)]),
    ) as Settings;
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
    };
    return Object.freeze(config);
}

/** A way in that is here as a whole or not at all: its first variable says whether. */
function readGroup<G extends { enabled: Setting<boolean> } & Record<string, Setting<unknown>>>(
    environment: Environment,
    group: G,
    needed: readonly (keyof G & string)[],
): ValuesOf<G> | undefined {
    const given = Object.values(group).find((setting) => nameIn(environment, setting) !== undefined);
    if (!given) return undefined;
    const switchName = group.enabled.names[0];
    if (nameIn(environment, group.enabled) === undefined) {
        throw new ConfigError(`${given.names[0]} has no effect without ${switchName}. Set that to true or false.`);
    }
    const values = Object.fromEntries(
        Object.entries(group).map(([key, setting]) => [key, read(environment, setting)]),
    ) as ValuesOf<G>;
    const missing = needed.filter((key) => values.enabled && !values[key]).map((key) => group[key]!.names[0]);
    if (missing.length > 0) throw new ConfigError(`${switchName} needs ${missing.join(', ')} too.`);
    return Object.freeze(values);
}

const limitSetting = (key: keyof ResourceLimits, fallback: number) =>
    whole(
        [`UNLEASH_${LIMIT_NAMES[key]}_LIMIT`, `${LIMIT_NAMES[key]}_LIMIT`],
        `Limit: ${key}`,
        fallback,
        [1, 1_000_000],
    );

function read<T>(environment: Environment, setting: Setting<T>): T {
    const name = nameIn(environment, setting);
    if (name === undefined) return setting.fallback;
    const value = environment[name]!.trim();
    const isFile = setting.orFile && name.endsWith('_FILE');
    const parsed = setting.parse(isFile ? contentOf(name, value) : value);
    if (parsed === undefined) throw new ConfigError(`${name} must ${isFile ? 'hold' : 'be'} ${setting.expects}.`);
    return parsed;
}

/** The variable that says the setting, if any does. */
const nameIn = (environment: Environment, { names, orFile }: Setting<unknown>): string | undefined =>
    names
        .flatMap((name) => [`HALYARD_${name.replace(/^UNLEASH_/, '')}`, name])
        .flatMap((name) => (orFile ? [name, `${name}_FILE`] : [name]))
        .find((name) => environment[name]?.trim());

function contentOf(name: string, file: string): string {
    try {
        return readFileSync(file, 'utf8').trim();
    } catch {
        throw new ConfigError(`${name} must be a file that can be read: ${file}`);
    }
}

function databaseUrl(values: Settings): string {
    if (values.databaseUrl) return values.databaseUrl;
    if (!values.databaseHost) return '';
    const url = new URL(`postgres://${values.databaseHost}:${values.databasePort}/${values.databaseName}`);
    url.username = encodeURIComponent(values.databaseUsername);
    url.password = encodeURIComponent(values.databasePassword);
    return url.toString();
}

/** What `--help` prints. */
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
            const standard =
                fallback === '' || (Array.isArray(fallback) && fallback.length === 0) ? '' : ` [${String(fallback)}]`;
            return `  ${names[0].padEnd(width)}  ${help}${standard}${also}`;
        })
        .join('\n');
}
