import { evaluate } from '@halyard/engine';
import { expect, test } from 'vitest';
import {
    createdExperiment,
    EXPERIMENTS,
    FLAG,
    variantsFlag,
    variantsOf,
} from '../../../../test/support/experiments.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import {
    clickHouseWarehouse,
    type Exposure,
    type Outcome,
    postgresWarehouse,
    QUERIES,
    type Warehouse,
} from '../../../../test/support/warehouses.ts';
import { queryDueSources } from './results/query-due-sources.ts';

const METRICS = [
    { key: 'bought', outcome: 'bought', kind: 'conversion', direction: 'up', role: 'primary' },
    { key: 'errors', outcome: "user's error", kind: 'count', direction: 'down', role: 'guard', margin: 0.1, cap: 2 },
    { key: 'revenue', outcome: 'bought', kind: 'mean', direction: 'up', role: 'secondary', cap: 50 },
    { key: 'soon', outcome: 'bought', kind: 'mean', direction: 'up', role: 'secondary', windowHours: 0.5 },
    {
        ...{ key: 'basket', outcome: 'bought', denominator: 'visit', kind: 'ratio', direction: 'up' },
        role: 'secondary',
    },
];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Users of two splits with outcomes around every limit, reported to the app and recorded as rows. */
async function runBuiltIn(app: TestApp) {
    await variantsFlag(app);
    await app.put(`${EXPERIMENTS}/settings`, { keepOutcomesDays: 30 });
    const { secret: token } = await app.has.token({ environment: 'development' });
    const exposures: Exposure[] = [];
    const outcomes: Outcome[] = [];
    const second = () => Math.floor(app.services.clock().getTime() / 1_000) * 1_000;
    const report = async (list: Outcome[]) => {
        for (let start = 0; start < list.length; start += 1_000) {
            const body = list.slice(start, start + 1_000).map(({ unit, at, value, name }) => ({
                ...{ name, context: { userId: unit }, at: new Date(at).toISOString() },
                ...(typeof value === 'number' && { value }),
            }));
            expect(await app.post('/api/client/outcomes', { outcomes: body }, { token })).toMatchObject({
                status: 202,
            });
        }
        await app.services.reports.store();
        outcomes.push(...list.filter(({ name }) => name !== 'seen'));
    };
    const see = async (units: string[]) => {
        const at = second();
        const flags = app.services.assignmentInterests.currentFlags('development')!;
        await report(units.map((unit) => ({ unit, name: 'seen', at })));
        for (const userId of units) {
            exposures.push({ unit: userId, at, variant: evaluate(flags, 'checkout', { userId }).variant.name });
        }
    };
    const users = Array.from({ length: 700 }, (_, index) => `user-${index}'s \\ name`);
    const every = (step: number, list = users) => list.filter((_, index) => index % step === 0);
    // Before the start: for the adjustment of effects.
    await report(every(2).map((unit, index) => ({ unit, name: 'bought', value: index % 7, at: second() })));
    app.passTime(MINUTE);
    const id = await createdExperiment(app, { metrics: METRICS, control: 'red' });
    const from = (await app.post(`${EXPERIMENTS}/${id}/start`)).body.startedAt;
    app.passTime(2 * MINUTE);
    await see(users.slice(0, 400));
    await report(
        every(3).map((unit, index) => ({ unit, name: 'bought', value: 5 + (index % 40), at: second() - 30_000 })),
    );
    app.passTime(10 * MINUTE);
    const [{ id: strategyId, parameters }] = (await app.get(`${FLAG}/environments/development/strategies`)).body;
    await app.put(`${FLAG}/environments/development/strategies/${strategyId}`, {
        ...{ parameters, variants: variantsOf({ red: 200, blue: 800 }) },
    });
    app.passTime(2 * MINUTE);
    await see(users.slice(300, 600));
    await report([
        ...users.map((unit, index) => ({
            unit,
            name: 'visit',
            value: index % 5 === 0 ? null : index % 4,
            at: second(),
        })),
        ...every(5).flatMap((unit, index) =>
            Array.from({ length: 1 + (index % 4) }, () => ({ unit, name: "user's error", at: second() })),
        ),
    ]);
    app.passTime(HOUR);
    await report(every(4).map((unit) => ({ unit, name: 'bought', value: 30, at: second() })));
    app.passTime(MINUTE);
    const { body: results } = await app.get(`${EXPERIMENTS}/${id}/results`);
    await app.post(`${EXPERIMENTS}/${id}/stop`);
    // After the stop: not counted.
    app.passTime(MINUTE);
    await report(every(2).map((unit) => ({ unit, name: 'bought', value: 40, at: second() })));
    return { from, results, rows: { exposures, outcomes } };
}

async function runOn(app: TestApp, warehouse: Warehouse, from: string, stoppedAt: string) {
    const name = `of-${warehouse.connection['kind']}`;
    const saved = await app.put(`${EXPERIMENTS}/data-sources/${name}`, { ...warehouse.connection, ...QUERIES });
    expect(saved).toMatchObject({ status: 200 });
    const id = await createdExperiment(app, {
        ...{ metrics: METRICS, control: 'red', population: 'exposed', from },
        source: { kind: warehouse.connection['kind'], name },
    });
    expect(await app.post(`${EXPERIMENTS}/${id}/start`)).toMatchObject({ status: 200 });
    await app.services.recordObservation((tx) =>
        tx.updateTable('experiments').set({ stopped_at: stoppedAt, state: 'Stopped' }).where('id', '=', id).execute(),
    );
    await queryDueSources({ ...app.services, versionsSince: app.services.experimentVersions });
    return (await app.get(`${EXPERIMENTS}/${id}/results`)).body;
}

test.each([
    ['PostgreSQL', postgresWarehouse],
    ['ClickHouse', clickHouseWarehouse],
])('the same outcomes have the same results when %s computes the sums', async (_name, start) => {
    const app = await testApp({ environment: { UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' } });
    const warehouse = await start();
    const { from, results, rows } = await runBuiltIn(app);
    expect(results.units).toMatchObject({ total: 600, unenrolled: 100 });
    expect(results.vectors.map(({ family }: { family: string }) => family)).toContain('stratified');
    await warehouse.fill(rows);
    const computed = await runOn(app, warehouse, from, results.at);
    expect(computed.source).toMatchObject({ state: 'computed', reason: null });
    const { units, arms, sampleRatio, metrics, vectors } = computed;
    expect(units).toEqual(results.units);
    expect(arms).toEqual(results.arms);
    expect(sampleRatio).toEqual(results.sampleRatio);
    expect(metrics).toEqual(results.metrics);
    expect(vectors).toEqual(results.vectors);
    expect(computed.reportedArms).toBe(600);
});
