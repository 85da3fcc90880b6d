import { expect, test } from 'vitest';
import { receiver } from '../../../../../test/support/receiver.ts';
import { type TestApp, testApp } from '../../../../../test/support/test-app.ts';

const METRICS = '/api/admin/impact-metrics';
const SOURCE = `${METRICS}/external-source`;
const allowed = { UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' };

const answer = (data: unknown) => ({ body: JSON.stringify({ status: 'success', data }) });

/** An instance with a connected Prometheus. */
async function connected() {
    const prometheus = await receiver();
    const app = await testApp({ environment: allowed });
    const { host } = new URL(prometheus.url);
    const url = `http://reader:pa%3Ass@${host}/prom/`;
    expect(await app.post(SOURCE, { enabled: true, url })).toMatchObject({ status: 200 });
    return { app, prometheus, url: `http://${host}/prom` };
}

const query = (app: TestApp, parameters: Record<string, string> = {}) =>
    app.get(
        `${METRICS}?${new URLSearchParams({ metricName: 'up_total', range: 'hour', aggregationMode: 'rps', source: 'external', mode: 'display', ...parameters })}`,
    );

test('a connected Prometheus is a second source of metrics', async () => {
    const { app, prometheus } = await connected();
    prometheus.willRespond(answer(['up_total']), answer({ up_total: [{ type: 'counter', help: 'Is up', unit: '' }] }));
    prometheus.willRespond(answer({ resultType: 'matrix', result: [{ metric: { app: 'a' }, values: [[60, '1.5']] }] }));

    expect((await app.get('/api/admin/ui-config')).body.impactMetrics).toBe('full');
    expect((await app.get(`${METRICS}/metadata`)).body.metrics).toContainEqual(
        expect.objectContaining({ name: 'up_total', help: 'Is up', source: 'external' }),
    );
    expect(await query(app, { labels: '{"app":["a","b.c"]}' })).toMatchObject({
        status: 200,
        body: { series: [{ metric: { app: 'a' }, data: [[60, '1.5']] }], reported: 'values' },
    });
    const { path, headers } = prometheus.received.at(-1)!;
    expect(new URL(path, 'http://x').searchParams.get('query')).toBe(
        'sum by (app) (rate(up_total{app=~"a|b\\\\.c"}[1m]))',
    );
    expect(path).toMatch(/^\/prom\/api\/v1\/query_range\?/);
    expect(headers.authorization).toBe(`Basic ${Buffer.from('reader:pa:ss').toString('base64')}`);
});

test('credentials are not returned, not recorded, and not sent to another address', async () => {
    const { app, prometheus, url } = await connected();
    const other = await receiver();

    expect((await app.get(SOURCE)).body).toEqual({ enabled: true, url });
    const { events } = (await app.get('/api/admin/events')).body;
    expect(JSON.stringify(events)).not.toMatch(/pa(?::|%3A)ss/);
    await app.post(`${SOURCE}/validate`, { url }, { changesNothing: true });
    await app.post(`${SOURCE}/validate`, { url: other.url }, { changesNothing: true });

    expect(prometheus.received.at(-1)!.headers.authorization).toMatch(/^Basic /);
    expect(other.received.at(-1)!.headers.authorization).toBeUndefined();
});

test('a Prometheus that fails is an error, not an empty answer', async () => {
    const { app, prometheus } = await connected();
    prometheus.willRespond({ status: 500, body: '{"status":"error","error":"out of memory"}' }, { body: 'hello' });

    expect(await query(app)).toMatchObject({
        status: 502,
        body: { name: 'BadGatewayError', message: expect.stringContaining('out of memory') },
    });
    expect(await query(app)).toMatchObject({ status: 502 });
    prometheus.willRespond({ status: 503, body: '' });
    expect((await app.get(`${METRICS}/metadata`)).body).toMatchObject({
        metrics: [expect.objectContaining({ name: 'flag_evaluations_total' })],
        externalError: expect.stringContaining('503'),
    });
});

test.each([
    ['a name that contains PromQL', { metricName: 'up} or secrets{' }],
    ['a label that contains PromQL', { labels: '{"a) or (b":["*"]}' }],
])('%s is not sent', async (_what, parameters) => {
    const { app, prometheus } = await connected();

    expect(await query(app, parameters)).toMatchObject({ status: 400 });
    expect(prometheus.received).toEqual([]);
});

test('an address in a private network needs the permission of the operator', async () => {
    const app = await testApp();
    const { url } = await receiver();

    expect(await app.post(SOURCE, { enabled: true, url })).toMatchObject({ status: 400 });
    expect((await app.post(`${SOURCE}/validate`, { url }, { changesNothing: true })).body).toMatchObject({
        metrics: [],
        error: expect.stringContaining('not in the public internet'),
    });
    expect(await app.post(SOURCE, { enabled: true })).toMatchObject({ status: 400 });
    expect(await app.post(SOURCE, { enabled: true, url: 'ftp://example.com' })).toMatchObject({ status: 400 });
});
