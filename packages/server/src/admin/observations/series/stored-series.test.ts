import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BOUNDS = [0.1, 1, '+Inf'];

/** Reports a counter and a histogram at some minutes after a full hour; nothing in between. */
async function appWithReports(minutes: readonly number[]): Promise<{ app: TestApp; start: number }> {
    const app = await testApp();
    const { secret: token } = await app.has.token({ environment: 'development' });
    app.passTime(HOUR - (app.services.clock().getTime() % HOUR));
    // The clock goes on, and windows are aligned only with whole seconds.
    const start = Math.floor(app.services.clock().getTime() / HOUR) * 3_600;
    let passed = 0;
    for (const minute of minutes) {
        app.passTime((minute - passed) * MINUTE);
        passed = minute;
        const value = minute + 1;
        const buckets = BOUNDS.map((le, index) => ({ le, count: value * index }));
        const labels = { app: 'shop' };
        const impactMetrics = [
            { name: 'orders', help: '', type: 'counter', samples: [{ labels, value }] },
            {
                name: 'seconds',
                help: '',
                type: 'histogram',
                samples: [{ labels, count: 2 * value, sum: value / 2, buckets }],
            },
        ];
        await app.post('/api/client/metrics', { appName: 'shop', impactMetrics }, { token });
        await app.services.reports.store();
    }
    app.passTime(MINUTE);
    return { app, start };
}

const valuesIn = ({
    body,
}: {
    body: { data: { result: { metric: object; value?: unknown[]; values?: unknown[][] }[] } };
}) =>
    body.data.result.flatMap(({ metric, value, values = [value!] }) =>
        values.map(([at, number]) => ({ metric, at, number })),
    );

test.each([
    'sum(increase(orders[10m]))',
    'sum(increase(orders[5m] offset 5m))',
    'sum by (le) (increase(seconds_bucket[15m]))',
    'histogram_quantile(0.5, sum by (le) (rate(seconds_bucket[10m])))',
    'sum(increase(seconds_sum[1h]))',
    'sum(increase(orders[7m]))',
])('a range that is aligned with its step has the values that single queries have: %s', async (query) => {
    const { app, start } = await appWithReports([0, 1, 4, 5, 14, 59, 60, 61, 75, 84]);
    const times = Array.from({ length: 18 }, (_, index) => start + 300 * index);

    const range = { query, start: String(times[0]), end: String(times.at(-1)), step: '300' };
    const atOnce = valuesIn(await app.get(`/api/v1/query_range?${new URLSearchParams(range)}`));

    const single: ReturnType<typeof valuesIn> = [];
    for (const time of times) {
        single.push(...valuesIn(await app.get(`/api/v1/query?${new URLSearchParams({ query, time: String(time) })}`)));
    }
    const inOrder = (values: typeof single) =>
        values.toSorted((a, b) => JSON.stringify([a.metric, a.at]).localeCompare(JSON.stringify([b.metric, b.at])));
    expect(atOnce.length).toBeGreaterThan(5);
    expect(inOrder(atOnce)).toEqual(inOrder(single));
});

test('a chart sums up the minutes of each of its steps, also those that begin in the middle of an hour', async () => {
    const { app, start } = await appWithReports([0, 1, 14, 15, 59, 60, 74]);

    const query = { metricName: 'orders', aggregationMode: 'count', range: 'day', mode: 'display', labels: '{}' };
    const { body } = await app.get(`/api/admin/impact-metrics?${new URLSearchParams(query)}`);

    expect(body.series[0].data).toEqual([
        [start, '18'],
        [start + 900, '16'],
        [start + 2_700, '60'],
        [start + 3_600, '136'],
    ]);
});
