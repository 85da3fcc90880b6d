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

/** The OTLP exporters; each runs only if it is configured. */
export interface OpenTelemetry {
    tracer: Tracer | undefined;
    /** Receives the lines of the log, in addition to the standard output. */
    logs: Writable | undefined;
    addLog: ((record: object) => void) | undefined;
    metrics(): Metric[];
    close(): Promise<void>;
}

/** A setting for one signal takes precedence over the general setting. */
interface Signal {
    /** The complete URL of the signal; if empty, `path` is appended to the URL of the collector. */
    url: string;
    path: string;
    isEnabled: boolean;
    body: BodyOf;
    headers: Readonly<Record<string, string>>;
    timeoutMs: number | undefined;
}

/** Creates the exporters from the standard variables. Without these variables, nothing is created and nothing is measured. */
export function openTelemetry(
    config: ValuesOf<typeof OPEN_TELEMETRY>,
    { name, version, onError }: { name: string; version: string; onError: (error: unknown) => void },
): OpenTelemetry {
    const { otelDisabled, otelEndpoint, otelHeaders, otelTimeoutMs } = config;
    const origin = {
        version,
        resource: {
            'service.name': name,
            'service.version': version,
            'service.instance.id': `${hostname()}-${process.pid}`,
            'telemetry.sdk.language': 'nodejs',
            'telemetry.sdk.name': 'halyard',
            ...config.otelResource,
            // The specification gives precedence to this variable.
            ...(config.otelServiceName && { 'service.name': config.otelServiceName }),
        },
    };
    const exporter = ({ url: signalUrl, path, isEnabled, body, headers, timeoutMs = otelTimeoutMs }: Signal) => {
        const url = signalUrl || (otelEndpoint && `${otelEndpoint}${path}`);
        if (otelDisabled || !isEnabled || !url) return undefined;
        const all = Object.keys(headers).length > 0 ? headers : otelHeaders;
        return new OtlpExporter({ url, headers: all, timeoutMs, bodyOf: body(origin), onError });
    };
    const spans = exporter({
        url: config.otelTracesEndpoint,
        path: '/v1/traces',
        isEnabled: config.otelTraces === 'otlp',
        body: tracesBody,
        headers: config.otelTracesHeaders,
        timeoutMs: config.otelTracesTimeoutMs,
    });
    const records = exporter({
        url: config.otelLogsEndpoint,
        path: '/v1/logs',
        isEnabled: config.otelLogs === 'otlp',
        body: logsBody,
        headers: config.otelLogsHeaders,
        timeoutMs: config.otelLogsTimeoutMs,
    });
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
