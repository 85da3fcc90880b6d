import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../test/support/test-app.ts';
import { testEdge } from '../../test/support/test-edge.ts';

const folder = new URL('../../../../deploy/grafana/', import.meta.url);

let app: TestApp;
/** The types of all metrics in a real scrape, by name. */
let types: Map<string, string>;
let scraped: string;

beforeAll(async () => {
    // The metrics of an engine that does not answer.
    const environment = { SERIES_BACKEND: 'prometheus', SERIES_PROMETHEUS_URL: 'http://127.0.0.1:9' };
    app = await testApp({ until: 'file', environment });
    const { name } = await app.has.flag({ enabled: true });
    await app.post('/api/client/register', registration, { token: CLIENT_TOKEN });
    await app.post(`/api/admin/projects/default/features/${name}/environments/nowhere/on`);
    await app.get('/api/client/features', { token: CLIENT_TOKEN });
    const edge = await testEdge(app.url, { until: 'file' });
    const ofEdge = String((await edge.get('/internal-backstage/metrics', null)).body);
    await edge.close();
    scraped = (await scrape()) + ofEdge;
    types = typesIn(scraped);
});

const registration = {
    appName: 'shop',
    instanceId: '1',
    interval: 10,
    started: '2026-01-01T00:00:00Z',
    strategies: [],
    sdkVersion: 'unleash-client-node:6.0.0',
};

const scrape = async () => String((await app.send('GET', '/internal-backstage/prometheus', { token: null })).body);

const typesIn = (text: string) =>
    new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));

/** Returns the metrics in a query: the names that remain without labels, functions and keywords. */
function metricsIn(expression: string): string[] {
    const bare = expression
        .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
        .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
        .replace(/\b(and|or|unless|bool|offset)\b/g, ' ');
    return [...bare.matchAll(/\b([a-zA-Z_:][\w:]*)\b(?!\s*\()/g)].map(([, name]) => name!);
}

/** Returns the name of the metric. A query on a histogram contains the name of one of its series. */
function familyOf(name: string): string {
    const family = name.replace(/_(bucket|sum|count)$/, '');
    return types.get(family) === 'histogram' ? family : name;
}

async function expressions(): Promise<string[]> {
    const dashboard = JSON.parse(await readFile(new URL('dashboard.json', folder), 'utf8')) as {
        panels: { targets?: { expr: string }[] }[];
    };
    const { groups } = parse(await readFile(new URL('alerts.yml', folder), 'utf8')) as {
        groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
    };
    const alerts = groups.flatMap(({ rules }) => rules);
    expect(alerts.every(({ alert, expr, annotations }) => alert && expr && annotations.summary)).toBe(true);
    return [
        ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
        ...alerts.map(({ expr }) => expr),
    ];
}

test('every metric in the queries of the dashboard and the alerts exists', async () => {
    const queried = new Set((await expressions()).flatMap(metricsIn));

    expect(queried.size).toBeGreaterThan(50);
    // Prometheus itself adds `up`.
    expect([...queried].filter((name) => name !== 'up' && !types.has(familyOf(name)))).toEqual([]);
});

/** Metrics that the dashboard does not show: constant settings, and detailed process metrics. */
const EXCLUDED =
    /^(process_|nodejs_|resource_limit$|rate_limits$|(saml|oidc|scim|password_auth)_enabled$|db_pool_(min|pending_creates)$)/;

/** Labels that Prometheus adds, and the label of histogram buckets. */
const ADDED = ['instance', 'job', 'le'];

test('every label in a query of the dashboard or an alert is a label of that metric', async () => {
    const selected = (await expressions()).flatMap((expression) =>
        [...expression.matchAll(/([a-zA-Z_:][\w:]*)\{([^}]*)\}/g)].flatMap(([, metric, selector]) =>
            [...selector!.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => ({ metric: metric!, label: label! })),
        ),
    );
    const grouped = (await expressions()).flatMap((expression) => {
        const labels = [...expression.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/));
        return metricsIn(expression).flatMap((metric) => labels.map((label) => ({ metric, label })));
    });
    /** Returns an empty list for a metric without samples, because its labels are unknown. */
    const labelsOf = (metric: string) =>
        [...scraped.matchAll(new RegExp(`^${metric}(?:\\{(.*)\\})? `, 'gm'))].map(([, labels = '']) => labels);

    const all = [...selected, ...grouped].filter(({ label }) => !ADDED.includes(label));
    expect(all.length).toBeGreaterThan(20);
    const unknown = all.filter(({ metric, label }) => {
        const samples = labelsOf(metric);
        return samples.length > 0 && !samples.some((labels) => new RegExp(`(^|,)${label}="`).test(labels));
    });
    expect(unknown).toEqual([]);
});

test('every metric is on the dashboard, or excluded on purpose', async () => {
    const shown = new Set((await expressions()).flatMap(metricsIn).map(familyOf));

    expect([...types.keys()].filter((name) => !shown.has(name) && !EXCLUDED.test(name))).toEqual([]);
});

/** Metric names used by dashboards for Unleash (`/internal-backstage/prometheus`). */
const KNOWN_NAMES = [
    'http_request_duration_milliseconds',
    'http_sdk_request_duration_milliseconds',
    'db_query_duration_seconds',
    'db_pool_free',
    'db_pool_used',
    'db_pool_max',
    'db_pool_min',
    'db_pool_pending_acquires',
    'db_pool_pending_creates',
    'feature_toggle_update_total',
    'feature_toggle_usage_total',
    'feature_toggles_total',
    'feature_toggles_archived_total',
    'client_apps_total',
    'client_registration_total',
    'client_sdk_versions',
    'projects_total',
    'environments_total',
    'segments_total',
    'service_accounts_total',
    'groups_total',
    'roles_total',
    'api_tokens_total',
    'rate_limits',
    'resource_limit',
    'exceeds_limit_error',
    'feature_lifecycle_stage_duration',
    'feature_lifecycle_stage_entered',
    'feature_lifecycle_stage_count_by_project',
    'largest_feature_environment_size',
    'largest_project_environment_size',
    'addon_events_handled',
    'request_origin_counter',
    'saml_enabled',
    'oidc_enabled',
    'scim_enabled',
    'password_auth_enabled',
];

test('the metric names that dashboards for Unleash use exist', () => {
    expect(KNOWN_NAMES.filter((name) => !types.has(name))).toEqual([]);
});

test('the metrics match the requests that were made', async () => {
    const { name: environment } = await app.has.environment({ name: 'quoted-1' });
    const revision = await app.revision();

    const text = await scrape();

    expect(text).toContain(`\nhalyard_revision ${revision}\n`);
    expect(text).toContain(`\nhalyard_head_revision ${revision}\n`);
    expect(text).toContain('\nhalyard_revision_lag 0\n');
    expect(text).toContain('\nhalyard_events_total{type="environment-created"} 1\n');
    expect(text).toMatch(/\nhalyard_snapshot_flags\{environment="development"\} 1\n/);
    expect(text).toMatch(/\nhalyard_database_state\{state="fine",database="(sqlite|postgres)"\} 1\n/);
    expect(text).toMatch(/\nhalyard_write_duration_seconds_count [1-9]/);
    expect(text).toContain('\nhalyard_write_failures_total{reason="rule"} 1\n');
    expect(text).toContain('\nhalyard_writes_waiting 0\n');
    expect(text).toContain('\nclient_registration_total 1\n');
    expect(text).toMatch(/\nrequest_origin_counter\{type="API",method="POST"\} [1-9]/);
    expect(text).toMatch(/\nfeature_toggle_update_total\{action="feature-created"\} 1\n/);
    expect(environment).toBe('quoted-1');
    // Each metric name appears once.
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
});

test('open streams are counted by path', async () => {
    const abort = new AbortController();
    await fetch(`${app.url}/api/client/streaming`, {
        headers: { authorization: CLIENT_TOKEN },
        signal: abort.signal,
    });

    await expect.poll(scrape).toContain('halyard_streams{path="/api/client/streaming"} 1');
    abort.abort();
    await expect.poll(scrape).not.toContain('halyard_streams{path="/api/client/streaming"}');
});

test('requests for unknown paths and flags do not create a series for each of them', async () => {
    const before = (await scrape()).split('\n').length;
    for (let index = 0; index < 5; index++) {
        await app.send('GET', `/api/admin/never-${index}`);
        await app.send('GET', `/api/admin/projects/default/features/never-${index}`);
    }
    const after = (await scrape()).split('\n').length;

    // One set of series for unknown paths and one for flags that do not exist: 10 buckets, the sum, the count, and the total.
    expect(after - before).toBeLessThan(40);
});
