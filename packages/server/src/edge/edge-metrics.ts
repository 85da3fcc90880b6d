import { by, counter, gauge, type MetricSource } from '../telemetry/metric.ts';
import type { EnvironmentStatus } from './backstage.routes.ts';
import { staleSecondsOf } from './edge-status.ts';

interface EdgeMetricsOptions {
    clock: () => Date;
    environments: () => EnvironmentStatus[];
    tokens: () => { valid: number; refused: number };
    reportsSent: () => number;
}

/** The metrics of an edge besides those of every server. */
export const edgeMetrics =
    ({ clock, environments, tokens, reportsSent }: EdgeMetricsOptions): MetricSource =>
    () => {
        const samplesOf = (read: (status: EnvironmentStatus) => number) =>
            environments().map((status) => ({ labels: { environment: status.environment }, value: read(status) }));
        return [
            gauge(
                'halyard_edge_environment_flags',
                'Flags that are served',
                samplesOf(({ flags }) => flags),
            ),
            gauge(
                'halyard_edge_environment_stale_seconds',
                'Time since the last contact with upstream, while it is unavailable; 0: available',
                samplesOf((status) => staleSecondsOf(status, clock())),
            ),
            gauge('halyard_edge_tokens', 'Tokens by state', by('state', tokens())),
            counter('halyard_edge_reports_sent_total', 'Reports of SDKs that upstream has accepted', reportsSent()),
        ];
    };
