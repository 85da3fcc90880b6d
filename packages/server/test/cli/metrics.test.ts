import { expect, test } from 'vitest';
import { fakeSeries } from '../support/fake-series.ts';
import { run } from '../support/in-process.ts';
import type { PointSeries } from '../support/point-series.ts';
import { ADMIN_TOKEN, testApp } from '../support/test-app.ts';

const minute = (Math.floor(Date.now() / 60_000) - 10) * 60;
const errors = (appName: string, value: number): PointSeries => ({
    ...{ kind: 'counter', name: 'checkout_errors', environment: 'production', project: null, labels: { appName } },
    points: [{ at: minute, value }],
});

test('a metric is read by label, and a metric without reports is not zero', async () => {
    const app = await testApp({ series: fakeSeries([errors('web', 3), errors('api', 4)]) });
    const environment = { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN };
    const query = (...args: string[]) => run(['metrics', 'query', ...args], { environment });

    expect(await query('checkout_errors')).toMatchObject({
        status: 0,
        json: { step: '1m', series: [{ metric: {}, data: [[minute, '7']] }], reported: 'values' },
    });
    expect(await query('checkout_errors', '--label', 'appName', '--range', 'day')).toMatchObject({
        json: { step: '15m', series: [{ metric: { appName: 'api' } }, { metric: { appName: 'web' } }] },
    });
    expect(await query('checkout_errors', '--label', 'appName=web')).toMatchObject({
        json: { series: [{ metric: { appName: 'web' }, data: [[minute, '3']] }] },
    });
    expect(await query('unknown')).toMatchObject({ status: 0, json: { series: [], reported: 'nothing' } });
    expect(await query('checkout_errors', '--mode', 'p95')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('has no p95'),
    });
    expect(await query('checkout_errors', '--label', '=web')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('--label =web has no name'),
    });
});
