import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../test/support/test-app.ts';
import { testEdge } from '../../test/support/test-edge.ts';

const folder = new URL('../../../../deploy/grafana/', import.meta.url);

let app: TestApp;
/** The names that a real scrape tells the type of. */
let types: Map<string, string>;
let scraped: string;

beforeAll(async () => {
    app = await testApp({ until: 'file' });
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

/** Which metrics a query asks for: what is left of it without labels, functions and words of the language. */
function metricsIn(expression: string): string[] {
    const bare = expression
        .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
        .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
        .replace(/\b(and|or|unless|bool|offset)\b/g, ' ');
    return [...bare.matchAll(/\b([a-zA-Z_:][\w:]*)\b(?!\s*\()/g)].map(([, name]) => name!);
}

/** Of a histogram, a query names the series. */
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

test('every metric that the dashboard and the alerts ask for exists', async () => {
    const asked = new Set((await expressions()).flatMap(metricsIn));

    expect(asked.size).toBeGreaterThan(50);
    expect([...asked].filter((name) => !types.has(familyOf(name)))).toEqual([]);
});

/** Metrics that the dashboard does not show: constant settings, and detailed process metrics. */
const LEFT_OUT =
    /^(process_|nodejs_|resource_limit$|rate_limits$|(saml|oidc|scim|password_auth)_enabled$|db_pool_(min|pending_creates)$)/;

/** What Prometheus adds, and what buckets have. */
const ADDED = ['instance', 'job', 'le'];

test('every label that a query of the dashboard or an alert names is one of that metric', async () => {
    const named = (await expressions()).flatMap((expression) =>
        [...expression.matchAll(/([a-zA-Z_:][\w:]*)\{([^}]*)\}/g)].flatMap(([, metric, selector]) =>
            [...selector!.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => ({ metric: metric!, label: label! })),
        ),
    );
    const grouped = (await expressions()).flatMap((expression) => {
        const labels = [...expression.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/));
        return metricsIn(expression).flatMap((metric) => labels.map((label) => ({ metric, label })));
    });
    /** Without a sample nobody knows its labels. */
    const labelsOf = (metric: string) =>
        [...scraped.matchAll(new RegExp(`^${metric}(?:\\{(.*)\\})? `, 'gm'))].map(([, labels = '']) => labels);

    const all = [...named, ...grouped].filter(({ label }) => !ADDED.includes(label));
    expect(all.length).toBeGreaterThan(20);
    const unknown = all.filter(({ metric, label }) => {
        const samples = labelsOf(metric);
        return samples.length > 0 && !samples.some((labels) => new RegExp(`(^|,)${label}="`).test(labels));
    });
    expect(unknown).toEqual([]);
});

test('every metric is on the dashboard, or left out on purpose', async () => {
    const shown = new Set((await expressions()).flatMap(metricsIn).map(familyOf));

    expect([...types.keys()].filter((name) => !shown.has(name) && !LEFT_OUT.test(name))).toEqual([]);
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

test('the names that existing dashboards use are there', () => {
    expect(KNOWN_NAMES.filter((name) => !types.has(name))).toEqual([]);
});

test('the metrics match the requests that were made', async () => {
    const { name: environment } = await app.has.environment({ name: 'quoted-1' });
    const revision = await app.revision();

    const told = await scrape();

    expect(told).toContain(`\nhalyard_revision ${revision}\n`);
    expect(told).toContain(`\nhalyard_head_revision ${revision}\n`);
    expect(told).toContain('\nhalyard_revision_lag 0\n');
    expect(told).toContain('\nhalyard_events_total{type="environment-created"} 1\n');
    expect(told).toMatch(/\nhalyard_snapshot_flags\{environment="development"\} 1\n/);
    expect(told).toMatch(/\nhalyard_database_state\{state="fine",database="(sqlite|postgres)"\} 1\n/);
    expect(told).toMatch(/\nhalyard_write_duration_seconds_count [1-9]/);
    expect(told).toContain('\nhalyard_write_failures_total{reason="rule"} 1\n');
    expect(told).toContain('\nhalyard_writes_waiting 0\n');
    expect(told).toContain('\nclient_registration_total 1\n');
    expect(told).toMatch(/\nrequest_origin_counter\{type="API",method="POST"\} [1-9]/);
    expect(told).toMatch(/\nfeature_toggle_update_total\{action="feature-created"\} 1\n/);
    expect(environment).toBe('quoted-1');
    // Each name once, and every sample under its own.
    const names = [...told.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
});

test('streams are counted by what they are for, while they are open', async () => {
    const abort = new AbortController();
    await fetch(`${app.url}/api/client/streaming`, {
        headers: { authorization: CLIENT_TOKEN },
        signal: abort.signal,
    });

    await expect.poll(scrape).toContain('halyard_streams{path="/api/client/streaming"} 1');
    abort.abort();
    await expect.poll(scrape).not.toContain('halyard_streams{path="/api/client/streaming"}');
});

test('what someone typed makes no series of its own', async () => {
    const before = (await scrape()).split('\n').length;
    for (let index = 0; index < 5; index++) {
        await app.send('GET', `/api/admin/never-${index}`);
        await app.send('GET', `/api/admin/projects/default/features/never-${index}`);
    }
    const after = (await scrape()).split('\n').length;

    // One series each for what is not known, and for what was not found: 10 buckets, the sum, the count, and one for all.
    expect(after - before).toBeLessThan(40);
});
