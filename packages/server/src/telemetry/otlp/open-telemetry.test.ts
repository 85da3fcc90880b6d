import { pino } from 'pino';
import { expect, test } from 'vitest';
import { attributesOf, collector, type Received } from '../../../test/support/collector.ts';
import { collectingLog } from '../../../test/support/log-collector.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { readConfig } from '../../config/config.ts';
import { openTelemetry } from './open-telemetry.ts';
import { OtlpExporter } from './otlp-exporter.ts';
import { readTraceparent, samplerOf } from './trace-context.ts';

test('a request to the admin API, its write and its transaction belong to the trace of the caller', async () => {
    const { url, received, spans } = await collector();
    const warnings: string[] = [];
    const app = await testApp({
        log: collectingLog({ level: 'warn', stream: { write: (line) => void warnings.push(JSON.parse(line).msg) } }),
        environment: {
            OTEL_EXPORTER_OTLP_ENDPOINT: url,
            OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
            OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
            OTEL_SERVICE_NAME: 'flags',
            OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=test',
        },
    });
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

    await app.post('/api/admin/projects/default/features', { name: 'traced' }, { headers: { traceparent } });
    const refused = await app.post(
        '/api/admin/projects/default/features',
        { name: 'traced' },
        { headers: { traceparent } },
    );
    await app.clientFeatures();
    await app.close();

    const callerSpans = spans().filter((span) => span.traceId === traceId);
    const [request, refusal] = callerSpans.filter(
        ({ name }) => name === 'POST /api/admin/projects/:projectId/features',
    );
    expect(request).toMatchObject({ kind: 2, parentSpanId: '00f067aa0ba902b7', status: {} });
    expect(attributesOf(request)).toMatchObject({
        'http.request.method': 'POST',
        'http.route': '/api/admin/projects/:projectId/features',
        'http.response.status_code': '201',
    });
    expect(attributesOf(refusal)).toMatchObject({ 'http.response.status_code': String(refused.status) });
    const write = callerSpans.find(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(write).toMatchObject({ name: 'write', kind: 1 });
    const transaction = callerSpans.find(({ parentSpanId }) => parentSpanId === write.spanId);
    expect(transaction).toMatchObject({ name: 'exclusive transaction', kind: 3 });
    expect(BigInt(request.endTimeUnixNano) > BigInt(request.startTimeUnixNano)).toBe(true);
    expect(spans().some(({ name }) => name === 'follow changes')).toBe(true);
    // The hot path of SDK requests is not traced.
    expect(spans().some(({ name }) => name.includes('/api/client/features'))).toBe(false);

    const [{ path, headers, body }] = received.filter((each) => each.path === '/v1/traces') as [Received];
    expect([path, headers['x-key'], headers['content-type']]).toEqual(['/v1/traces', 'a b', 'application/json']);
    expect(attributesOf(body.resourceSpans[0].resource)).toMatchObject({
        'service.name': 'flags',
        'service.version': '0.0.0-test',
        'deployment.environment.name': 'test',
    });
    expect(warnings).toContainEqual(
        'OTEL_EXPORTER_OTLP_PROTOCOL is not used by Halyard: the only supported protocol is OTLP over HTTP with JSON, on port 4318 of most collectors.',
    );
});

test('without an endpoint, or if disabled, no exporter is created', async () => {
    const { url } = await collector();
    const telemetryOf = (environment: Record<string, string>) =>
        openTelemetry(readConfig(environment), { name: 'halyard', version: '1', onError: () => undefined });

    expect(telemetryOf({})).toMatchObject({ tracer: undefined, logs: undefined });
    const disabled = telemetryOf({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' });
    expect(disabled).toMatchObject({ tracer: undefined, logs: undefined });
    const onlyLogs = telemetryOf({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_EXPORTER: 'none' });
    expect(onlyLogs.tracer).toBeUndefined();
    expect(onlyLogs.logs).toBeDefined();
    await onlyLogs.close();
    expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('from 0 to 1');
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'no pairs' })).toThrow('name=value');
});

test('a setting for one signal applies to that signal only, and the resource attributes set the service name if no other setting does', async () => {
    const { url, received } = await collector();
    const telemetry = openTelemetry(
        readConfig({
            OTEL_EXPORTER_OTLP_ENDPOINT: url,
            OTEL_EXPORTER_OTLP_HEADERS: 'x-key=both',
            OTEL_EXPORTER_OTLP_LOGS_HEADERS: 'x-key=logs',
            OTEL_RESOURCE_ATTRIBUTES: 'service.name=flags-of-the-shop',
        }),
        { name: 'halyard', version: '1', onError: () => undefined },
    );

    telemetry.tracer!.begin({ name: 'asked' }).end();
    telemetry.addLog!({ body: { stringValue: 'said' } });
    await telemetry.close();

    const keys = received.map(({ path, headers }) => [path, headers['x-key']]).sort();
    expect(keys).toEqual([
        ['/v1/logs', 'logs'],
        ['/v1/traces', 'both'],
    ]);
    const { resource } = received.find(({ path }) => path === '/v1/logs')!.body.resourceLogs[0];
    expect(attributesOf(resource)).toMatchObject({ 'service.name': 'flags-of-the-shop' });
});

test('lines of the log are exported with their severity and members', async () => {
    const { url, logs } = await collector();
    const telemetry = openTelemetry(readConfig({ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${url}/here` }), {
        name: 'halyard',
        version: '1',
        onError: () => undefined,
    });
    const log = pino({}, telemetry.logs!);

    log.warn({ address: '::1', tries: 3 }, 'not believed');
    log.error({ err: new TypeError('broken') }, 'unexpected error');
    await telemetry.close();

    expect(logs()).toMatchObject([
        { severityNumber: 13, severityText: 'WARN', body: { stringValue: 'not believed' } },
        { severityNumber: 17, severityText: 'ERROR', body: { stringValue: 'unexpected error' } },
    ]);
    expect(attributesOf(logs()[0])).toEqual({ address: '::1', tries: '3' });
    expect(attributesOf(logs()[1])).toMatchObject({ 'exception.type': 'TypeError', 'exception.message': 'broken' });
});

test('evaluations are exported if configured, and never with the user', async () => {
    const { url, logs } = await collector();
    const app = await testApp({
        environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url, EVALUATION_EVENTS_RATIO: '1', OTEL_TRACES_EXPORTER: 'none' },
    });
    await app.has.flag({ name: 'on', enabled: true });
    await app.has.flag({ name: 'off' });
    const { secret } = (
        await app.post('/api/admin/api-tokens', {
            tokenName: 'page',
            type: 'frontend',
            environment: 'development',
            projects: ['*'],
        })
    ).body;

    const context = { targetingKey: 'someone-in-particular' };
    await app.send('GET', '/api/frontend?userId=someone-in-particular', { token: secret });
    const evaluations = () => logs().filter(({ eventName }) => eventName === 'feature_flag.evaluation');
    await app.send('POST', '/ofrep/v1/evaluate/flags/missing', {
        token: secret,
        headers: { 'content-type': 'application/json' },
        rawBody: JSON.stringify({ context }),
    });
    await app.close();

    const events = evaluations().map(attributesOf);
    expect(events).toContainEqual(
        expect.objectContaining({
            'feature_flag.key': 'on',
            'feature_flag.result.variant': 'enabled',
            'feature_flag.result.reason': 'static',
            'feature_flag.provider.name': 'halyard',
            'feature_flag.set.id': 'development',
        }),
    );
    expect(events).toContainEqual(
        expect.objectContaining({ 'feature_flag.key': 'off', 'feature_flag.result.reason': 'disabled' }),
    );
    expect(events).toContainEqual(
        expect.objectContaining({ 'feature_flag.key': 'missing', 'error.type': 'flag_not_found' }),
    );
    expect(JSON.stringify(logs())).not.toContain('someone-in-particular');
});

test('evaluations are not exported by default', async () => {
    const { url, logs } = await collector();
    const app = await testApp({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_EXPORTER: 'none' } });
    await app.has.flag({ name: 'on', enabled: true });
    const { secret } = await app.has.token({ environment: 'development', type: 'frontend' });

    const { status } = await app.send('GET', '/api/frontend?userId=someone', { token: secret });
    await app.close();

    expect(status).toBe(200);
    expect(logs().filter(({ eventName }) => eventName === 'feature_flag.evaluation')).toEqual([]);
});

test('records are dropped, and one error is reported, while the collector is unavailable or refuses them', async () => {
    const { url, received } = await collector({ status: 503, headers: { 'retry-after': '60' } });
    const errors: unknown[] = [];
    const exporter = new OtlpExporter({
        url,
        headers: {},
        timeoutMs: 60_000,
        bodyOf: (records) => ({ records }),
        onError: (error) => void errors.push(error),
        everyMs: 3_600_000,
    });

    for (let index = 0; index < 5_000; index++) exporter.add({ index });
    await exporter.flush();
    await exporter.flush();

    expect(received).toHaveLength(1);
    expect(errors).toHaveLength(1);
    await exporter.close();
    expect(exporter.counts).toEqual({ exported: 0, dropped: 5_000 });
    expect(errors).toHaveLength(1);
});

test('the ratio of recorded traces follows the configured sampler', () => {
    const ids = Array.from({ length: 400 }, () => crypto.randomUUID().replaceAll('-', ''));
    const ratioOf = (sampler: ReturnType<typeof samplerOf>, parent?: boolean) =>
        ids.filter((id) =>
            sampler(id, parent === undefined ? undefined : { traceId: id, spanId: '1', isSampled: parent }),
        ).length / ids.length;

    expect(ratioOf(samplerOf('parentbased_always_on', 1))).toBe(1);
    expect(ratioOf(samplerOf('parentbased_always_on', 1), false)).toBe(0);
    expect(ratioOf(samplerOf('parentbased_traceidratio', 0), true)).toBe(1);
    expect(ratioOf(samplerOf('always_off', 1), true)).toBe(0);
    expect(ratioOf(samplerOf('traceidratio', 0))).toBe(0);
    expect(ratioOf(samplerOf('traceidratio', 1))).toBe(1);
    expect(ratioOf(samplerOf('traceidratio', 0.5))).toBeGreaterThan(0.35);
    expect(ratioOf(samplerOf('traceidratio', 0.5))).toBeLessThan(0.65);
});

test.each([
    ['', undefined],
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', true],
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00', false],
    ['00-00000000000000000000000000000000-b7ad6b7169203331-01', undefined],
    ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', undefined],
    ['00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01', undefined],
    [`00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-${'x'.repeat(500)}`, undefined],
])('the traceparent %j is parsed, or ignored if invalid', (header, isSampled) => {
    expect(readTraceparent(header)?.isSampled).toBe(isSampled);
});
