import { expect, onTestFinished, test } from 'vitest';
import { countedSeries } from '../../../test/support/counted-series.ts';
import { CLIENT_TOKEN, ownFreshInstall, type TestApp, testApp } from '../../../test/support/test-app.ts';
import { testEdge } from '../../../test/support/test-edge.ts';

/** Two nodes of one database. The embedded database supports a single node, which is restarted instead. */
async function nodes(): Promise<{ one: TestApp; other: () => Promise<TestApp> }> {
    const database = await ownFreshInstall();
    onTestFinished(database.remove);
    const one = await testApp({ database });
    if (process.env['TEST_DATABASE'] === 'postgres') {
        const two = await testApp({ database });
        return { one, other: async () => two };
    }
    return {
        one,
        other: async () => {
            await one.close();
            return testApp({ database });
        },
    };
}

const START = '2026-01-01T00:00:00.000Z';

interface Report {
    value: number;
    start?: string;
    connectionId?: string;
}

const counter = (value: number) => ({
    ...{ name: 'errors', help: 'Errors', type: 'counter' },
    samples: [{ labels: { appName: 'shop' }, value }],
});
const histogram = (value: number) => ({
    ...{ name: 'seconds', help: 'Time', type: 'histogram' },
    samples: [{ labels: { appName: 'shop' }, count: value, sum: value, buckets: [{ le: '+Inf', count: value }] }],
});

async function send(url: string, { value, start = START, connectionId = 'connection-1' }: Report): Promise<void> {
    const bucket = { start, stop: new Date(), toggles: {} };
    const body = { appName: 'shop', connectionId, bucket, impactMetrics: [counter(value), histogram(value)] };
    const response = await fetch(`${url}/api/client/metrics`, {
        method: 'POST',
        headers: { authorization: CLIENT_TOKEN, 'content-type': 'application/json' },
        body: JSON.stringify(body),
    });
    expect(response.status).toBe(202);
}

async function totals(app: TestApp): Promise<{ errors: number; seconds: number }> {
    await app.services.reports.store();
    const total = async (name: string) =>
        Object.values(await countedSeries(app, name)).reduce((sum, each) => sum + each, 0);
    return { errors: await total('errors'), seconds: await total('seconds') };
}

test('a report that an SDK repeats at another node, or after a restart, adds only what is new', async () => {
    const { one, other } = await nodes();
    await send(one.url, { value: 5 });
    await one.services.reports.store();
    const two = await other();
    await send(two.url, { value: 8 });
    expect(await totals(two)).toEqual({ errors: 8, seconds: 8 });

    await send(two.url, { value: 3, connectionId: 'connection-2' });
    await send(two.url, { value: 1, start: '2026-01-01T00:01:00.000Z' });
    expect(await totals(two)).toEqual({ errors: 12, seconds: 12 });
});

test('a repeated report counts once even if the first one is stored last, after one of the next period', async () => {
    const app = await testApp();
    const stored = app.services.reports.store;
    await send(app.url, { value: 8 });
    await stored.call(app.services.reports);
    await send(app.url, { value: 1, start: '2026-01-01T00:01:00.000Z' });
    await stored.call(app.services.reports);

    await send(app.url, { value: 5 });

    expect(await totals(app)).toEqual({ errors: 9, seconds: 9 });
});

test('two samples of one report that become the same series are added, also when the report is repeated', async () => {
    const app = await testApp();
    const bucket = { start: START, stop: new Date(), toggles: {} };
    const impactMetrics = [counter(2), counter(3)];
    const body = { appName: 'shop', connectionId: 'connection-1', bucket, impactMetrics };
    for (const _ of [1, 2]) {
        await app.post('/api/client/metrics', body, { token: CLIENT_TOKEN });
        await app.services.reports.store();
    }
    expect((await totals(app)).errors).toBe(5);
});

test('a report that is repeated at another edge adds only what is new', async () => {
    const app = await testApp();
    const environment = { METRICS_INTERVAL_SECONDS: '1' };
    const [one, two] = [await testEdge(app.url, { environment }), await testEdge(app.url, { environment })];
    await send(one.url, { value: 5 });
    await expect.poll(() => totals(app)).toEqual({ errors: 5, seconds: 5 });

    await send(two.url, { value: 7 });
    await send(two.url, { value: 2, connectionId: 'connection-2' });

    await expect.poll(() => totals(app)).toEqual({ errors: 9, seconds: 9 });
});

/** A sum of OpenTelemetry that counts from the start of its process. */
const cumulativeSum = (value: number, at: number, startedAt: number) => ({
    resourceMetrics: [
        {
            resource: { attributes: [{ key: 'service.instance.id', value: { stringValue: 'pod-1' } }] },
            scopeMetrics: [
                {
                    metrics: [
                        {
                            name: 'requests',
                            sum: {
                                ...{ aggregationTemporality: 2, isMonotonic: true },
                                dataPoints: [
                                    {
                                        asDouble: value,
                                        startTimeUnixNano: `${startedAt}000000`,
                                        timeUnixNano: `${at}000000`,
                                    },
                                ],
                            },
                        },
                    ],
                },
            ],
        },
    ],
});

test('values that count from a start and reach alternating nodes count once', async () => {
    const { one, other } = await nodes();
    const now = one.services.clock().getTime() - 60_000;
    const export_ = async (app: TestApp, value: number, second: number) => {
        const body = cumulativeSum(value, now + second * 1_000, now - 3_600_000);
        expect((await app.post('/v1/metrics', body, { token: CLIENT_TOKEN })).status).toBe(200);
    };
    await export_(one, 100, 1);
    await one.services.reports.store();
    await export_(one, 107, 2);
    const two = await other();
    await export_(two, 110, 3);
    // Repeated at the other node, because the response was lost.
    await export_(two, 107, 2);
    const last = process.env['TEST_DATABASE'] === 'postgres' ? one : two;
    await export_(last, 130, 4);

    // Either node may be the first to store what both received.
    await Promise.all([last.services.reports.store(), two.services.reports.store()]);
    await two.services.reports.store();
    expect(await countedSeries(two, 'requests')).toEqual({ '{}': 30 });
});
