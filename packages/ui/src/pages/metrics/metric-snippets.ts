interface Values {
    url: string;
    token: string;
}

/** Ways to send metrics that need no code for Halyard. */
export const METRIC_SNIPPETS = {
    node: {
        label: 'Unleash SDK for Node.js',
        code: () => `flags.impactMetrics.defineCounter('purchases', 'Completed purchases');
flags.impactMetrics.incrementCounter('purchases');`,
    },
    opentelemetry: {
        label: 'OpenTelemetry',
        code: ({ url, token }: Values) => `OTEL_EXPORTER_OTLP_METRICS_ENDPOINT=${url}/v1/metrics
OTEL_EXPORTER_OTLP_METRICS_PROTOCOL=http/protobuf
OTEL_EXPORTER_OTLP_HEADERS="Authorization=${token}"`,
    },
    prometheus: {
        label: 'Prometheus',
        code: ({ url, token }: Values) => `remote_write:
  - url: ${url}/api/v1/write
    authorization:
      credentials: ${token}`,
    },
};

export type MetricSnippet = keyof typeof METRIC_SNIPPETS;
