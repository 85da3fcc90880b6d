import { expect, test } from 'vitest';
import { fakeSeries } from './support/fake-series.ts';
import type { PointSeries } from './support/point-series.ts';
import { testApp } from './support/test-app.ts';

const API = '/api/admin/impact-metrics';
const FLAG = '/api/admin/projects/default/features/checkout/impact-metrics/config';
const minute = (Math.floor(Date.now() / 60_000) - 5) * 60;

const STORED: PointSeries[] = ['shop-web', 'shop-api'].map((appName) => ({
    ...{ kind: 'counter', name: 'checkout_errors', environment: 'production', project: null },
    labels: { appName, origin: 'sdk' },
    points: [
        { at: minute, value: 3 },
        { at: minute + 60, value: 2 },
    ],
}));

/* The impact-metrics pages of Unleash 8.2 make these calls in this order. The test checks the members that they read. */
test("the pages of Unleash's impact metrics load, preview, save and remove a chart", async () => {
    const app = await testApp({ series: fakeSeries(STORED) });
    await app.has.flag({ name: 'checkout' });
    expect((await app.get('/api/admin/ui-config')).body.impactMetrics).toBe('internal');

    // 1. The page: the charts and the metrics to choose from.
    expect((await app.get(`${API}/config`)).body).toEqual({ configs: [] });
    const { metrics } = (await app.get(`${API}/metadata`)).body;
    const metric = metrics.find(({ name }: { name: string }) => name === 'checkout_errors');
    expect(metric).toMatchObject({ displayName: 'checkout_errors', help: expect.any(String), source: 'internal' });

    // 2. The dialog: the labels of the metric, then the preview, split by a label.
    const discovery = `metricName=checkout_errors&range=hour&aggregationMode=count&source=internal&mode=edit`;
    const { labels } = (await app.get(`${API}/?${discovery}`)).body;
    expect(labels).toMatchObject({
        ...{ appName: ['shop-api', 'shop-web'], environment: ['production'] },
        ...{ origin: ['sdk'], metric_type: ['counter'] },
    });
    const selected = encodeURIComponent(JSON.stringify({ appName: ['*'], environment: ['production'] }));
    const preview = await app.get(`${API}/?${discovery.replace('edit', 'display')}&labels=${selected}`);
    expect(preview).toMatchObject({
        status: 200,
        body: {
            ...{ start: expect.stringMatching(/^\d+$/), end: expect.stringMatching(/^\d+$/), step: '1m', labels: {} },
            series: [
                {
                    metric: { appName: 'shop-api' },
                    data: [
                        [minute, '3'],
                        [minute + 60, '2'],
                    ],
                },
                { metric: { appName: 'shop-web' } },
            ],
            debug: { query: expect.stringContaining('sum by (appName, environment)'), isTruncated: false },
        },
    });

    // 3. Saves the chart on the page and on the flag, changes it, and reads it back.
    const chart = {
        ...{ metricName: 'checkout_errors', timeRange: 'day', aggregationMode: 'count', yAxisMin: 'auto' },
        ...{ labelSelectors: { appName: ['*'] }, title: 'Errors', source: 'internal' },
    };
    for (const path of [`${API}/config`, FLAG]) {
        expect((await app.post(path, chart)).status).toBe(200);
        const [saved] = (await app.get(path)).body.configs;
        expect(saved).toMatchObject({ ...chart, displayName: 'checkout_errors', step: '15m', mode: 'write' });
        expect((await app.post(path, { ...chart, id: saved.id, yAxisMin: 'zero' })).status).toBe(200);
        expect((await app.get(path)).body.configs).toMatchObject([{ id: saved.id, yAxisMin: 'zero' }]);
        expect((await app.delete(`${path}/${saved.id}`)).status).toBe(204);
        expect((await app.get(path)).body).toEqual({ configs: [] });
    }

    // 4. The views page requests longer ranges; the settings page registers a metric and reads the external source.
    for (const range of ['hour', 'day', 'week', 'month', 'threeMonths', 'sixMonths']) {
        expect((await app.get(`${API}/?metricName=checkout_errors&range=${range}&aggregationMode=rps`)).status).toBe(
            200,
        );
    }
    expect((await app.post(`${API}/register`, { name: 'sign_ups:total', type: 'counter' })).status).toBe(200);
    expect((await app.get(`${API}/metadata`)).body.metrics).toContainEqual(
        expect.objectContaining({ name: 'sign_ups:total', displayName: 'sign_ups:total' }),
    );
    expect((await app.get(`${API}/external-source`)).body).toEqual({ enabled: false });
});
