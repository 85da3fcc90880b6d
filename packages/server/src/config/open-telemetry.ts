import { oneOf, type Setting, type SettingDeclarations, text, url, whole, yesNo } from './setting.ts';

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

/** Values may be percent-encoded; values that cannot be decoded are used as they are. */
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

const timeout = (names: Setting<unknown>['names'], help: string): Setting<number | undefined> => ({
    ...whole(names, help, 0, [1, 120_000]),
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

/** The variables of the OpenTelemetry specification that have an effect here, and how often to tell of evaluations. */
export const OPEN_TELEMETRY = {
    otelDisabled: yesNo(['OTEL_SDK_DISABLED'], 'Export nothing to OpenTelemetry, whatever else is set', false),
    otelEndpoint: url(['OTEL_EXPORTER_OTLP_ENDPOINT'], 'Collector of traces and logs, by OTLP over HTTP with JSON'),
    otelTracesEndpoint: url(['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'], 'Full address for traces, if it is another one'),
    otelLogsEndpoint: url(['OTEL_EXPORTER_OTLP_LOGS_ENDPOINT'], 'Full address for logs, if it is another one'),
    otelHeaders: named(['OTEL_EXPORTER_OTLP_HEADERS'], 'Headers for the collector, such as its key'),
    otelTracesHeaders: named(['OTEL_EXPORTER_OTLP_TRACES_HEADERS'], 'Those for traces, if they are others'),
    otelLogsHeaders: named(['OTEL_EXPORTER_OTLP_LOGS_HEADERS'], 'Those for logs, if they are others'),
    otelTimeoutMs: whole(['OTEL_EXPORTER_OTLP_TIMEOUT'], 'Milliseconds that the collector gets', 10_000, [1, 120_000]),
    otelTracesTimeoutMs: timeout(['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT'], 'Those for traces, if they are others'),
    otelLogsTimeoutMs: timeout(['OTEL_EXPORTER_OTLP_LOGS_TIMEOUT'], 'Those for logs, if they are others'),
    otelTraces: oneOf(['OTEL_TRACES_EXPORTER'], 'Where traces go, once there is an endpoint', 'otlp', ['otlp', 'none']),
    otelLogs: oneOf(['OTEL_LOGS_EXPORTER'], 'Where logs go, beside the standard output', 'otlp', ['otlp', 'none']),
    otelSampler: oneOf(['OTEL_TRACES_SAMPLER'], 'Which traces are recorded', 'parentbased_always_on', SAMPLERS),
    otelSamplerArg: ratio(['OTEL_TRACES_SAMPLER_ARG'], 'The part of traces that a ratio records', 1),
    otelServiceName: text(
        ['OTEL_SERVICE_NAME'],
        'What this service is called in traces; unset: service.name of OTEL_RESOURCE_ATTRIBUTES, or halyard, or halyard-edge',
    ),
    otelResource: named(['OTEL_RESOURCE_ATTRIBUTES'], 'Further attributes of this service'),
    evaluationEvents: ratio(
        ['EVALUATION_EVENTS_RATIO'],
        'The part of evaluations by the frontend API and OFREP that are told to OpenTelemetry as feature_flag.evaluation',
        0,
    ),
};

const SIGNALS = ['', '_TRACES', '_LOGS'] as const;

/** One that has no effect, for each signal and for all, unless it asks for what is done anyway. */
const unused = (
    option: string,
    help: string,
    { done = [''] }: { done?: [string, ...string[]] } = {},
): SettingDeclarations =>
    Object.fromEntries(
        SIGNALS.map((signal): [string, Setting<string>] => [
            `otel${signal}${option}`,
            notDone(`OTEL_EXPORTER_OTLP${signal}_${option}`, help, done),
        ]),
    );

const notDone = (name: string, help: string, done: [string, ...string[]]): Setting<string> => ({
    ...text([name], help, done[0]),
    parse: (value) => (done.includes(value.toLowerCase()) ? done[0] : value),
});

/** Settings of the specification that are not supported: each that is set causes a warning at the start, with an alternative. */
export const UNUSED_TELEMETRY: SettingDeclarations = {
    ...unused('PROTOCOL', 'OTLP over HTTP with JSON is what it speaks, on port 4318 of most collectors', {
        // The existing edge calls it http.
        done: ['http/json', 'http'],
    }),
    ...unused('CERTIFICATE', 'set NODE_EXTRA_CA_CERTS instead'),
    ...unused('CLIENT_CERTIFICATE', 'export to a collector nearby that has one'),
    ...unused('CLIENT_KEY', 'export to a collector nearby that has one'),
    ...unused('COMPRESSION', 'it sends what is not compressed', { done: ['none'] }),
    otelMetrics: notDone('OTEL_METRICS_EXPORTER', 'let Prometheus scrape it instead', ['none', 'prometheus']),
};
