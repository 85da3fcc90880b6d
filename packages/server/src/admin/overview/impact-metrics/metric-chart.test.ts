import { expect, test } from 'vitest';
import { fakeSeries } from '../../../../test/support/fake-series.ts';
import type { PointSeries } from '../../../../test/support/point-series.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { ROLE_ID } from '../../../core/access/permissions.ts';
import { rollUpSeries } from '../../observations/series/roll-up-series.ts';

const CHART = {
    metricName: 'checkout_errors',
    timeRange: 'day',
    aggregationMode: 'count',
    labelSelectors: { appName: ['*'] },
    yAxisMin: 'zero',
    title: 'Errors',
    source: 'internal',
};
const INSTANCE = '/api/admin/impact-metrics/config';
const PROJECT = '/api/admin/projects/default/impact-metrics/config';
const FLAG = '/api/admin/projects/default/features/checkout/impact-metrics/config';

test.each([
    ['the instance', INSTANCE, { featureName: null, project: null }],
    ['a project', PROJECT, { featureName: null, project: 'default' }],
    ['a flag', FLAG, { featureName: 'checkout', project: 'default' }],
])('charts of %s are added, changed and removed, each with an event', async (_page, path, coordinates) => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });

    const { status, body: added } = await app.post(path, CHART);
    expect(status).toBe(200);
    expect(added).toEqual({
        ...CHART,
        ...{ id: expect.any(String), displayName: 'checkout_errors', step: '15m', mode: 'write' },
    });
    expect(await app.post(path, { ...added, title: 'Failures' })).toMatchObject({ status: 200 });
    for (const page of [INSTANCE, PROJECT, FLAG]) {
        const { configs } = (await app.get(page)).body;
        expect(configs).toEqual(page === path ? [{ ...added, title: 'Failures' }] : []);
    }
    expect(await app.delete(`${path}/${added.id}`)).toMatchObject({ status: 204 });
    expect((await app.get(path)).body).toEqual({ configs: [] });

    const { events } = (await app.get('/api/admin/events')).body;
    expect(events.slice(0, 3)).toMatchObject([
        { type: 'impact-metric-deleted', ...coordinates, preData: { title: 'Failures' } },
        { type: 'impact-metric-updated', ...coordinates, preData: { title: 'Errors' }, data: { title: 'Failures' } },
        { type: 'impact-metric-created', ...coordinates, data: { id: added.id, ...CHART } },
    ]);
});

test('a chart is changed and removed only on its own page', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const { body: chart } = await app.post(INSTANCE, CHART);

    expect(await app.post(PROJECT, { ...CHART, id: chart.id })).toMatchObject({ status: 404 });
    expect(await app.delete(`${FLAG}/${chart.id}`)).toMatchObject({ status: 404 });
    expect(await app.post(FLAG.replace('checkout', 'nothing'), CHART)).toMatchObject({ status: 404 });
    expect(await app.get(FLAG.replace('checkout', 'nothing'))).toMatchObject({ status: 404 });
});

test('saving an unchanged chart changes nothing', async () => {
    const app = await testApp();
    const { body: chart } = await app.post(INSTANCE, CHART);

    expect(await app.post(INSTANCE, chart, { changesNothing: true })).toMatchObject({ status: 200 });
});

test('a page has at most 50 charts', async () => {
    const app = await testApp();
    for (let number = 0; number < 50; number++) await app.post(INSTANCE, CHART);

    expect(await app.post(INSTANCE, CHART)).toMatchObject({ status: 400, body: { name: 'ExceedsLimitError' } });
    expect(await app.post(PROJECT, CHART)).toMatchObject({ status: 200 });
});

test('charts of a flag need the permission to change it, all others the root role Editor', async () => {
    const app = await testApp();
    await app.has.project({ id: 'shop' });
    await app.has.flag({ name: 'cart', project: 'shop' });
    const [member, editor] = [await app.has.user(), await app.has.user({ rootRole: 'editor' })];
    await app.post('/api/admin/projects/shop/access', { roles: [ROLE_ID.member], users: [member.id], groups: [] });
    const flag = '/api/admin/projects/shop/features/cart/impact-metrics/config';
    const project = '/api/admin/projects/shop/impact-metrics/config';

    expect(await app.post(flag, CHART, member)).toMatchObject({ status: 200 });
    expect(await app.post(project, CHART, member)).toMatchObject({ status: 403 });
    expect(await app.post(INSTANCE, CHART, member)).toMatchObject({ status: 403 });
    expect(await app.post(flag, CHART, editor)).toMatchObject({ status: 403 });
    expect(await app.post(project, CHART, editor)).toMatchObject({ status: 200 });
    expect(await app.post(INSTANCE, CHART, editor)).toMatchObject({ status: 200 });
});

test('a chart of the instance with a metric of a private project is hidden from others', async () => {
    const secret: PointSeries = {
        ...{ kind: 'counter', name: 'secret_sales', environment: 'production', project: 'covert', labels: {} },
        points: [{ at: Math.floor(Date.now() / 1_000) - 120, value: 5 }],
    };
    const app = await testApp({ series: fakeSeries([secret, { ...secret, name: 'checkout_errors', project: null }]) });
    await app.has.project({ id: 'covert', mode: 'private' });
    const [insider, outsider] = [await app.has.user(), await app.has.user()];
    await app.post('/api/admin/projects/covert/access', { roles: [ROLE_ID.member], users: [insider.id], groups: [] });
    await app.post(INSTANCE, { ...CHART, metricName: 'secret_sales' });
    await app.post(INSTANCE, CHART);
    const namesFor = async (person: object) =>
        (await app.get(INSTANCE, person)).body.configs.map(({ metricName }: { metricName: string }) => metricName);

    expect(await namesFor(insider)).toEqual(['secret_sales', 'checkout_errors']);
    expect(await namesFor(outsider)).toEqual(['checkout_errors']);
});

/** A private project that reports a metric, somebody in it, who puts the metric on charts, and somebody who is not. */
async function privateMetric() {
    const app = await testApp({ environment: { SESSION_TTL_HOURS: '8760' } });
    await app.has.project({ id: 'covert', mode: 'private' });
    await app.has.flag({ name: 'checkout' });
    const [insider, outsider] = [
        await app.has.user({ rootRole: 'editor' }),
        await app.has.user({ rootRole: 'editor' }),
    ];
    await app.post('/api/admin/projects/covert/access', { roles: [ROLE_ID.member], users: [insider.id], groups: [] });
    const { secret: token } = await app.has.token({ environment: 'development', projects: ['covert'] });
    const samples = [{ labels: { appName: 'shop' }, value: 1 }];
    const impactMetrics = [{ name: 'secret_sales', help: 'Sales', type: 'counter', samples }];
    await app.post('/api/client/metrics', { appName: 'shop', impactMetrics }, { token });
    await app.services.reports.store();
    const chart = { ...CHART, metricName: 'secret_sales', title: 'secret_sales' };
    const add = (path: string) => app.post(path, chart, insider);
    return { app, insider, outsider, chart, add };
}

const namesFor = async (app: TestApp, person: object) =>
    (await app.get(INSTANCE, person)).body.configs.map(({ metricName }: { metricName: string }) => metricName);

async function expireValues(app: TestApp): Promise<void> {
    app.passTime(40 * 86_400_000);
    for (let run = 0; run < 2; run++) await rollUpSeries({ ...app.services, days: 35 });
    expect(await app.services.series.metrics({ mayRead: () => true })).toEqual([]);
}

test('the metric of a private project stays hidden after its values have expired, also when its chart is saved again', async () => {
    const { app, insider, outsider, add } = await privateMetric();
    const { body: saved } = await add(INSTANCE);
    await expireValues(app);

    expect(await namesFor(app, outsider)).toEqual([]);
    expect(await namesFor(app, insider)).toEqual(['secret_sales']);
    expect((await app.post(INSTANCE, { ...saved, yAxisMin: 'auto' }, insider)).status).toBe(200);
    expect(await namesFor(app, outsider)).toEqual([]);
    expect(JSON.stringify((await app.get(INSTANCE, insider)).body)).not.toContain('covert');
});

test('only administrators see the chart of a metric whose private project was deleted', async () => {
    const { app, insider, outsider, add } = await privateMetric();
    await add(INSTANCE);
    expect((await app.delete('/api/admin/projects/covert')).status).toBe(200);

    expect(await namesFor(app, outsider)).toEqual([]);
    expect(await namesFor(app, insider)).toEqual([]);
    expect(await namesFor(app, {})).toEqual(['secret_sales']);
});

test.each([
    ['the instance', INSTANCE],
    ['a project', PROJECT],
    ['a flag', FLAG],
])('events of charts of %s do not show the metric of a private project to others', async (_page, path) => {
    const { app, insider, outsider, add } = await privateMetric();
    const { body: saved } = await add(path);
    await app.post(path, { ...saved, yAxisMin: 'auto' }, insider);
    // The events of a public metric do not tell what the chart showed before.
    await app.post(path, { ...CHART, id: saved.id }, insider);
    await app.post(path, saved, insider);
    await app.delete(`${path}/${saved.id}`, insider);
    const eventsFor = async (person: object) => {
        const { events } = (await app.get('/api/admin/search/events?limit=100', person)).body;
        return events.filter(({ type }: { type: string }) => type.startsWith('impact-metric'));
    };

    expect(JSON.stringify(await eventsFor(outsider))).not.toMatch(/secret_sales|covert/);
    if (path === INSTANCE) {
        // An event of a chart of the instance belongs to the project of the metric.
        expect(JSON.stringify(await eventsFor(insider))).toContain('secret_sales');
        expect(await eventsFor({})).toContainEqual(expect.objectContaining({ project: 'covert' }));
    } else expect(JSON.stringify(await eventsFor(outsider))).toContain('checkout_errors');
    expect(await eventsFor({})).toHaveLength(7);
});
