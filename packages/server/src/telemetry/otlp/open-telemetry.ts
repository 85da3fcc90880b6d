import { hostname } from 'node:os';
import type { Writable } from 'node:stream';
import type { OPEN_TELEMETRY } from '../../config/open-telemetry.ts';
import type { ValuesOf } from '../../config/setting.ts';
import type { Metric } from '../metric.ts';
import { logStream } from './log-records.ts';
import { exporterMetrics, OtlpExporter } from './otlp-exporter.ts';
import { type BodyOf, logsBody, tracesBody } from './otlp-format.ts';
import { samplerOf } from './trace-context.ts';
import { Tracer } from './tracer.ts';

/** What is exported by OTLP; each part only where somebody wants it. */
export interface OpenTelemetry {
    tracer: Tracer | undefined;
    /** Where lines of the log go beside the standard output. */
    logs: Writable | undefined;
    addLog: ((record: object) => void) | undefined;
    metrics(): Metric[];
    close(): Promise<void>;
}

/** By the standard variables; with none of them, nothing is built and nothing is measured. */
export function openTelemetry(
    config: ValuesOf<typeof OPEN_TELEMETRY>,
    { version, onError }: { version: string; onError: (error: unknown) => void },
): OpenTelemetry {
    const { otelDisabled, otelEndpoint, otelHeaders: headers, otelTimeoutMs: timeoutMs } = config;
    const origin = {
        version,
        resource: {
            'service.name': config.otelServiceName,
            'service.version': version,
            'service.instance.id': `${hostname()}-${process.pid}`,
            'telemetry.sdk.language': 'nodejs',
            'telemetry.sdk.name': 'halyard',
            ...config.otelResource,
        },
    };
    const exporter = (own: string, path: string, isWanted: boolean, body: BodyOf) => {
        const url = own || (otelEndpoint && `${otelEndpoint}${path}`);
        if (otelDisabled || !isWanted || !url) return undefined;
        return new OtlpExporter({ url, headers, timeoutMs, bodyOf: body(origin), onError });
    };
    const spans = exporter(config.otelTracesEndpoint, '/v1/traces', config.otelTraces === 'otlp', tracesBody);
    const records = exporter(config.otelLogsEndpoint, '/v1/logs', config.otelLogs === 'otlp', logsBody);
    const sampler = samplerOf(config.otelSampler, config.otelSamplerArg);
    const addLog = records && ((record: object) => records.add(record));
    return {
        tracer: spans && new Tracer(sampler, (span) => spans.add(span)),
        logs: addLog && logStream(addLog),
        addLog,
        metrics: () => exporterMetrics({ traces: spans, logs: records }),
        async close() {
            await Promise.all([spans?.close(), records?.close()]);
        },
    };
}
