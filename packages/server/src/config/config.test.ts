import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { halyard } from '../../test/support/halyard.ts';
import { readPostgresUrl } from '../core/settings/postgres-url.ts';
import { DEFAULT_RESOURCE_LIMITS } from '../core/settings/resource-limits.ts';
import { readEdgeConfig } from '../edge/config/edge-config.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './setting.ts';

function temporaryFolder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
}

test('all settings have defaults', () => {
    expect(readConfig({})).toMatchObject({
        httpHost: '0.0.0.0',
        httpPort: 4242,
        basePath: '',
        dataDir: './data',
        databaseUrl: '',
        authType: 'open-source',
        adminUsername: 'admin',
        adminPassword: '',
        adminTokens: [],
        frontendOrigins: ['*'],
        limits: DEFAULT_RESOURCE_LIMITS,
    });
});

test.each([
    ['a port that is not a number', { HTTP_PORT: 'abc' }, 'HTTP_PORT must be a whole number from 0 to 65535.'],
    ['a port out of range', { HTTP_PORT: '70000' }, 'HTTP_PORT must be a whole number from 0 to 65535.'],
    ['a negative number', { DATABASE_PORT: '-1' }, 'DATABASE_PORT must be a whole number from 1 to 65535.'],
    ['a fraction', { SESSION_TTL_HOURS: '1.5' }, 'SESSION_TTL_HOURS must be a whole number from 1 to 8760.'],
    [
        'a number in another notation',
        { DATABASE_POOL_MAX: '1e3' },
        'DATABASE_POOL_MAX must be a whole number from 2 to 1000.',
    ],
    [
        'a limit of 0',
        { UNLEASH_PROJECTS_LIMIT: '0' },
        'UNLEASH_PROJECTS_LIMIT must be a whole number from 1 to 1000000.',
    ],
    ['an invalid boolean', { ENABLE_OAS: 'perhaps' }, 'ENABLE_OAS must be true or false.'],
    [
        'an unknown log level',
        { LOG_LEVEL: 'loud' },
        'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.',
    ],
    [
        'an unknown authentication type',
        { AUTH_TYPE: 'magic' },
        'AUTH_TYPE must be one of open-source, demo, enterprise, hosted, custom, none.',
    ],
    ['an invalid URL', { UNLEASH_URL: 'flags.example.com' }, /^UNLEASH_URL must be /],
    [
        'an invalid IP range',
        { UNLEASH_ALLOW_LIST_INTEGRATION: '10.0.0.0/33' },
        /^UNLEASH_ALLOW_LIST_INTEGRATION must be /,
    ],
    ['a host that is a URL', { UNLEASH_ALLOW_LIST_INTEGRATION: 'http://a.example' }, /must be host names, addresses/],
    ['an invalid path', { BASE_URI_PATH: '/a b' }, 'BASE_URI_PATH must be a path such as /flags.'],
    [
        'another kind of database',
        { DATABASE_URL: 'mysql://db/x' },
        'DATABASE_URL must be a URL that begins with postgres:// (several hosts: postgres://a:5432,b:5432/name?target_session_attrs=read-write).',
    ],
    ['an invalid schema name', { DATABASE_SCHEMA: 'a; drop table b' }, 'DATABASE_SCHEMA must be a plain name.'],
    [
        'a database name with #',
        { DATABASE_NAME: 'my-db#1' },
        'DATABASE_NAME must be a name without the characters ; / ? : @ & = + $ , #.',
    ],
    [
        'an unknown mode of TLS',
        { PGSSLMODE: 'sometimes' },
        'PGSSLMODE must be one of disable, allow, prefer, require, no-verify, verify-ca, verify-full.',
    ],
    ['options that are not JSON', { DATABASE_SSL: '{rejectUnauthorized' }, 'DATABASE_SSL must be JSON.'],
    ['the mail port 0', { EMAIL_PORT: '0' }, 'EMAIL_PORT must be a whole number from 1 to 65535.'],
    ['a sender with a line break', { EMAIL_SENDER: 'a@b.c\nBcc: d@e.f' }, /^EMAIL_SENDER must be an address such as/],
    ['a sender that is not an address', { EMAIL_SENDER: 'Flags' }, /^EMAIL_SENDER must be an address such as/],
    [
        'headers that are not an object',
        { EMAIL_OPTIONAL_HEADERS: '["a"]' },
        /^EMAIL_OPTIONAL_HEADERS must be a JSON object/,
    ],
    ['a header of two lines', { EMAIL_OPTIONAL_HEADERS: '{"A":"b\\nBcc: c"}' }, /^EMAIL_OPTIONAL_HEADERS must be /],
    ['a header with an invalid name', { EMAIL_OPTIONAL_HEADERS: '{"A: b":"c"}' }, /^EMAIL_OPTIONAL_HEADERS must be /],
    ['headers that are not JSON', { EMAIL_OPTIONAL_HEADERS: 'A: b' }, /^EMAIL_OPTIONAL_HEADERS must be /],
    [
        'a missing file',
        { DATABASE_URL_FILE: '/nowhere' },
        /^DATABASE_URL_FILE must be a file that can be read: \/nowhere$/,
    ],
    ['a key that is too short', { SECRET_KEY: 'secret' }, /^SECRET_KEY must be one or more texts of at least 32/],
    [
        'single sign-on without OIDC_ENABLED',
        { OIDC_CLIENT_ID: 'a' },
        'OIDC_CLIENT_ID has no effect without OIDC_ENABLED. Set that to true or false.',
    ],
    [
        'single sign-on with missing settings',
        { OIDC_ENABLED: 'true', OIDC_CLIENT_ID: 'a' },
        'OIDC_ENABLED needs OIDC_DISCOVER_URL, OIDC_CLIENT_SECRET too.',
    ],
    [
        'an invalid certificate',
        { SAML_ENABLED: 'false', SAML_CERTIFICATE: 'abc' },
        'SAML_CERTIFICATE must be an X.509 certificate.',
    ],
    [
        'a certificate in a missing file',
        { SAML_ENABLED: 'true', SAML_CERTIFICATE_FILE: '/nowhere' },
        'SAML_CERTIFICATE_FILE must be a file that can be read: /nowhere',
    ],
    [
        'an invalid value with the prefix HALYARD_',
        { HALYARD_HTTP_PORT: 'abc' },
        'HALYARD_HTTP_PORT must be a whole number from 0 to 65535.',
    ],
    ['an invalid value under an older name', { PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535.'],
])('%s is reported with the name of the variable', (_what, environment, message) => {
    const attempt = () => readConfig(environment as Record<string, string>);

    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(message);
});

test('every variable is also read with the prefix HALYARD_, which takes precedence', () => {
    expect(readConfig({ HALYARD_HTTP_PORT: '1111', HTTP_PORT: '2222' }).httpPort).toBe(1111);
    expect(readConfig({ HALYARD_URL: 'https://a.example.com', UNLEASH_URL: 'https://b.example.com' }).publicUrl).toBe(
        'https://a.example.com',
    );
    expect(readConfig({ HALYARD_PROJECTS_LIMIT: '7' }).limits.projects).toBe(7);
});

test('the older of two names is read if the newer is not set', () => {
    expect(readConfig({ PORT: '1111' }).httpPort).toBe(1111);
    expect(readConfig({ PORT: '1111', HTTP_PORT: '2222' }).httpPort).toBe(2222);
    expect(readConfig({ INIT_CLIENT_API_TOKENS: '*:development.a-token' }).clientTokens).toEqual([
        '*:development.a-token',
    ]);
});

test('an empty value is treated as not set', () => {
    expect(readConfig({ HTTP_PORT: ' ', DATABASE_URL: '' })).toMatchObject({ httpPort: 4242, databaseUrl: '' });
});

test.each([
    ['flags', '/flags'],
    ['/flags', '/flags'],
    ['/flags/', '/flags'],
    ['/a/b', '/a/b'],
    ['/', ''],
])('the base path %s is normalized to %s', (value, expected) => {
    expect(readConfig({ BASE_URI_PATH: value }).basePath).toBe(expected);
});

test.each([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['t', true],
    ['false', false],
    ['0', false],
    ['F', false],
])('the boolean %s is read as %s', (value, expected) => {
    expect(readConfig({ ENABLE_OAS: value }).serveOpenApi).toBe(expected);
});

test('a list is separated by commas, with or without spaces', () => {
    expect(readConfig({ INIT_ADMIN_API_TOKENS: '*:*.one-token, *:*.two-token,' }).adminTokens).toEqual([
        '*:*.one-token',
        '*:*.two-token',
    ]);
});

test('the database URL can be set in parts with arbitrary characters', () => {
    const { databaseUrl } = readConfig({
        DATABASE_HOST: 'db.example.com',
        DATABASE_PORT: '6543',
        DATABASE_NAME: 'flags',
        DATABASE_USERNAME: 'me@home',
        DATABASE_PASSWORD: 'p:a/s%s#w?rd',
    });

    const url = new URL(databaseUrl);
    expect(url).toMatchObject({ protocol: 'postgres:', hostname: 'db.example.com', port: '6543', pathname: '/flags' });
    expect(decodeURIComponent(url.username)).toBe('me@home');
    expect(decodeURIComponent(url.password)).toBe('p:a/s%s#w?rd');
});

test('several PostgreSQL hosts can be set in parts, and the primary is used', () => {
    const { databaseUrl } = readConfig({ DATABASE_HOST: 'a.example.com,b.example.com', DATABASE_NAME: 'flags' });

    expect(readPostgresUrl(databaseUrl)).toMatchObject({
        hosts: [
            { host: 'a.example.com', port: 5432 },
            { host: 'b.example.com', port: 5432 },
        ],
        target: 'read-write',
        database: 'flags',
    });
});

test('PostgreSQL can be reached through the folder of its socket, with a password from a file', () => {
    const file = path.join(temporaryFolder(), 'password');
    writeFileSync(file, 'p@ss\n');
    const { databaseUrl } = readConfig({ DATABASE_HOST: '/run/postgresql', DATABASE_PASSWORD_FILE: file });

    expect(readPostgresUrl(databaseUrl)).toMatchObject({ hosts: [{ host: '/run/postgresql', port: 5432 }] });
    expect(decodeURIComponent(new URL(databaseUrl).password)).toBe('p@ss');
});

test('variables of libpq that have no effect are reported', () => {
    expect(readConfig({ PGHOST: 'db', PGUSER: 'me' }).warnings).toEqual([
        expect.stringMatching(/^PGHOST, PGUSER have no effect: .* set DATABASE_URL or DATABASE_HOST\.$/),
    ]);
    expect(readConfig({ PGHOST: 'db', DATABASE_URL: 'postgres://a/b' }).warnings).toEqual([]);
});

test('the database URL can be read from a file', () => {
    const file = path.join(temporaryFolder(), 'url');
    writeFileSync(file, 'postgres://db/flags\n');

    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://db/flags');
});

test('a file that does not contain a database URL is reported', () => {
    const file = path.join(temporaryFolder(), 'url');
    writeFileSync(file, 'secret nonsense\n');

    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(/^DATABASE_URL_FILE must/);
    expect(() => readConfig({ DATABASE_URL_FILE: file })).not.toThrow(/nonsense/);
});

test('single sign-on is configured by the operator if OIDC_ENABLED is set; the secret may be in a file', () => {
    const file = path.join(temporaryFolder(), 'secret');
    writeFileSync(file, 'secret-in-a-file\n');

    const { oidc, saml } = readConfig({
        OIDC_ENABLED: 'true',
        OIDC_DISCOVER_URL: 'https://idp.example.com/',
        OIDC_CLIENT_ID: 'halyard',
        OIDC_CLIENT_SECRET_FILE: file,
        OIDC_ID_TOKEN_SIGNING_ALGORITHM: 'rs512',
    });

    expect(saml).toBeUndefined();
    expect(oidc).toEqual({
        enabled: true,
        discoverUrl: 'https://idp.example.com',
        clientId: 'halyard',
        secret: 'secret-in-a-file',
        autoCreate: false,
        emailDomains: '',
        defaultRootRole: 'Viewer',
        enableGroupSyncing: false,
        groupJsonPath: '',
        enableSingleSignOut: false,
        acrValues: '',
        idTokenSigningAlgorithm: 'RS512',
        addGroupsScope: false,
        enablePkce: true,
        extraScopes: '',
        trustUnverifiedEmail: false,
    });
});

test('DATABASE_URL takes precedence over its parts', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://a/b', DATABASE_HOST: 'c' }).databaseUrl).toBe('postgres://a/b');
});

test('the configuration is frozen', () => {
    const config = readConfig({});

    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.limits)).toBe(true);
});

/** Runs the command in an empty folder. */
const run = (args: string[], environment: Record<string, string> = {}) =>
    halyard(args, { environment, cwd: temporaryFolder() });

test('--help lists every variable with its description', async () => {
    const { status, stdout } = await run(['--help']);

    expect(status).toBe(0);
    for (const name of ['HTTP_PORT', 'PORT', 'DATABASE_URL', 'INIT_ADMIN_API_TOKENS', 'UNLEASH_FEATURE_FLAGS_LIMIT']) {
        expect(stdout).toMatch(new RegExp(`\\b${name}\\b`));
    }
    const names = Object.keys(DEFAULT_RESOURCE_LIMITS);
    expect(names.filter((name) => !stdout.includes(`Limit: ${name}`))).toEqual([]);
    expect(stdout).toContain('HALYARD_');
});

test('an invalid value stops the start with one line and status 1, before any file is created', async () => {
    const { status, stdout, stderr } = await run([], { HTTP_PORT: 'abc' });

    expect({ status, stdout, stderr }).toEqual({
        status: 1,
        stdout: '',
        stderr: 'HTTP_PORT must be a whole number from 0 to 65535.\n',
    });
});

test('an invalid token stops the start with one line that does not contain the token', async () => {
    const { status, stderr } = await run([], {
        HTTP_PORT: '0',
        LOG_LEVEL: 'silent',
        INIT_ADMIN_API_TOKENS: 'my-secret',
    });

    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('INIT_');
    expect(stderr).not.toContain('my-secret');
});

test('--version prints only the version', async () => {
    expect(await run(['--version'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test('allowed targets of integrations may be hosts, addresses and ranges', () => {
    const { allowedTargets } = readConfig({
        UNLEASH_ALLOW_LIST_INTEGRATION: 'hooks, *.corp.example, 10.0.0.1, 10.1.0.0/16, fd00::/8',
    });

    expect(allowedTargets).toEqual(['hooks', '*.corp.example', '10.0.0.1', '10.1.0.0/16', 'fd00::/8']);
});

test('the variable HALYARD_PORT of a Kubernetes service named halyard is ignored', () => {
    const linked = { HALYARD_PORT: 'tcp://10.0.0.7:4242', HALYARD_SERVICE_PORT: '4242' };

    expect(readConfig(linked).httpPort).toBe(4242);
    expect(readConfig({ ...linked, PORT: '5000' }).httpPort).toBe(5000);
    expect(readEdgeConfig({ ...linked, UPSTREAM_URL: 'http://halyard:4242' }).httpPort).toBe(3063);
});

test('OpenTelemetry variables without effect are reported, and those that request the default behaviour are not', () => {
    const warned = (name: string, value: string) => readConfig({ [name]: value }).warnings;

    expect(warned('OTEL_EXPORTER_OTLP_CERTIFICATE', '/ca.pem')).toEqual([
        'OTEL_EXPORTER_OTLP_CERTIFICATE is not used by Halyard: set NODE_EXTRA_CA_CERTS instead.',
    ]);
    expect(warned('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/protobuf')).toHaveLength(1);
    expect(warned('OTEL_METRICS_EXPORTER', 'otlp')).toHaveLength(1);
    for (const protocol of ['http/json', 'HTTP/JSON', 'http']) {
        expect(warned('OTEL_EXPORTER_OTLP_PROTOCOL', protocol)).toEqual([]);
    }
    expect(warned('OTEL_METRICS_EXPORTER', 'none')).toEqual([]);
    expect(warned('OTEL_METRICS_EXPORTER', 'prometheus')).toEqual([]);
    expect(warned('OTEL_EXPORTER_OTLP_COMPRESSION', 'none')).toEqual([]);
});

test.each(['WORKERS', 'HALYARD_WORKERS'])('a removed setting that is still set is reported: %s', (name) => {
    for (const value of ['1', '4', 'auto']) {
        expect(readConfig({ [name]: value }).warnings).toEqual([
            `The setting ${name} was removed: run \`halyard edge\` next to the service, or more nodes; see docs/scaling.md.`,
        ]);
    }
    expect(readConfig({ [name]: '' }).warnings).toEqual([]);
});
