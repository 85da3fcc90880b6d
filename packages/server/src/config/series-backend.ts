import { named } from './open-telemetry.ts';
import { oneOf, url } from './setting.ts';

/** The place of the values of metrics that are older than two days. */
export const SERIES_BACKEND = {
    seriesBackend: oneOf(
        ['SERIES_BACKEND'],
        'Where the hourly values of impact metrics are stored: in the database, or in a Prometheus-compatible engine',
        'embedded',
        ['embedded', 'prometheus'],
    ),
    seriesPrometheusUrl: url(
        ['SERIES_PROMETHEUS_URL'],
        'Base URL of the engine for SERIES_BACKEND=prometheus (Prometheus, Mimir, Thanos, VictoriaMetrics)',
    ),
    seriesPrometheusWriteUrl: url(
        ['SERIES_PROMETHEUS_WRITE_URL'],
        'Full URL of the remote write of the engine; unset: /api/v1/write below SERIES_PROMETHEUS_URL',
    ),
    seriesPrometheusHeaders: {
        ...named(
            ['SERIES_PROMETHEUS_HEADERS'],
            'Headers of requests to the engine, such as authorization=Bearer%20… or X-Scope-OrgID=…',
        ),
        orFile: true,
    },
};
