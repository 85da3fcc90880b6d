import { expect, test } from 'vitest';
import { EXPERIMENTS, newExperiment, variantsFlag } from '../../../../test/support/experiments.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const PLAN = `${EXPERIMENTS}/plan`;
const DAY = 86_400_000;
const plan = async (app: TestApp, members: Record<string, unknown> = {}) =>
    app.post(PLAN, newExperiment(members), { changesNothing: true });

const by = (userId: string, name: string, more: object = {}) => ({ name, context: { userId }, ...more });
const users = (day: number, count: number) => Array.from({ length: count }, (_, index) => `day-${day}-user-${index}`);

async function send(app: TestApp, token: string, list: object[]) {
    for (let start = 0; start < list.length; start += 1_000) {
        await app.post('/api/client/outcomes', { outcomes: list.slice(start, start + 1_000) }, { token });
    }
    await app.services.reports.store();
}

/** Stores the outcomes of 100 new users per day, distributed over the day. */
async function withPast(days: number, outcomesOf: (user: string, index: number) => object[] = () => []) {
    const app = await testApp();
    await variantsFlag(app);
    const { secret: token } = await app.has.token({ environment: 'development' });
    await app.put(`${EXPERIMENTS}/settings`, { keepOutcomesDays: 30 });
    const start = app.services.clock().getTime();
    for (let day = 0; day < days; day++) {
        app.passTime(DAY);
        const list = users(day, 100).flatMap((user, index) => {
            const at = new Date(start + (day + index / 100) * DAY).toISOString();
            return [by(user, 'seen', { at }), ...outcomesOf(user, index).map((outcome) => ({ ...outcome, at }))];
        });
        await send(app, token, list);
    }
    return { app, token };
}

test('a plan measures rate, variance and users per day, and finds the effect that is found with 80 %', async () => {
    const { app } = await withPast(4, (user, index) => (index % 10 === 0 ? [by(user, 'bought')] : []));
    const { status, body } = await plan(app, { effect: 0.5, control: 'red' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
        ...{ source: 'outcomes', power: 0.8, alpha: 0.05, effect: 0.5 },
        units: { measured: 400, perDay: expect.closeTo(100, 0), share: 1, sampled: 1 },
        arms: [
            { variant: 'red', weight: 0.5 },
            { variant: 'blue', weight: 0.5 },
        ],
    });
    const [metric] = body.metrics;
    expect(metric).toMatchObject({ key: 'bought', state: 'planned', reason: null, baseline: 0.1 });
    expect(metric.variance).toBeCloseTo(0.09, 10);
    const point = metric.curve.find(({ days }: { days: number }) => days === 14);
    // Four days with 100 users each, and then 100 per day.
    expect(Math.abs(point.units - 1_400)).toBeLessThan(30);
    const { fixedHorizon, alwaysValid } = point.mde;
    // The quantiles of 97.5 % and 80 % of the normal distribution: 1.959964 + 0.841621.
    const standardError = Math.sqrt((0.09 / (point.units / 2)) * (1 + (1 + fixedHorizon) ** 2)) / 0.1;
    expect(fixedHorizon / standardError).toBeCloseTo(2.801585, 4);
    expect(alwaysValid).toBeGreaterThan(fixedHorizon);
    const needed = metric.daysNeeded;
    expect(needed.alwaysValid).toBeGreaterThan(needed.fixedHorizon);
    // 0.5 is found with n per arm: n = 0.09 · (1 + 1.5²) · 2.801585² / (0.5 · 0.1)² = 918.
    expect(needed.fixedHorizon).toBe(19);
});

test('a plan considers the percentage of the flag, the number of arms, windows and caps', async () => {
    const { app } = await withPast(2, (user, index) => [
        by(user, 'bought', { value: index < 50 ? 10 : 1_000 }),
        by(user, 'visit'),
    ]);
    const metrics = [
        { key: 'revenue', outcome: 'bought', kind: 'mean', direction: 'up', role: 'primary', cap: 20 },
        { key: 'visits', outcome: 'visit', kind: 'count', direction: 'up', role: 'secondary' },
        {
            ...{ key: 'basket', outcome: 'bought', denominator: 'visit', kind: 'ratio' },
            direction: 'up',
            role: 'guard',
        },
    ];
    const { body } = await plan(app, { metrics, arms: 4 });
    expect(body.arms).toHaveLength(4);
    expect(body.metrics).toMatchObject([
        { key: 'revenue', state: 'planned', baseline: 15 },
        { key: 'visits', state: 'too little', baseline: 1, reason: 'All users have the same value.', curve: [] },
        { key: 'basket', state: 'planned', baseline: 505 },
    ]);
    // Half of 200 users have 10, the others 20: the unbiased variance is 25 · 200 / 199.
    expect(body.metrics[0].variance).toBeCloseTo((25 * 200) / 199, 8);

    const [{ id, parameters, variants }] = (
        await app.get('/api/admin/projects/default/features/checkout/environments/development/strategies')
    ).body;
    await app.put(`/api/admin/projects/default/features/checkout/environments/development/strategies/${id}`, {
        ...{ parameters: { ...parameters, rollout: '20' }, variants },
    });
    const partial = (await plan(app, { metrics })).body;
    expect(partial.units).toMatchObject({ measured: 200, perDay: expect.closeTo(20, 0), share: 0.2 });
});

test('no data, too little and withheld are different answers, each with its reason', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const { secret: token } = await app.has.token({ environment: 'development' });
    const answer = async () => {
        const { state, reason, curve } = (await plan(app)).body.metrics[0];
        expect(curve).toEqual([]);
        return [state, reason];
    };
    expect(await answer()).toEqual(['withheld', expect.stringContaining('keepOutcomesDays')]);
    await app.put(`${EXPERIMENTS}/settings`, { keepOutcomesDays: 30 });
    expect(await answer()).toEqual(['no data', expect.stringContaining('seen')]);
    await send(app, token, [by('user', 'seen')]);
    expect(await answer()).toEqual(['too little', expect.stringContaining('0 hours')]);
    app.passTime(DAY);
    expect(await answer()).toEqual(['too little', expect.stringContaining('1 users')]);
    await send(
        app,
        token,
        users(0, 200).map((user) => by(user, 'seen')),
    );
    expect(await answer()).toEqual(['no data', expect.stringContaining('bought')]);
});

test('a plan may assume a baseline, and then needs no stored outcomes', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const baseline = { mean: 0.1, unitsPerDay: 1_000 };
    const { body } = await plan(app, { baseline, effect: 0.2 });
    expect(body).toMatchObject({ source: 'assumed', units: { measured: null, perDay: 1_000 } });
    // n per arm: 0.09 · (1 + 1.2²) · 2.801585² / (0.2 · 0.1)² = 4,309, hence 8,618 users.
    expect(body.metrics[0]).toMatchObject({ state: 'planned', baseline: 0.1, daysNeeded: { fixedHorizon: 9 } });
    const mean = { ...newExperiment().metrics[0], kind: 'mean' };
    expect(await plan(app, { baseline, metrics: [mean] })).toMatchObject({ status: 400 });
    for (const invalid of [
        { baseline: { ...baseline, mean: 2 } },
        { baseline: { mean: 0.1 } },
        { feature: 'nowhere' },
        { arms: 1 },
        { power: 1 },
        { days: 1_000 },
        { effect: 0 },
        { metrics: [] },
    ]) {
        expect(await plan(app, invalid)).toMatchObject({ status: 400 });
    }
});
