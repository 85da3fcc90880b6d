import { expect, test } from 'vitest';
import { pointsOf } from '../support/point-series.ts';
import { startSdk } from '../support/sdk.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { testEdge, until } from '../support/test-edge.ts';

const values = async ({ services }: TestApp, name: string): Promise<object[]> => {
    await services.reports.store();
    const now = services.clock().getTime();
    const range = { from: new Date(now - 3_600_000), to: new Date(now + 60_000) };
    const { series } = await services.series.read({ mayRead: () => true, name, step: 'hour', ...range });
    return series.flatMap((each) =>
        pointsOf(each).map((point) =>
            'buckets' in point ? { labels: each.labels, ...ofHistogram(point) } : { labels: each.labels, ...point },
        ),
    );
};

const ofHistogram = ({ count, sum, buckets }: { count: number; sum: number; buckets: readonly object[] }) => ({
    count,
    sum,
    buckets,
});

async function reportTo(url: string) {
    const options = { appName: 'shop', disableMetrics: false, metricsInterval: 300 };
    const sdk = await startSdk(url, options);
    const { impactMetrics } = sdk;
    impactMetrics.defineCounter('checkout_errors', 'Failed checkouts');
    impactMetrics.defineGauge('queue_length', 'Waiting orders');
    impactMetrics.defineHistogram('checkout_seconds', 'Duration', [0.5, 2]);
    impactMetrics.incrementCounter('checkout_errors', 3);
    impactMetrics.incrementCounter('checkout_errors', 4);
    impactMetrics.updateGauge('queue_length', 12);
    for (const seconds of [0.2, 1, 5]) impactMetrics.observeHistogram('checkout_seconds', seconds);
}

const labels = { appName: 'shop' };
const EXPECTED = {
    counter: [{ labels, value: 7 }],
    gauge: [{ labels, last: 12 }],
    histogram: [{ labels, count: 3, sum: 6.2, buckets: [{ le: 0.5, count: 1 }, { le: 2, count: 2 }, { count: 3 }] }],
};

async function expectAll(app: TestApp): Promise<void> {
    await until(async () => (await values(app, 'checkout_seconds')).length > 0);
    expect(await values(app, 'checkout_errors')).toMatchObject(EXPECTED.counter);
    expect(await values(app, 'queue_length')).toMatchObject(EXPECTED.gauge);
    expect(await values(app, 'checkout_seconds')).toMatchObject(EXPECTED.histogram);
}

test('the impact metrics of a real SDK are stored', async () => {
    const app = await testApp();
    await reportTo(app.url);

    await expectAll(app);
});

test('the impact metrics of a real SDK pass an edge', async () => {
    const app = await testApp();
    const edge = await testEdge(app.url, { environment: { METRICS_INTERVAL_SECONDS: '1' } });
    await reportTo(edge.url);

    await expectAll(app);
});

test('a real SDK whose report is larger than 4 MB keeps reporting', async () => {
    const app = await testApp();
    const sdk = await startSdk(app.url, { appName: 'shop', disableMetrics: false, metricsInterval: 300 });
    const sent: number[] = [];
    sdk.on('sent', (report) => sent.push(JSON.stringify(report).length));
    sdk.impactMetrics.defineCounter('checkout_errors', 'Failed checkouts');
    for (let index = 0; index < 20_000; index++) sdk.isEnabled(`${index} ${'x'.repeat(240)}`);
    await until(async () => sent.some((size) => size > 4 * 1024 * 1024));

    sdk.impactMetrics.incrementCounter('checkout_errors', 7);

    await until(async () => (await values(app, 'checkout_errors')).length > 0);
    expect(await values(app, 'checkout_errors')).toMatchObject(EXPECTED.counter);
    expect((await app.get('/internal-backstage/prometheus')).body).toMatch(
        /halyard_reports_dropped_total\{reason="form"\} 1\n/,
    );
});
