import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { collectingLog } from '../../../test/support/log-collector.ts';
import { CLIENT_TOKEN, testApp } from '../../../test/support/test-app.ts';
import { testEdge } from '../../../test/support/test-edge.ts';
import { edgeOptions } from '../../cli/edge.ts';
import type { SettingDeclarations } from '../../config/setting.ts';
import { startEdge } from '../edge-app.ts';
import { startOffline } from '../offline.ts';
import { EDGE_SETTINGS, readEdgeConfig, readOfflineConfig, trustedProxiesOf } from './edge-config.ts';
import { UNUSED_SETTINGS } from './unused-settings.ts';

const UPSTREAM = { UPSTREAM_URL: 'https://flags.example.com/' };

test('an edge has the defaults of Unleash Edge', () => {
    expect(readEdgeConfig(UPSTREAM)).toMatchObject({
        upstreamUrl: 'https://flags.example.com',
        httpPort: 3063,
        httpHost: '0.0.0.0',
        tlsPort: 3043,
        refreshSeconds: 15,
        metricsSeconds: 60,
        revalidationSeconds: 3600,
        upstreamRequestSeconds: 5,
        upstreamSocketSeconds: 5,
        corsMaxAgeSeconds: 172_800,
        tokens: [],
        warnings: [],
    });
});

test.each([
    [{}, 'UPSTREAM_URL must be set'],
    [{ UPSTREAM_URL: 'flags' }, 'UPSTREAM_URL must be an http or https URL.'],
    [{ ...UPSTREAM, TOKENS: 'secret' }, 'TOKENS must be tokens such as *:production.secret'],
    [{ ...UPSTREAM, LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.'],
    [{ ...UPSTREAM, ALLOW_LIST: 'everyone' }, 'ALLOW_LIST must be addresses or ranges'],
    [{ ...UPSTREAM, CUSTOM_CLIENT_HEADERS: 'no colon' }, 'CUSTOM_CLIENT_HEADERS must be headers such as'],
])('%j is rejected with an error that names the setting', (environment, message) => {
    expect(() => readEdgeConfig(environment)).toThrow(message);
});

test('settings for Sentry and Redis cause a warning that names the alternative', () => {
    const { warnings } = readEdgeConfig({ ...UPSTREAM, SENTRY_DSN: 'x', REDIS_URL: 'y', BACKUP_FOLDER: '/data' });
    expect(warnings).toEqual([
        'REDIS_URL is not used by this edge: set BACKUP_FOLDER or S3_BUCKET_NAME instead.',
        'SENTRY_DSN is not used by this edge: set OTEL_EXPORTER_OTLP_ENDPOINT instead (OTLP over HTTP with JSON).',
    ]);
});

test.each(['REDIS_URL', 'REDIS_HOST'])(
    'an edge that is configured with a backup in %s starts and warns that it has no backup',
    async (name) => {
        const lines: string[] = [];
        const log = pino({}, { write: (line) => void lines.push(line) });
        const app = await testApp();
        const edge = await testEdge(app.url, { environment: { [name]: 'cache.example.com' }, log });

        const warning =
            `${name}: this edge does not support Redis, and has no other backup. If it starts while upstream is unavailable, it has no flags, ` +
            'and pending SDK reports are lost when it stops. Set BACKUP_FOLDER to a folder on persistent storage, or S3_BUCKET_NAME.';
        expect((await edge.get('/internal-backstage/instancedata')).body.warnings).toContain(warning);
        expect(lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === warning)).toMatchObject([
            { level: 40 },
        ]);
        expect(lines.join()).not.toContain('cache.example.com');
    },
);

/** Every option of Unleash Edge (version 20), except those that name the machine. */
const UNLEASH_EDGE_OPTIONS =
    `PORT INTERFACE BASE_PATH TLS_ENABLE TLS_SERVER_KEY TLS_SERVER_CERT TLS_SERVER_PORT REDIRECT_HTTP_TO_HTTPS
    CORS_ORIGIN CORS_ALLOWED_HEADERS CORS_MAX_AGE CORS_EXPOSED_HEADERS CORS_METHODS ALLOW_LIST DENY_LIST WORKERS INSTANCE_ID
    CLIENT_ID APP_NAME TRUST_PROXY PROXY_TRUSTED_SERVERS DISABLE_ALL_ENDPOINT EDGE_REQUEST_TIMEOUT EDGE_KEEPALIVE_TIMEOUT
    LOG_FORMAT EDGE_AUTH_HEADER UPSTREAM_AUTH_HEADER TOKEN_HEADER DISABLE_METRICS_BATCH_ENDPOINT DISABLE_METRICS_ENDPOINT
    DISABLE_FEATURES_ENDPOINT DISABLE_TOKENS_ENDPOINT DISABLE_INSTANCE_DATA_ENDPOINT SENTRY_DSN SENTRY_TRACING_RATE
    SENTRY_DEBUG SENTRY_ENABLE_LOGS DATADOG_URL OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_PROTOCOL UPSTREAM_URL
    BACKUP_FOLDER METRICS_INTERVAL_SECONDS FEATURES_REFRESH_INTERVAL_SECONDS TOKEN_REVALIDATION_INTERVAL_SECONDS TOKENS
    PRETRUSTED_TOKENS CUSTOM_CLIENT_HEADERS SKIP_SSL_VERIFICATION PKCS8_CLIENT_CERTIFICATE_FILE PKCS8_CLIENT_KEY_FILE
    PKCS12_IDENTITY_FILE PKCS12_PASSPHRASE PEM_CERT_FILE UPSTREAM_CERTIFICATE_FILE UPSTREAM_REQUEST_TIMEOUT
    UPSTREAM_SOCKET_TIMEOUT REDIS_URL REDIS_MODE REDIS_PASSWORD REDIS_USERNAME REDIS_PORT REDIS_HOST REDIS_SECURE REDIS_SCHEME
    REDIS_READ_CONNECTION_TIMEOUT_MILLISECONDS REDIS_WRITE_CONNECTION_TIMEOUT_MILLISECONDS S3_BUCKET_NAME S3_FORCE_PATH_STYLE
    STREAMING DELTA CONSUMPTION CLIENT_KEEPALIVE_TIMEOUT PROMETHEUS_REMOTE_WRITE_URL PROMETHEUS_PUSH_INTERVAL
    PROMETHEUS_USERNAME PROMETHEUS_PASSWORD PROMETHEUS_HEADER PROMETHEUS_USER_ID CONTEXT_ENRICHER_SCRIPT
    CONTEXT_ENRICHER_WORKERS RUST_LOG UNLEASH_CLIENT_SECRET DESIRED_ENVIRONMENTS DESIRED_PROJECTS`.split(/\s+/);

test('every option of Unleash Edge has an effect or a warning', () => {
    const honoured = Object.values<SettingDeclarations[string]>(EDGE_SETTINGS).flatMap(({ names }) => names);
    const warned = Object.values<SettingDeclarations[string]>(UNUSED_SETTINGS).flatMap(({ names }) => names);
    expect(UNLEASH_EDGE_OPTIONS.filter((name) => !honoured.includes(name) && !warned.includes(name))).toEqual([]);
    for (const name of warned) {
        const { warnings } = readEdgeConfig({ ...UPSTREAM, BACKUP_FOLDER: '/data', [name]: 'true' });
        expect(warnings).toEqual([expect.stringMatching(new RegExp(`^${name} is not used by this edge: .+\\.$`))]);
    }
    const off = readEdgeConfig({ ...UPSTREAM, DELTA: 'false', OTEL_EXPORTER_OTLP_PROTOCOL: 'http' });
    expect(off.warnings).toEqual([]);
    expect(Object.values(edgeOptions())).toHaveLength(new Set([...Object.keys(EDGE_SETTINGS), ...warned]).size);
});

test.each([
    [{}, 'info'],
    [{ RUST_LOG: 'warn' }, 'warn'],
    [{ RUST_LOG: 'hyper=off, error,unleash_edge=debug' }, 'error'],
    [{ RUST_LOG: 'hyper=trace,unleash_edge=debug' }, 'debug'],
    [{ RUST_LOG: 'off' }, 'silent'],
    [{ RUST_LOG: 'hyper=trace' }, 'info'],
    [{ RUST_LOG: 'warn', LOG_LEVEL: 'DEBUG' }, 'debug'],
])('%j logs %s', (environment, logLevel) => {
    expect(readEdgeConfig({ ...UPSTREAM, ...environment })).toMatchObject({ logLevel, warnings: [] });
});

test('CORS follows the settings of the operator', async () => {
    const app = await testApp();
    const edge = await testEdge(app.url, {
        environment: {
            ...{ CORS_METHODS: 'GET,POST', CORS_ALLOWED_HEADERS: 'authorization,x-mine' },
            ...{ CORS_EXPOSED_HEADERS: 'etag,date', CORS_MAX_AGE: '60' },
        },
    });
    const headers = { origin: 'https://shop.example', 'access-control-request-headers': 'x-other' };
    const preflight = await edge.send('OPTIONS', '/api/frontend', { token: null, headers });
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
        'access-control-allow-methods': 'GET,POST',
        'access-control-allow-headers': 'authorization,x-mine',
        'access-control-expose-headers': 'etag,date',
        'access-control-max-age': '60',
    });
    expect(() => readEdgeConfig({ ...UPSTREAM, CORS_METHODS: 'GET,a b' })).toThrow('CORS_METHODS must be methods');
});

test('proxies are trusted only as configured', () => {
    const trusted = (environment: Record<string, string>) =>
        trustedProxiesOf(readEdgeConfig({ ...UPSTREAM, ...environment }));
    expect(trusted({})).toEqual(['loopback']);
    expect(trusted({ TRUST_PROXY: 'true' })).toEqual(['loopback', 'private']);
    expect(trusted({ TRUST_PROXY: 'true', PROXY_TRUSTED_SERVERS: '10.0.0.0/8' })).toEqual(['10.0.0.0/8']);
});

test('endpoints can be disabled, addresses rejected, and tokens sent in another header', async () => {
    const app = await testApp();
    const closed = await testEdge(app.url, {
        environment: {
            ...{ DISABLE_TOKENS_ENDPOINT: 'true', DISABLE_FEATURES_ENDPOINT: 'true', DISABLE_METRICS_ENDPOINT: 'true' },
            ...{ DISABLE_METRICS_BATCH_ENDPOINT: 'true', DISABLE_INSTANCE_DATA_ENDPOINT: 'true' },
            ...{ DISABLE_ALL_ENDPOINT: 'true', EDGE_AUTH_HEADER: 'X-Token' },
        },
    });
    for (const name of ['tokens', 'features', 'metrics', 'metricsbatch', 'instancedata']) {
        expect((await closed.get(`/internal-backstage/${name}`)).status).toBe(404);
    }
    const headers = { 'x-token': '*:development.client-token-of-the-tests' };
    expect((await closed.send('GET', '/api/client/features', { token: null, headers })).status).toBe(200);
    const denying = await testEdge(app.url, { environment: { DENY_LIST: '127.0.0.0/8' } });
    expect((await denying.get('/internal-backstage/health')).status).toBe(403);
});

test('an edge and an offline edge serve no rules, tokens or pending reports without credentials by default', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'hidden', enabled: true });
    const file = join(mkdtempSync(join(tmpdir(), 'halyard-offline-')), 'flags.json');
    writeFileSync(file, JSON.stringify({ version: 2, features: [] }));
    const environment = { PORT: '0', INTERFACE: '127.0.0.1', LOG_LEVEL: 'silent' };
    const options = { version: '0', log: collectingLog(), lingerMs: 0 };
    const edges = [
        await startEdge(readEdgeConfig({ ...environment, UPSTREAM_URL: app.url, TOKENS: CLIENT_TOKEN }), options),
        await startOffline(
            readOfflineConfig({ ...environment, BOOTSTRAP_FILE: file, CLIENT_TOKENS: CLIENT_TOKEN }),
            options,
        ),
    ];
    onTestFinished(async () => void (await Promise.all(edges.map((edge) => edge.close()))));
    for (const { url } of edges) {
        const statusOf = async (name: string) => (await fetch(`${url}/internal-backstage/${name}`)).status;
        for (const name of ['features', 'tokens', 'metricsbatch', 'instancedata'])
            expect(await statusOf(name)).toBe(404);
        for (const name of ['health', 'ready', 'metrics']) expect(await statusOf(name)).toBe(200);
        expect(await (await fetch(`${url}/internal-backstage/ready`)).text()).not.toContain('projects');
    }
});
