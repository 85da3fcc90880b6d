import { oneOf, type Setting, text, url, whole, yesNo } from './setting.ts';

const pairs = (value: string): Record<string, string> | undefined => {
    const entries = value
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean)
        .map((entry): [string, string] => {
            const mark = entry.indexOf('=');
            return [entry.slice(0, mark).trim(), decoded(entry.slice(mark + 1).trim())];
        });
    return entries.every(([name, content]) => /^[\w.\-/]+$/.test(name) && !/\p{Cc}/u.test(content))
        ? Object.fromEntries(entries)
        : undefined;
};

/** Values may be written as in addresses; what cannot be read so stands for itself. */
function decoded(value: string): string {
    try {
        return decodeURIComponent(value);
    } catch {
        return value;
    }
}

const named = (names: Setting<unknown>['names'], help: string): Setting<Record<string, string>> => ({
    names,
    help,
    fallback: {},
    parse: pairs,
    expects: 'name=value, separated by commas',
});

const ratio = (names: Setting<number>['names'], help: string, fallback: number): Setting<number> => ({
    names,
    help,
    fallback,
    parse: (value) => (/^(0|1|0?\.\d+|1\.0+|0\.\d+)$/.test(value) ? Number(value) : undefined),
    expects: 'a number from 0 to 1',
});

export const SAMPLERS = [
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
] as const;

/** The variables of the OpenTelemetry specification that have an effect here, and how often to tell of evaluations. */
export const OPEN_TELEMETRY = {
    otelDisabled: yesNo(['OTEL_SDK_DISABLED'], 'Export nothing to OpenTelemetry, whatever else is set', false),
    otelEndpoint: url(['OTEL_EXPORTER_OTLP_ENDPOINT'], 'Collector of traces and logs, by OTLP over HTTP with JSON'),
    otelTracesEndpoint: url(['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'], 'Full address for traces, if it is another one'),
    otelLogsEndpoint: url(['OTEL_EXPORTER_OTLP_LOGS_ENDPOINT'], 'Full address for logs, if it is another one'),
    otelHeaders: named(['OTEL_EXPORTER_OTLP_HEADERS'], 'Headers for the collector, such as its key'),
    otelTimeoutMs: whole(['OTEL_EXPORTER_OTLP_TIMEOUT'], 'Milliseconds that the collector gets', 10_000, [1, 120_000]),
    otelTraces: oneOf(['OTEL_TRACES_EXPORTER'], 'Where traces go, once there is an endpoint', 'otlp', ['otlp', 'none']),
    otelLogs: oneOf(['OTEL_LOGS_EXPORTER'], 'Where logs go, beside the standard output', 'otlp', ['otlp', 'none']),
    otelSampler: oneOf(['OTEL_TRACES_SAMPLER'], 'Which traces are recorded', 'parentbased_always_on', SAMPLERS),
    otelSamplerArg: ratio(['OTEL_TRACES_SAMPLER_ARG'], 'The part of traces that a ratio records', 1),
    otelServiceName: text(['OTEL_SERVICE_NAME'], 'What this service is called in traces', 'halyard'),
    otelResource: named(['OTEL_RESOURCE_ATTRIBUTES'], 'Further attributes of this service'),
    evaluationEvents: ratio(
        ['EVALUATION_EVENTS_RATIO'],
        'The part of evaluations by the frontend API and OFREP that are told to OpenTelemetry as feature_flag.evaluation',
        0,
    ),
};
