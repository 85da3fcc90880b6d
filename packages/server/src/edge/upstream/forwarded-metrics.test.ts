import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pointsOf } from '../../../test/support/point-series.ts';
import { type TestApp, testApp } from '../../../test/support/test-app.ts';
import { testEdge, until } from '../../../test/support/test-edge.ts';
import { upstreamSwitch } from '../../../test/support/upstream-switch.ts';

const labels = { appName: 'shop' };
const buckets = [
    { le: 0.5, count: 1 },
    { le: '+Inf', count: 2 },
];
const report = (value: number) => ({
    appName: 'shop',
    impactMetrics: [
        { name: 'errors', help: 'Errors', type: 'counter', samples: [{ labels, value }] },
        { name: 'queue', help: 'Length', type: 'gauge', samples: [{ labels, value }] },
        { name: 'duration', help: 'Time', type: 'histogram', samples: [{ labels, count: 2, sum: value, buckets }] },
        { name: 'idle', help: 'Unused', type: 'counter', samples: [{ labels: {}, value: 0 }] },
    ],
});

async function storedPoints({ services }: TestApp, name: string): Promise<object[]> {
    await services.reports.store();
    const now = services.clock().getTime();
    const range = { from: new Date(now - 3_600_000), to: new Date(now + 60_000) };
    const { series } = await services.series.read({ mayRead: () => true, name, step: 'hour', ...range });
    return series.flatMap(pointsOf);
}

test('metrics pass an edge, survive its restart during an outage, and are counted once upstream', async () => {
    const app = await testApp();
    const way = await upstreamSwitch(app.url);
    const folder = mkdtempSync(join(tmpdir(), 'halyard-edge-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const options = { environment: { METRICS_INTERVAL_SECONDS: '1', BACKUP_FOLDER: folder } };
    const first = await testEdge(way.url, options);
    await first.flags();
    way.leadTo(undefined);
    for (const value of [2, 5]) await first.send('POST', '/api/client/metrics', { body: report(value) });
    const { impactMetrics } = (await first.get('/internal-backstage/metricsbatch', null)).body;
    expect(impactMetrics).toMatchObject([
        { name: 'errors', type: 'counter', help: 'Errors', samples: [{ labels, value: 7 }] },
        { name: 'queue', type: 'gauge', samples: [{ labels, value: 5 }] },
        {
            name: 'duration',
            type: 'histogram',
            samples: [
                {
                    count: 4,
                    sum: 7,
                    buckets: [
                        { le: 0.5, count: 2 },
                        { le: '+Inf', count: 4 },
                    ],
                },
            ],
        },
        { name: 'idle', samples: [{ labels: {}, value: 0 }] },
    ]);
    await first.close();

    const second = await testEdge(way.url, options);
    await second.send('POST', '/api/client/metrics', { body: report(3) });
    way.leadTo(app.url);
    const counted = async () =>
        (await storedPoints(app, 'errors')).reduce((sum: number, point) => sum + (point as { value: number }).value, 0);
    await until(async () => (await counted()) === 10);
    await second.close();

    expect(await counted()).toBe(10);
    expect(await storedPoints(app, 'queue')).toMatchObject([{ last: 3, min: 2, max: 5, sum: 10, count: 3 }]);
    expect(await storedPoints(app, 'duration')).toMatchObject([
        { count: 6, sum: 10, buckets: [{ le: 0.5, count: 3 }, {}] },
    ]);
    expect(await app.services.series.metrics({ mayRead: () => true })).toHaveLength(4);
});
