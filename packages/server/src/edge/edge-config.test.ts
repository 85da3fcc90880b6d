import { expect, test } from 'vitest';
import { testApp } from '../../test/support/test-app.ts';
import { testEdge } from '../../test/support/test-edge.ts';
import { readEdgeConfig, trustedProxiesOf } from './edge-config.ts';

const UPSTREAM = { UPSTREAM_URL: 'https://flags.example.com/' };

test('an edge has the defaults of the one people run today', () => {
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
    [
        { ...UPSTREAM, REDIS_URL: 'redis://cache' },
        'REDIS_URL: this edge keeps its backup in a folder. Set BACKUP_FOLDER',
    ],
    [{ ...UPSTREAM, S3_BUCKET_NAME: 'flags' }, 'S3_BUCKET_NAME: this edge keeps its backup in a folder.'],
    [{ ...UPSTREAM, ALLOW_LIST: 'everyone' }, 'ALLOW_LIST must be addresses or ranges'],
    [{ ...UPSTREAM, CUSTOM_CLIENT_HEADERS: 'no colon' }, 'CUSTOM_CLIENT_HEADERS must be headers such as'],
])('%j is told in a sentence', (environment, sentence) => {
    expect(() => readEdgeConfig(environment)).toThrow(sentence);
});

test('what is observed elsewhere is warned of, and a backup beside a folder, too', () => {
    const { warnings } = readEdgeConfig({ ...UPSTREAM, SENTRY_DSN: 'x', REDIS_URL: 'y', BACKUP_FOLDER: '/data' });
    expect(warnings).toEqual(['REDIS_URL is not used by this edge.', 'SENTRY_DSN is not used by this edge.']);
});

test('proxies are believed as far as is said', () => {
    const trusted = (environment: Record<string, string>) =>
        trustedProxiesOf(readEdgeConfig({ ...UPSTREAM, ...environment }));
    expect(trusted({})).toEqual(['loopback']);
    expect(trusted({ TRUST_PROXY: 'true' })).toEqual(['loopback', 'private']);
    expect(trusted({ TRUST_PROXY: 'true', PROXY_TRUSTED_SERVERS: '10.0.0.0/8' })).toEqual(['10.0.0.0/8']);
});

test('doors can be closed, addresses refused, and tokens sent in another header', async () => {
    const app = await testApp();
    const closed = await testEdge(app.url, {
        environment: {
            ...{ DISABLE_TOKENS_ENDPOINT: 'true', DISABLE_FEATURES_ENDPOINT: 'true', DISABLE_METRICS_ENDPOINT: 'true' },
            ...{ DISABLE_METRICS_BATCH_ENDPOINT: 'true', DISABLE_INSTANCE_DATA_ENDPOINT: 'true' },
            ...{ DISABLE_ALL_ENDPOINT: 'true', EDGE_AUTH_HEADER: 'X-Token' },
        },
    });
    for (const door of ['tokens', 'features', 'metrics', 'metricsbatch', 'instancedata']) {
        expect((await closed.get(`/internal-backstage/${door}`)).status).toBe(404);
    }
    const headers = { 'x-token': '*:development.client-token-of-the-tests' };
    expect((await closed.send('GET', '/api/client/features', { token: null, headers })).status).toBe(200);
    const other = await testEdge(app.url, { environment: { DENY_LIST: '127.0.0.0/8' } });
    expect((await other.get('/internal-backstage/health')).status).toBe(403);
});
