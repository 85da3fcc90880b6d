import { expect, test } from 'vitest';
import { fakeSeries } from '../../../../test/support/fake-series.ts';
import type { PointSeries } from '../../../../test/support/point-series.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const METRICS = '/api/admin/impact-metrics';
const MINUTE = 60;
/** The start of the current minute, some minutes ago. */
const minutesAgo = (minutes: number) => (Math.floor(Date.now() / 60_000) - minutes) * MINUTE;

const errors = (
    appName: string,
    counts: [minutes: number, value: number][],
    project: string | null = null,
): PointSeries => ({
    ...{ kind: 'counter', name: 'checkout_errors', environment: 'production', project, labels: { appName } },
    points: counts.map(([minutes, value]) => ({ at: minutesAgo(minutes), value })),
});

const query = (app: TestApp, parameters: Record<string, string>, options = {}) =>
    app.get(
        `${METRICS}/?${new URLSearchParams({ metricName: 'checkout_errors', range: 'hour', aggregationMode: 'count', ...parameters })}`,
        options,
    );

test('a counter is summed per minute, and minutes without reports have no point', async () => {
    const series = [
        errors('shop-web', [
            [10, 3],
            [8, 2],
        ]),
        errors('shop-api', [[10, 1]]),
    ];
    const app = await testApp({ series: fakeSeries(series) });

    const { status, body } = await query(app, {});

    expect(status).toBe(200);
    expect(body).toMatchObject({
        step: '1m',
        series: [
            {
                metric: {},
                data: [
                    [minutesAgo(10), '4'],
                    [minutesAgo(8), '2'],
                ],
            },
        ],
        labels: { appName: ['shop-api', 'shop-web'], environment: ['production'], metric_type: ['counter'] },
        reported: 'values',
        debug: { query: 'sum(increase(checkout_errors[1m]))', isTruncated: false, metricType: 'counter' },
    });
    expect(Number(body.end) - Number(body.start)).toBeLessThanOrEqual(3_600);
});

test('the query is the same with and without a slash before the question mark', async () => {
    const app = await testApp({ series: fakeSeries([errors('shop', [[5, 1]])]) });
    const parameters = 'metricName=checkout_errors&range=day&aggregationMode=count&mode=display';

    const [{ body: with_ }, { body: without }] = await Promise.all([
        app.get(`${METRICS}/?${parameters}`),
        app.get(`${METRICS}?${parameters}`),
    ]);

    expect(with_.series).toHaveLength(1);
    expect(without.series).toEqual(with_.series);
    expect(with_.labels).toEqual({});
});

test('a label is split into all of its values, or into the listed ones', async () => {
    const app = await testApp({
        series: fakeSeries([errors('a', [[5, 1]]), errors('b', [[5, 2]]), errors('c', [[5, 4]])]),
    });

    const all = await query(app, { labels: JSON.stringify({ appName: ['*'] }) });
    const two = await query(app, { labels: JSON.stringify({ appName: ['a', 'c'], environment: [] }) });

    expect(all.body.series.map(({ metric }: { metric: object }) => metric)).toEqual([
        { appName: 'a' },
        { appName: 'b' },
        { appName: 'c' },
    ]);
    expect(two.body.series).toEqual([
        { metric: { appName: 'a' }, data: [[minutesAgo(5), '1']] },
        { metric: { appName: 'c' }, data: [[minutesAgo(5), '4']] },
    ]);
});

test('no report, a report of zero, and values are three different answers', async () => {
    const heartbeat = { name: 'idle', kind: 'counter', help: '', labelNames: [], environments: [] } as const;
    const app = await testApp({ series: fakeSeries([errors('a', [[5, 1]])], [heartbeat]) });

    expect((await query(app, {})).body.reported).toBe('values');
    expect((await query(app, { metricName: 'idle' })).body).toMatchObject({ reported: 'zero', series: [] });
    expect((await query(app, { metricName: 'unknown' })).body).toMatchObject({ reported: 'nothing', series: [] });
});

test('the previous period ends where the current one begins', async () => {
    const app = await testApp({
        series: fakeSeries([
            errors('a', [
                [5, 1],
                [90, 7],
            ]),
        ]),
    });

    const { body: now } = await query(app, {});
    const { body: before } = await query(app, { end: new Date(Number(now.start) * 1_000).toISOString() });

    expect(now.series[0].data).toEqual([[minutesAgo(5), '1']]);
    expect(before.end).toBe(now.start);
    expect(before.series[0].data).toEqual([[minutesAgo(90), '7']]);
});

test.each([
    ['a range that does not exist', { range: 'year' }],
    ['labels that are not JSON', { labels: '{' }],
    ['labels that are no object of lists', { labels: '{"appName":"a"}' }],
    ['an end that is not a time', { end: 'yesterday' }],
    ['a mode that the type of the metric does not have', { aggregationMode: 'p95' }],
    ['an external source that is not enabled', { source: 'external' }],
])('a query with %s is refused', async (_what, parameters) => {
    const app = await testApp({ series: fakeSeries([errors('a', [[5, 1]])]) });

    expect(await query(app, parameters)).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
});

test('a registered metric is listed before applications report it', async () => {
    const app = await testApp({ series: fakeSeries([errors('a', [[5, 1]])]) });

    expect(await app.post(`${METRICS}/register`, { name: 'new_total', type: 'counter' })).toMatchObject({
        status: 200,
    });
    const { body } = await app.get(`${METRICS}/metadata`);

    expect(body.metrics).toEqual([
        expect.objectContaining({ name: 'checkout_errors', help: 'help of checkout_errors', type: 'counter' }),
        expect.objectContaining({ name: 'flag_evaluations_total', source: 'internal', type: 'counter' }),
        {
            ...{ name: 'new_total', displayName: 'new_total', help: '', source: 'internal', type: 'counter' },
            ...{ modes: ['rps', 'count', 'sum'], labelNames: [], environments: [] },
        },
    ]);
    expect(await app.post(`${METRICS}/register`, { name: '1st', type: 'counter' })).toMatchObject({ status: 400 });
});
