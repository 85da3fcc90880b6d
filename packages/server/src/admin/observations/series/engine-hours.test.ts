import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startPrometheus } from '../../../../test/support/prometheus.ts';
import { receiver } from '../../../../test/support/receiver.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { exportedSince } from '../../../delivery/series/export/series-outbox.ts';
import { rollUpSeries } from './roll-up-series.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const withEngine = (url: string) => ({ SERIES_BACKEND: 'prometheus', SERIES_PROMETHEUS_URL: url });

async function report(app: TestApp, value: number, token: string): Promise<void> {
    const labels = { appName: 'shop' };
    const buckets = [
        { le: 1, count: value },
        { le: 2, count: value + 1 },
        { le: '+Inf', count: value + 2 },
    ];
    const impactMetrics = [
        { name: 'orders', help: 'Orders', type: 'counter', samples: [{ labels, value }] },
        { name: 'queue', help: 'Queue', type: 'gauge', samples: [{ labels, value }] },
        {
            name: 'seconds',
            help: 'Seconds',
            type: 'histogram',
            samples: [{ labels, count: value + 2, sum: 7, buckets }],
        },
    ];
    await app.post('/api/client/metrics', { appName: 'shop', impactMetrics }, { token });
    await app.services.reports.store();
}

const rollUp = async ({ services }: TestApp) =>
    rollUpSeries({ ...services, days: 35, exportedSince: await exportedSince(services.db) });

const storedHours = async ({ services: { db } }: TestApp) =>
    (await db.selectFrom('series_rows').select('step').where('points', '<>', '').execute()).map(({ step }) => step);

const chart = (app: TestApp, metricName: string, aggregationMode: string) =>
    app.get(
        `/api/admin/impact-metrics?${new URLSearchParams({ metricName, aggregationMode, range: 'month', mode: 'display' })}`,
    );

async function charts(app: TestApp) {
    const modes = [
        ...[['orders', 'count'] as const, ['queue', 'avg'] as const, ['queue', 'min'] as const],
        ...[['queue', 'max'] as const, ['queue', 'sum'] as const, ['seconds', 'p50'] as const],
        ...[['seconds', 'count'] as const, ['seconds', 'avg'] as const],
    ];
    return Promise.all(modes.map(async ([name, mode]) => (await chart(app, name, mode)).body.series[0]?.data));
}

const metric = async (app: TestApp, line: string) =>
    (await (await fetch(`${app.url}/internal-backstage/prometheus`)).text())
        .split('\n')
        .find((each) => each.startsWith(line))
        ?.split(' ')
        .at(-1);

test('a Prometheus stores the hours that are older than two days, and charts read them from it', async () => {
    const prometheus = await startPrometheus();
    const app = await testApp({ environment: withEngine(prometheus.url) });
    const { secret: token } = await app.has.token({ environment: 'development' });
    // An engine accepts no samples of the future.
    app.passTime(-6 * DAY);
    app.passTime(HOUR - (app.services.clock().getTime() % HOUR));
    await report(app, 100, token);
    app.passTime(HOUR);
    await report(app, 3, token);
    app.passTime(60_000);
    await report(app, 5, token);
    app.passTime(HOUR);
    await report(app, 2, token);
    const before = await charts(app);
    expect(before[0]!.map(([, value]: [number, string]) => Number(value)).reduce((a: number, b: number) => a + b)).toBe(
        110,
    );
    await expect
        .poll(async () => {
            await app.services.seriesExporter!.send();
            return (await app.services.db.selectFrom('series_outbox').select('at').execute()).length;
        })
        .toBe(0);

    app.passTime(52 * HOUR);
    await rollUp(app);

    // The first hour began before the export.
    expect(await storedHours(app)).toEqual(['hour', 'hour', 'hour']);
    expect(await charts(app)).toEqual(before);
    await prometheus.stop();
    expect(await chart(app, 'orders', 'count')).toMatchObject({
        status: 502,
        body: { message: expect.stringContaining('cannot be reached') },
    });
    const end = app.services.clock().getTime() / 1_000;
    const range = new URLSearchParams({ query: 'orders', start: `${end - 6 * 86_400}`, end: `${end}`, step: '3600' });
    expect(await app.get(`/api/v1/query_range?${range}`)).toMatchObject({ status: 502, body: { status: 'error' } });
    expect((await app.get(`/api/admin/impact-metrics?metricName=orders&range=day`)).status).toBe(200);
});

test('a project that is created again does not show the values of the deleted one', async () => {
    const prometheus = await startPrometheus();
    const app = await testApp({ environment: withEngine(prometheus.url) });
    const create = () => app.post('/api/admin/projects', { id: 'shop', name: 'Shop' });
    await create();
    const { secret: token } = await app.has.token({ environment: 'development', projects: ['shop'] });
    app.passTime(-6 * DAY);
    await report(app, 1, token);
    app.passTime(2 * HOUR);
    await report(app, 100, token);
    await app.services.seriesExporter!.send();
    expect((await chart(app, 'orders', 'count')).body.reported).toBe('values');
    app.passTime(52 * HOUR);

    expect((await app.delete('/api/admin/projects/shop')).status).toBe(200);
    await create();
    const { secret: next } = await app.has.token({ environment: 'development', projects: ['shop'] });
    app.passTime(20 * HOUR);
    await report(app, 7, next);
    app.passTime(50 * HOUR);
    await rollUp(app);

    const { series } = (await chart(app, 'orders', 'count')).body;
    const values = series.flatMap(({ data }: { data: [number, string][] }) => data.map(([, value]) => value));
    expect(values).not.toContain('100');
});

test('values wait while the engine fails, and are sent once', async () => {
    const engine = await receiver();
    const app = await testApp({ environment: withEngine(`http://127.0.0.1:${engine.port}`) });
    const { secret: token } = await app.has.token({ environment: 'development' });
    const { db, seriesExporter } = app.services;
    const waiting = async () => (await db.selectFrom('series_outbox').select('size').execute()).map(({ size }) => size);

    engine.willRespond({ status: 503 }, { status: 401 });
    await report(app, 1, token);
    await seriesExporter!.send();
    await seriesExporter!.send();
    expect(await waiting()).toEqual([3]);
    expect(await metric(app, 'halyard_series_waiting')).toBe('3');
    expect(await metric(app, 'halyard_series_export_failures_total')).toBe('2');
    await seriesExporter!.send();
    expect(await waiting()).toEqual([]);
    await seriesExporter!.send();
    expect(engine.received.map(({ path }) => path)).toEqual(Array(3).fill('/api/v1/write'));

    expect(await metric(app, 'halyard_series_export_dropped_total{reason="refused"}')).toBe('0');
});

/** An engine that refuses each request with a sample of the metric `refused`, and returns what it accepted of the others. */
async function refusingEngine() {
    const accepted: string[] = [];
    const server = createServer(async (request, response) => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part);
        const content = Buffer.concat(parts).toString('latin1');
        const isRefused = content.includes('refused');
        if (!isRefused) accepted.push(...(content.match(/accepted_\w+/g) ?? []));
        response.writeHead(isRefused ? 400 : 204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, accepted };
}

test('a row that the engine refuses does not take the other rows of its request with it', async () => {
    const engine = await refusingEngine();
    const app = await testApp({ environment: withEngine(engine.url) });
    const { secret: token } = await app.has.token({ environment: 'development' });
    for (const name of ['accepted_before', 'refused', 'accepted_after']) {
        const samples = [{ labels: { appName: 'shop' }, value: 1 }];
        const impactMetrics = [{ name, help: name, type: 'counter', samples }];
        await app.post('/api/client/metrics', { appName: 'shop', impactMetrics }, { token });
        await app.services.reports.store();
    }

    await app.services.seriesExporter!.send();

    expect(engine.accepted).toEqual(['accepted_before', 'accepted_after']);
    expect(await app.services.db.selectFrom('series_outbox').select('at').execute()).toEqual([]);
    expect(await metric(app, 'halyard_series_export_dropped_total{reason="refused"}')).toBe('1');
});

test('values beyond the limit of the outbox are dropped and counted, and stay in charts of the last two days', async () => {
    const engine = await receiver();
    const app = await testApp({ environment: withEngine(`http://127.0.0.1:${engine.port}`) });
    const { secret: token } = await app.has.token({ environment: 'development' });
    const { db, recordObservation } = app.services;
    await recordObservation((tx) =>
        tx.insertInto('series_outbox').values({ at: 1, size: 999_998, points: '[]' }).execute(),
    );

    await report(app, 1, token);

    expect((await db.selectFrom('series_outbox').select('at').execute()).map(({ at }) => at)).toEqual([1]);
    expect(await metric(app, 'halyard_series_export_dropped_total{reason="full"}')).toBe('3');
    expect((await chart(app, 'orders', 'count')).body.reported).toBe('values');
});

test('an engine needs an address', async () => {
    await expect(testApp({ environment: { SERIES_BACKEND: 'prometheus' } })).rejects.toThrow('SERIES_PROMETHEUS_URL');
});
