import { describe, expect, test } from 'vitest';
import { fakeSeries } from '../../../../test/support/fake-series.ts';
import type { PointSeries } from '../../../../test/support/point-series.ts';
import { type RequestOptions, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { ROLE_ID } from '../../../core/access/permissions.ts';
import type { HistogramBucket } from '../../../core/series/series.ts';

/** The start of a full hour, between one and two hours ago. */
const HOUR = Math.floor(Date.now() / 3_600_000 - 1) * 3_600;
const at = (minute: number) => HOUR + minute * 60;

const counter = (name: string, labels: Record<string, string>, values: Record<number, number>): PointSeries => ({
    ...{ kind: 'counter', name, environment: 'production', project: null, labels },
    points: Object.entries(values).map(([minute, value]) => ({ at: at(Number(minute)), value })),
});

const gauge = (name: string, labels: Record<string, string>, values: Record<number, number>): PointSeries => ({
    ...{ kind: 'gauge', name, environment: 'production', project: null, labels },
    points: Object.entries(values).map(([minute, value]) => ({
        ...{ at: at(Number(minute)), last: value, min: value, max: value, sum: value, count: 1 },
    })),
});

const histogram = (
    labels: Record<string, string>,
    minute: number,
    buckets: [le: number, count: number][],
): PointSeries => {
    const cumulative: HistogramBucket[] = buckets.map(([le, count]) => ({ le, count }));
    const count = buckets.at(-1)![1];
    return {
        ...{ kind: 'histogram', name: 'latency', environment: 'production', project: null, labels },
        points: [{ at: at(minute), count, sum: count * 2, buckets: cumulative }],
    };
};

const STORED = [
    counter('requests_total', { app: 'web' }, { 0: 6, 1: 12 }),
    counter('requests_total', { app: 'api' }, { 0: 60 }),
    gauge('queue_length', { app: 'web' }, { 0: 4, 1: 8 }),
    gauge('queue_length', { app: 'api' }, { 1: 1 }),
    histogram({ app: 'web' }, 0, [
        [1, 10],
        [5, 20],
        [Infinity, 20],
    ]),
    histogram({ app: 'api' }, 0, [
        [1, 0],
        [2, 5],
        [5, 20],
        [Infinity, 20],
    ]),
];

const query = async (app: TestApp, text: string, time = at(2)) =>
    app.get(`/api/v1/query?${new URLSearchParams({ query: text, time: String(time) })}`);

/** The result of an instant query: the values by labels. */
async function valuesOf(text: string, time?: number) {
    const { body } = await query(await testApp({ series: fakeSeries(STORED) }), text, time);
    return body.data.result.map(({ metric, value }: { metric: object; value: [number, string] }) => [metric, value[1]]);
}

describe('expressions', () => {
    test.each([
        ['increase(requests_total{app="web"}[2m])', [[{ app: 'web', environment: 'production' }, '18']]],
        ['sum(rate(requests_total[2m]))', [[{}, '0.65']]],
        [
            'sum by (app) (increase(requests_total[5m]))',
            [
                [{ app: 'web' }, '18'],
                [{ app: 'api' }, '60'],
            ],
        ],
        ['sum without (app) (increase(requests_total[5m]))', [[{ environment: 'production' }, '78']]],
        ['increase(requests_total{app=~"we.*|x"}[1m])', [[{ app: 'web', environment: 'production' }, '12']]],
        ['sum(increase(requests_total{app!~"web"}[5m])) * 100 / 20', [[{}, '300']]],
        [
            'sum by (app) (increase(requests_total[2m])) / sum by (app) (queue_length)',
            [
                [{ app: 'web' }, '2.25'],
                [{ app: 'api' }, '60'],
            ],
        ],
        ['avg(queue_length)', [[{}, '4.5']]],
        ['max(max_over_time(queue_length[5m])) - min(min_over_time(queue_length[5m]))', [[{}, '7']]],
        ['avg_over_time(queue_length{app="web"}[5m])', [[{ app: 'web', environment: 'production' }, '6']]],
        ['count(queue_length)', [[{}, '2']]],
        ['sum(increase(latency_count[5m]))', [[{}, '40']]],
        ['sum(increase(latency_sum[5m])) / sum(increase(latency_count[5m]))', [[{}, '2']]],
        // Both have the bounds 1 and 5: 10 and 40 of 40 values.
        ['histogram_quantile(0.5, sum by (le) (rate(latency_bucket[5m])))', [[{}, '2.333333333333333']]],
        ['requests_that_nobody_reports', []],
        ['sum(increase(requests_total[1m] offset 1m))', [[{}, '66']]],
    ])('%s', async (text, expected) => {
        const result = await valuesOf(text);

        expect(result.map(([metric, value]: [object, string]) => [metric, Number(value).toFixed(9)])).toEqual(
            expected.map(([metric, value]) => [metric, Number(value).toFixed(9)]),
        );
    });

    test('a window without a report has no value, which is not 0', async () => {
        expect(await valuesOf('increase(requests_total{app="web"}[1m])', at(5))).toEqual([]);
        expect(await valuesOf('queue_length{app="web"}', at(30))).toEqual([]);
    });

    test('a sum of two numbers is how Grafana tests the connection', async () => {
        const app = await testApp();

        expect((await query(app, '1+1')).body).toEqual({
            status: 'success',
            data: { resultType: 'scalar', result: [at(2), '2'] },
        });
        expect((await app.get('/api/v1/status/buildinfo')).body).toMatchObject({ data: { version: '2.24.0' } });
    });
});

describe('the rest of the language is refused by name', () => {
    test.each([
        ['irate(requests_total[5m])', 'The function irate is not supported.'],
        ['topk(3, requests_total)', 'The aggregation topk is not supported.'],
        ['queue_length > 5', 'The operator > is not supported.'],
        ['queue_length or queue_length', 'The operator or is not supported.'],
        ['rate(rate(requests_total[5m])[5m:1m])', 'A subquery is not supported.'],
        ['queue_length @ 1', 'The modifier @ is not supported.'],
        ['queue_length / on (app) queue_length', '`on (app)` is not supported.'],
        ['requests_total', 'The metric is a counter, of which differences are stored. Use rate() or increase()'],
        ['rate(queue_length[5m])', 'The metric is a gauge, which has no rate.'],
        ['rate(latency[5m])', 'The metric is a histogram. Add _bucket, _sum or _count to its name.'],
        ['sum(', 'The query is not valid PromQL at position'],
        ['{app="web"}', 'A selector must contain the exact name of a metric.'],
        ['queue_length{app=~"(a+)+\\\\1"}', 'The pattern of the label app cannot be used'],
        [`${'('.repeat(100)}1${')'.repeat(100)}`, 'nested more than 50 levels deep'],
    ])('%s', async (text, message) => {
        const app = await testApp({ series: fakeSeries(STORED) });

        expect(await query(app, text)).toMatchObject({
            status: 400,
            body: { status: 'error', errorType: 'bad_data', error: expect.stringContaining(message) },
        });
    });
});

describe('ranges', () => {
    const range = (parameters: Record<string, string | number>) =>
        new URLSearchParams({
            query: 'sum(increase(requests_total[1m]))',
            start: String(at(0)),
            end: String(at(3)),
            step: '60',
            ...parameters,
        }).toString();

    test('a range has a value for each step with reports, by GET and by POST', async () => {
        const app = await testApp({ series: fakeSeries(STORED) });
        const expected = {
            status: 'success',
            data: {
                resultType: 'matrix',
                result: [
                    {
                        metric: {},
                        values: [
                            [at(1), '66'],
                            [at(2), '12'],
                        ],
                    },
                ],
            },
        };

        expect((await app.get(`/api/v1/query_range?${range({})}`)).body).toEqual(expected);
        expect((await postForm(app, '/api/v1/query_range', range({ step: '1m' }))).body).toEqual(expected);
    });

    test.each([
        [{ step: '0' }, 'The parameter step is not a positive duration'],
        [{ step: 'soon' }, 'The parameter step is not a positive duration'],
        [{ start: 'yesterday' }, 'The parameter start is not a time'],
        [{ start: at(5) }, 'The end of the range is before its start.'],
        [{ step: '0.001' }, 'more than 11000'],
    ])('%o is refused', async (parameters, message) => {
        const app = await testApp();

        expect(await app.get(`/api/v1/query_range?${range(parameters as Record<string, string>)}`)).toMatchObject({
            status: 400,
            body: { status: 'error', error: expect.stringContaining(message) },
        });
    });
});

describe('labels and metadata', () => {
    const times = `start=${at(0)}&end=${at(10)}`;

    test('metrics, labels and values are listed for the query builder', async () => {
        const app = await testApp({ series: fakeSeries(STORED) });
        const data = async (path: string) => (await app.get(`/api/v1/${path}`)).body.data;

        expect(await data('label/__name__/values')).toEqual([
            ...['flag_evaluations_total', 'latency_bucket', 'latency_count', 'latency_sum'],
            ...['queue_length', 'requests_total'],
        ]);
        expect(await data(`labels?${times}`)).toEqual(['__name__', 'app', 'environment', 'le']);
        expect(await data(`label/app/values?${times}&match[]=queue_length`)).toEqual(['api', 'web']);
        const selectors = ['queue_length{app="api"}', 'requests_total{app="api"}'].map(encodeURIComponent);
        expect(await data(`series?${times}&match[]=${selectors.join('&match[]=')}`)).toEqual([
            { __name__: 'queue_length', app: 'api', environment: 'production' },
            { __name__: 'requests_total', app: 'api', environment: 'production' },
        ]);
        expect((await data('metadata'))['latency']).toEqual([{ type: 'histogram', help: 'help of latency', unit: '' }]);
        const form = new URLSearchParams([
            ['match[]', 'queue_length'],
            ['match[]', 'latency_sum'],
        ]).toString();
        expect((await postForm(app, '/api/v1/series', `${form}&${times}`)).body.data).toHaveLength(4);
    });
});

/* A real Grafana was not available: the calls have the documented form of its data source for Prometheus. */
test("the calls of Grafana's data source are answered in the format of Prometheus", async () => {
    const app = await testApp({ series: fakeSeries(STORED) });
    const [start, end] = [at(0), at(10)];
    const times = { start: String(start), end: String(end) };
    const form = (path: string, fields: Record<string, string>) =>
        postForm(app, `/api/v1/${path}`, new URLSearchParams(fields).toString());
    const get = (path: string, fields: Record<string, string> = {}) =>
        app.get(`/api/v1/${path}?${new URLSearchParams(fields)}`);

    // "Save & test".
    expect(await form('query', { query: '1+1', time: String(end) })).toMatchObject({
        status: 200,
        body: { status: 'success', data: { resultType: 'scalar', result: [end, '2'] } },
    });
    expect((await get('status/buildinfo')).body).toMatchObject({
        status: 'success',
        data: { version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    });
    // The query builder.
    expect((await get('metadata', { limit: '40000' })).body).toMatchObject({
        status: 'success',
        data: { requests_total: [{ type: 'counter', help: 'help of requests_total', unit: '' }] },
    });
    expect((await get('label/__name__/values', { ...times, limit: '40000' })).body).toMatchObject({
        status: 'success',
        data: expect.arrayContaining(['queue_length', 'requests_total']),
    });
    for (const labels of [await get('labels', times), await form('labels', times)]) {
        expect(labels.body).toEqual({ status: 'success', data: ['__name__', 'app', 'environment', 'le'] });
    }
    const selected = { ...times, 'match[]': '{__name__="queue_length",app="web"}' };
    expect((await form('labels', selected)).body.data).toEqual(['__name__', 'app', 'environment']);
    expect((await get('label/app/values', selected)).body).toEqual({ status: 'success', data: ['web'] });
    const series = { status: 'success', data: [{ __name__: 'queue_length', app: 'web', environment: 'production' }] };
    expect((await get('series', selected)).body).toEqual(series);
    expect((await form('series', selected)).body).toEqual(series);
    // A panel, for a range and for one time.
    const panel = { query: 'sum by (app) (increase(requests_total{app="web"}[1m]))', ...times, step: '60' };
    expect((await form('query_range', panel)).body).toEqual({
        status: 'success',
        data: {
            resultType: 'matrix',
            result: [
                {
                    metric: { app: 'web' },
                    values: [
                        [at(1), '6'],
                        [at(2), '12'],
                    ],
                },
            ],
        },
    });
    expect((await form('query', { query: 'sum(queue_length)', time: String(at(1)) })).body).toEqual({
        status: 'success',
        data: { resultType: 'vector', result: [{ metric: {}, value: [at(1), '9'] }] },
    });
});

test('the series of a private project, and those that name its flags, are visible to its members only', async () => {
    const secret = { ...counter('secret_total', {}, { 0: 1 }), project: 'covert' };
    const shared = counter('shared_total', { feature_flag_key: 'covert-flag' }, { 0: 2 });
    const open = counter('shared_total', { feature_flag_key: 'open-flag' }, { 0: 3 });
    const app = await testApp({ series: fakeSeries([secret, shared, open]) });
    await app.has.project({ id: 'covert', mode: 'private' });
    await app.has.flag({ name: 'covert-flag', project: 'covert' });
    await app.has.flag({ name: 'open-flag' });
    const [insider, outsider] = [await app.has.user(), await app.has.user()];
    await app.post('/api/admin/projects/covert/access', { roles: [ROLE_ID.member], users: [insider.id], groups: [] });
    const answer = async (path: string, person: RequestOptions) => (await app.get(`/api/v1/${path}`, person)).body.data;
    const time = `time=${at(5)}`;
    const times = `start=${at(0)}&end=${at(10)}`;

    for (const [person, isInsider] of [
        [insider, true],
        [outsider, false],
    ] as const) {
        const names = await answer('label/__name__/values', person);
        expect(names.includes('secret_total')).toBe(isInsider);
        const secrets = await answer(`query?query=increase(secret_total[10m])&${time}`, person);
        expect(secrets.result).toHaveLength(isInsider ? 1 : 0);
        const total = await answer(`query?query=sum(increase(shared_total[10m]))&${time}`, person);
        expect(total.result[0].value[1]).toBe(isInsider ? '5' : '3');
        const flags = await answer(`label/feature_flag_key/values?${times}&match[]=shared_total`, person);
        expect(flags).toEqual(isInsider ? ['covert-flag', 'open-flag'] : ['open-flag']);
    }
});

test('SDK tokens and callers without a token are refused', async () => {
    const app = await testApp();

    expect(await app.get('/api/v1/labels', { token: null })).toMatchObject({ status: 401, body: { status: 'error' } });
    const client = await app.has.token();
    expect(await app.get('/api/v1/labels', { token: client.secret })).toMatchObject({ status: 403 });
});

async function postForm(app: TestApp, path: string, form: string) {
    return app.send('POST', path, { rawBody: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
}
