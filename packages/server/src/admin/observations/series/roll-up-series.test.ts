import { expect, test } from 'vitest';
import { pointsOf } from '../../../../test/support/point-series.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { rollUpSeries } from './roll-up-series.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function appWithToken(): Promise<{ app: TestApp; send: (value: number) => Promise<void> }> {
    const app = await testApp();
    const { secret: token } = await app.has.token({ environment: 'development' });
    const sample = (value: number) => ({ labels: { appName: 'shop' }, value });
    const send = async (value: number) => {
        const metric = (type: string) => ({ name: `a_${type}`, help: 'Some', type, samples: [sample(value)] });
        const impactMetrics = [metric('counter'), metric('gauge')];
        await app.post('/api/client/metrics', { appName: 'shop', impactMetrics }, { token });
        await app.services.reports.store();
    };
    return { app, send };
}

const rollUp = ({ services }: TestApp, days = 35) => rollUpSeries({ ...services, days });

const read = async (app: TestApp, name: string, days = 40) => {
    const now = app.services.clock().getTime();
    const range = { from: new Date(now - days * DAY), to: new Date(now + HOUR) };
    const { series } = await app.services.series.read({ mayRead: () => true, name, step: 'hour', ...range });
    return series.flatMap(pointsOf);
};

const rows = ({ services }: TestApp) => services.db.selectFrom('series_rows').select(['step', 'start']).execute();

test('minutes older than two days become one value for each hour, and repeated runs change nothing', async () => {
    const { app, send } = await appWithToken();
    // To the start of an hour.
    app.passTime(HOUR - (app.services.clock().getTime() % HOUR));
    await send(1);
    app.passTime(60_000);
    await send(4);
    const before = [await read(app, 'a_counter'), await read(app, 'a_gauge')];
    expect(before).toMatchObject([[{ value: 5 }], [{ last: 4, min: 1, max: 4, sum: 5, count: 2 }]]);

    await rollUp(app);
    expect((await rows(app)).map(({ step }) => step)).toEqual(['minute', 'minute']);
    app.passTime(50 * HOUR);
    await Promise.all([rollUp(app), rollUp(app)]);
    await rollUp(app);

    expect((await rows(app)).map(({ step }) => step)).toEqual(['hour', 'hour']);
    expect([await read(app, 'a_counter'), await read(app, 'a_gauge')]).toEqual(before);
});

test('hours, series and metrics are deleted when they are expired', async () => {
    const { app, send } = await appWithToken();
    await send(1);
    app.passTime(20 * DAY);
    await send(2);
    await rollUp(app);
    expect((await read(app, 'a_counter')).map((point) => (point as { value: number }).value)).toEqual([1, 2]);

    app.passTime(17 * DAY);
    await rollUp(app);
    expect((await read(app, 'a_counter')).map((point) => (point as { value: number }).value)).toEqual([2]);
    app.passTime(20 * DAY);
    await rollUp(app);

    expect(await rows(app)).toEqual([]);
    for (const table of ['series', 'metrics'] as const) {
        expect(await app.services.db.selectFrom(table).select('id').execute()).toEqual([]);
    }
});
