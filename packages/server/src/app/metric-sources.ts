import { instanceMetrics } from '../admin/overview/instance/instance-metrics.ts';
import type { FeedMetrics } from '../changes/feed-metrics.ts';
import type { Route } from '../http/route/route.ts';
import { snapshotMetrics } from '../snapshots/snapshot-metrics.ts';
import type { Database } from '../storage/database.ts';
import type { DatabaseMetrics } from '../storage/database-metrics.ts';
import { cachedFor } from '../telemetry/cached-for.ts';
import type { JobRuns } from '../telemetry/job-runs.ts';
import { gauge, type Metric, type MetricSource } from '../telemetry/metric.ts';
import type { OpenTelemetry } from '../telemetry/otlp/open-telemetry.ts';
import type { Services } from './services.ts';

/** Counts are cached, because they change slowly and several Prometheus servers may scrape. */
const COUNTED_EVERY_MS = 60_000;
const SIZED_EVERY_MS = 15_000;

interface Measured {
    database: Database;
    databaseMetrics: DatabaseMetrics;
    feedMetrics: FeedMetrics;
    jobRuns: JobRuns;
    routes: readonly Route[];
    telemetry: OpenTelemetry;
}

/** All Prometheus metrics except those of requests and the process. */
export const metricSources = (services: Services, measured: Measured): MetricSource[] => {
    const { db, version, clock, config, changeFeed, snapshots, settings } = services;
    const { database, databaseMetrics, feedMetrics, jobRuns, routes, telemetry } = measured;
    return [
        () => buildMetrics(version, database.kind),
        () => databaseMetrics.metrics(database),
        () => services.databaseClock.metrics(),
        () => feedMetrics.metrics(db, changeFeed),
        () => jobRuns.metrics(),
        () => services.eventStreams.metrics(),
        () => services.reports.metrics(),
        () => services.seriesExporter?.metrics() ?? [],
        () => services.deliveries.metrics(),
        () => services.mails.metrics(),
        () => services.schedules.metrics(),
        () => services.safeguardChecks.metrics(),
        () => telemetry.metrics(),
        () => signInMetrics(settings),
        () => [rateLimits(routes)],
        cachedFor(SIZED_EVERY_MS, () => snapshotMetrics(snapshots)),
        cachedFor(COUNTED_EVERY_MS, () => instanceMetrics({ db, version, clock, limits: config.limits })),
    ];
};

const buildMetrics = (version: string, database: Database['kind']): Metric[] => [
    gauge('halyard_build_info', 'Version of the service', [
        { labels: { version, database, node: process.versions.node }, value: 1 },
    ]),
];

const signInMetrics = (settings: Services['settings']): Metric[] => [
    gauge('saml_enabled', 'Whether people can sign in by SAML', Number(settings.get('samlAuth').enabled)),
    gauge('oidc_enabled', 'Whether people can sign in by OpenID Connect', Number(settings.get('oidcAuth').enabled)),
    gauge('scim_enabled', 'Whether a directory manages people', Number(settings.get('scim').enabled)),
    gauge(
        'password_auth_enabled',
        'Whether people can sign in with passwords',
        Number(!settings.get('simpleAuth').disabled),
    ),
];

const rateLimits = (routes: readonly Route[]): Metric =>
    gauge(
        'rate_limits',
        'Requests that one address may send in a minute',
        routes.flatMap(({ path, method, rateLimit }) =>
            rateLimit === undefined ? [] : [{ labels: { endpoint: path, method }, value: rateLimit }],
        ),
    );
