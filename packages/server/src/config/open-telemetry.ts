import { oneOf, type Setting, type SettingDeclarations, text, url, wholeNumber, yesNo } from './setting.ts';

const pairs = (value: string): Record<string, string> | undefined => {
    const entries = value
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean)
        .map((entry): [string, string] => {
            const separator = entry.indexOf('=');
            return [entry.slice(0, separator).trim(), decodeValue(entry.slice(separator + 1).trim())];
        });
    return entries.every(([name, content]) => /^[\w.\-/]+$/.test(name) && !/\p{Cc}/u.test(content))
        ? Object.fromEntries(entries)
        : undefined;
};

/** Values may be percent-encoded; values that cannot be decoded are used as they are. */
function decodeValue(value: string): string {
    try {
        return decodeURIComponent(value);
    } catch {
        return value;
    }
}

export const named = (names: Setting<unknown>['names'], help: string): Setting<Record<string, string>> => ({
    names,
    help,
    fallback: {},
    parse: pairs,
    expects: 'name=value, separated by commas',
});

const timeout = (names: Setting<unknown>['names'], help: string): Setting<number | undefined> => ({
    ...wholeNumber(names, help, 0, [1, 120_000]),
    fallback: undefined,
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

/** The supported variables of the OpenTelemetry specification, and the share of evaluations to export. */
export const OPEN_TELEMETRY = {
    otelDisabled: yesNo(['OTEL_SDK_DISABLED'], 'Disable the OpenTelemetry export, regardless of other settings', false),
    otelEndpoint: url(
        ['OTEL_EXPORTER_OTLP_ENDPOINT'],
        'URL of the collector for traces and logs (OTLP over HTTP with JSON)',
    ),
    otelTracesEndpoint: url(['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'], 'Full URL for traces, if different'),
    otelLogsEndpoint: url(['OTEL_EXPORTER_OTLP_LOGS_ENDPOINT'], 'Full URL for logs, if different'),
    otelHeaders: named(['OTEL_EXPORTER_OTLP_HEADERS'], 'Headers of requests to the collector, such as an API key'),
    otelTracesHeaders: named(['OTEL_EXPORTER_OTLP_TRACES_HEADERS'], 'Value for traces, if different'),
    otelLogsHeaders: named(['OTEL_EXPORTER_OTLP_LOGS_HEADERS'], 'Value for logs, if different'),
    otelTimeoutMs: wholeNumber(
        ['OTEL_EXPORTER_OTLP_TIMEOUT'],
        'Timeout of requests to the collector, in milliseconds',
        10_000,
        [1, 120_000],
    ),
    otelTracesTimeoutMs: timeout(['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT'], 'Value for traces, if different'),
    otelLogsTimeoutMs: timeout(['OTEL_EXPORTER_OTLP_LOGS_TIMEOUT'], 'Value for logs, if different'),
    otelTraces: oneOf(['OTEL_TRACES_EXPORTER'], 'Exporter of traces; takes effect when an endpoint is set', 'otlp', [
        'otlp',
        'none',
    ]),
    otelLogs: oneOf(['OTEL_LOGS_EXPORTER'], 'Exporter of logs, in addition to the standard output', 'otlp', [
        'otlp',
        'none',
    ]),
    otelSampler: oneOf(['OTEL_TRACES_SAMPLER'], 'Sampler of traces', 'parentbased_always_on', SAMPLERS),
    otelSamplerArg: ratio(['OTEL_TRACES_SAMPLER_ARG'], 'Share of traces that a ratio sampler records, from 0 to 1', 1),
    otelServiceName: text(
        ['OTEL_SERVICE_NAME'],
        'Service name in traces and logs; unset: service.name of OTEL_RESOURCE_ATTRIBUTES, otherwise halyard or halyard-edge',
    ),
    otelResource: named(['OTEL_RESOURCE_ATTRIBUTES'], 'Additional resource attributes of this service'),
    evaluationEvents: ratio(
        ['EVALUATION_EVENTS_RATIO'],
        'Share of evaluations by the frontend API and OFREP that are exported to OpenTelemetry as feature_flag.evaluation events, from 0 to 1',
        0,
    ),
};

const SIGNALS = ['', '_TRACES', '_LOGS'] as const;

/** Unsupported settings for each signal and for all. The values in `done` describe the actual behaviour and cause no warning. */
const unused = (
    option: string,
    help: string,
    { done = [''] }: { done?: [string, ...string[]] } = {},
): SettingDeclarations =>
    Object.fromEntries(
        SIGNALS.map((signal): [string, Setting<string>] => [
            `otel${signal}${option}`,
            unsupported(`OTEL_EXPORTER_OTLP${signal}_${option}`, help, done),
        ]),
    );

const unsupported = (name: string, help: string, done: [string, ...string[]]): Setting<string> => ({
    ...text([name], help, done[0]),
    parse: (value) => (done.includes(value.toLowerCase()) ? done[0] : value),
});

/** Settings of the specification that are not supported: each that is set causes a warning at the start, with an alternative. */
export const UNUSED_TELEMETRY: SettingDeclarations = {
    ...unused('PROTOCOL', 'the only supported protocol is OTLP over HTTP with JSON, on port 4318 of most collectors', {
        // Unleash Edge calls it http.
        done: ['http/json', 'http'],
    }),
    ...unused('CERTIFICATE', 'set NODE_EXTRA_CA_CERTS instead'),
    ...unused('CLIENT_CERTIFICATE', 'export to a local collector that has a client certificate'),
    ...unused('CLIENT_KEY', 'export to a local collector that has a client certificate'),
    ...unused('COMPRESSION', 'exports are not compressed', { done: ['none'] }),
    otelMetrics: unsupported('OTEL_METRICS_EXPORTER', 'let Prometheus scrape the metrics instead', [
        'none',
        'prometheus',
    ]),
};
