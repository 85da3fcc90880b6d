import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OTLPLogExporter as JsonLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { AggregationTemporality, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { Analytics } from '@segment/analytics-node';
import { createFlightRecorder } from '@unleash/sdk-flight-recorder';
import { expect, onTestFinished, test } from 'vitest';
import { countedSeries } from '../packages/server/test/support/counted-series.ts';
import { startPrometheus } from '../packages/server/test/support/prometheus.ts';
import { CLIENT_TOKEN, type TestApp, testApp } from '../packages/server/test/support/test-app.ts';
import { testEdge } from '../packages/server/test/support/test-edge.ts';
import { until } from './support/until.ts';

const headers = { authorization: CLIENT_TOKEN };
const METRIC_EXPORTERS = { protobuf: ProtobufMetricExporter, JSON: JsonMetricExporter };
const LOG_EXPORTERS = { protobuf: ProtobufLogExporter, JSON: JsonLogExporter };

const FORWARDS_SOON = { environment: { METRICS_INTERVAL_SECONDS: '1' } };

/** The service itself, or an edge in front of it. */
async function startService(through: string): Promise<{ app: TestApp; url: string }> {
    const app = await testApp();
    return { app, url: through === 'an edge' ? (await testEdge(app.url, FORWARDS_SOON)).url : app.url };
}

const counted = async (app: TestApp, name: string) => {
    await app.services.reports.store();
    return countedSeries(app, name);
};

const SENDERS = ['the service', 'an edge'].flatMap((through) =>
    (['protobuf', 'JSON'] as const).map((encoding) => ({ through, encoding })),
);

test.each(SENDERS)('OpenTelemetry metrics as $encoding arrive in $through', async ({ through, encoding }) => {
    const { app, url } = await startService(through);
    const exporter = (temporalityPreference: AggregationTemporality) =>
        new METRIC_EXPORTERS[encoding]({ url: `${url}/v1/metrics`, headers, temporalityPreference });
    const delta = new PeriodicExportingMetricReader({ exporter: exporter(AggregationTemporality.DELTA) });
    const cumulative = new PeriodicExportingMetricReader({ exporter: exporter(AggregationTemporality.CUMULATIVE) });
    const ofDelta = new MeterProvider({ readers: [delta] }).getMeter('test');
    const ofCumulative = new MeterProvider({ readers: [cumulative] }).getMeter('test');
    const arm = { 'feature_flag.key': 'search', 'feature_flag.result.variant': 'blue' };

    const errors = ofDelta.createCounter('checkout.errors');
    errors.add(3, arm);
    ofDelta.createHistogram('checkout.seconds', { advice: { explicitBucketBoundaries: [1, 2] } }).record(1.5);
    const requests = ofCumulative.createCounter('requests');
    requests.add(100);
    await Promise.all([delta.forceFlush(), cumulative.forceFlush()]);
    await until(async () => (await counted(app, 'checkout_errors')) !== undefined);
    errors.add(4, arm);
    requests.add(7);
    await Promise.all([delta.forceFlush(), cumulative.forceFlush()]);

    const label = expect.objectContaining({ feature_flag_key: 'search', feature_flag_result_variant: 'blue' });
    await until(async () => sumOf(await counted(app, 'checkout_errors')) === 7);
    expect(Object.keys(await counted(app, 'checkout_errors')).map((labels) => JSON.parse(labels))).toEqual([label]);
    await until(async () => sumOf(await counted(app, 'requests')) === 7);
    expect(sumOf(await counted(app, 'checkout_seconds'))).toBe(1);
});

test.each(SENDERS)('OpenTelemetry logs as $encoding arrive in $through', async ({ through, encoding }) => {
    const { app, url } = await startService(through);
    await app.has.flag({ name: 'search', enabled: true });
    const exporter = new LOG_EXPORTERS[encoding]({ url: `${url}/v1/logs`, headers });
    const provider = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] });
    const logger = provider.getLogger('test');
    const attributes = {
        ...{ 'feature_flag.key': 'search', 'feature_flag.result.variant': 'blue' },
        ...{ 'feature_flag.context.id': 'anna', 'error.message': 'none' },
    };

    await until(async () => {
        logger.emit({ eventName: 'feature_flag.evaluation', attributes });
        await provider.forceFlush();
        return sumOf(await counted(app, 'exposures_total')) > 0;
    });
    logger.emit({ eventName: 'purchase', attributes: { 'user.id': 'anna' } });
    await provider.forceFlush();

    await until(async () => sumOf(await counted(app, 'outcomes_total')) === 1);
    expect(await counted(app, 'outcomes_total')).toEqual({ '{"outcome":"purchase"}': 1 });
});

test.each(['the service', 'an edge'])('the flight recorder reports to %s', async (through) => {
    const { app, url } = await startService(through);
    await app.has.flag({ name: 'search', enabled: true });
    const failures: unknown[] = [];
    const recorder = createFlightRecorder({
        url: `${url}/api/client/events`,
        clientKey: CLIENT_TOKEN,
        onError: (failure) => void failures.push(failure),
    });
    for (let index = 0; index < 3; index++) {
        recorder.record({
            eventType: 'custom',
            eventName: 'purchase',
            context: { userId: 'anna' },
            payload: { value: 2 },
        });
    }
    await recorder.close();

    await until(async () => sumOf(await counted(app, 'outcomes_total')) === 3);
    expect(await counted(app, 'outcome_values_total')).toEqual({ '{"outcome":"purchase"}': 6 });
    expect(failures).toEqual([]);
});

test.each(['the service', 'an edge'])('a Segment library reports to %s', async (through) => {
    const { app, url } = await startService(through);
    const analytics = new Analytics({ writeKey: CLIENT_TOKEN, host: url, flushInterval: 10 });
    const failures: unknown[] = [];
    analytics.on('error', (failure) => failures.push(failure));
    analytics.track({ event: 'purchase', userId: 'anna', properties: { revenue: 12.5 } });
    analytics.identify({ userId: 'anna' });
    await analytics.closeAndFlush();

    await until(async () => sumOf(await counted(app, 'outcomes_total')) === 1);
    expect(await counted(app, 'outcome_values_total')).toEqual({ '{"outcome":"purchase"}': 12.5 });
    expect(failures).toEqual([]);
});

test.each(['the service', 'an edge'])('Prometheus writes to %s', async (through) => {
    const { app, url } = await startService(through);
    let requests = 1_000;
    const target = createServer((_request, response) => {
        response.end(
            `# TYPE shop_requests_total counter\nshop_requests_total{code="200"} ${requests}\n# TYPE queue gauge\nqueue 7\n`,
        );
    });
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void target.close());
    await startPrometheus({
        global: { scrape_interval: '200ms', scrape_timeout: '200ms' },
        scrape_configs: [
            {
                job_name: 'shop',
                static_configs: [{ targets: [`127.0.0.1:${(target.address() as AddressInfo).port}`] }],
            },
        ],
        remote_write: [
            {
                url: `${url}/api/v1/write`,
                authorization: { credentials: CLIENT_TOKEN },
                queue_config: { batch_send_deadline: '200ms' },
            },
        ],
    });

    await until(async () => Object.keys(await counted(app, 'shop_requests_total')).length === 1);
    expect(sumOf(await counted(app, 'shop_requests_total'))).toBe(0);
    requests += 25;

    await until(async () => sumOf(await counted(app, 'shop_requests_total')) > 0);
    expect(sumOf(await counted(app, 'shop_requests_total'))).toBe(25);
    expect(Object.keys(await counted(app, 'queue')).map((labels) => JSON.parse(labels))).toEqual([
        expect.objectContaining({ job: 'shop' }),
    ]);
});

const sumOf = (values: Record<string, number>) => Object.values(values).reduce((sum, value) => sum + value, 0);
