import { evaluate } from '@halyard/engine';
import { compute, type Family, type InputOf } from '@halyard/stats';
import { expect, test } from 'vitest';
import {
    createdExperiment,
    EXPERIMENTS,
    FLAG,
    newExperiment,
    variantsFlag,
    variantsOf,
} from '../../../../test/support/experiments.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { recordSummaries } from './summaries.ts';

const BOUGHT = newExperiment().metrics[0];

interface Setup {
    metrics?: object[];
    members?: Record<string, unknown>;
    flag?: Parameters<typeof variantsFlag>[1];
}

async function running({ metrics = [{ ...BOUGHT }], members = {}, flag = {} }: Setup = {}) {
    const app = await testApp();
    await variantsFlag(app, flag);
    const { secret: token } = await app.has.token({ environment: 'development' });
    const { secret: frontend } = await app.has.token({ environment: 'development', type: 'frontend' });
    const id = await createdExperiment(app, { metrics, ...members });
    await app.post(`${EXPERIMENTS}/${id}/start`);
    return { app, id, token, frontend };
}

const outcomes = async (app: TestApp, token: string, list: object[]) => {
    for (let start = 0; start < list.length; start += 1_000) {
        await app.post('/api/client/outcomes', { outcomes: list.slice(start, start + 1_000) }, { token });
    }
};
const by = (userId: string, name: string, more: object = {}) => ({ name, context: { userId }, ...more });
const users = (count: number) => Array.from({ length: count }, (_, index) => `user-${index}`);

async function results(app: TestApp, id: string, query = '') {
    await app.services.evaluationRecorder.flush();
    await app.services.reports.store();
    const { status, body } = await app.get(`${EXPERIMENTS}/${id}/results${query}`);
    expect(status).toBe(200);
    return body;
}

/** The variants by the engine, which SDKs use, too. */
function variantsOfUsers(app: TestApp, names: readonly string[]): Map<string, string> {
    const flags = app.services.assignmentInterests.currentFlags('development')!;
    return new Map(names.map((userId) => [userId, evaluate(flags, 'checkout', { userId }).variant.name]));
}

test('results contain every user who was seen, also those without an outcome, and all numbers can be computed again', async () => {
    const { app, id, token } = await running({
        metrics: [
            { ...BOUGHT },
            { key: 'errors', outcome: 'error', kind: 'count', direction: 'down', role: 'guard', margin: 0.1 },
            { key: 'revenue', outcome: 'bought', kind: 'mean', direction: 'up', role: 'secondary', cap: 50 },
            {
                ...{ key: 'basket', outcome: 'bought', denominator: 'visit', kind: 'ratio', direction: 'up' },
                role: 'secondary',
            },
        ],
        members: { control: 'red' },
    });
    const names = users(400);
    await outcomes(
        app,
        token,
        names.map((user) => by(user, 'seen')),
    );
    const found = await results(app, id);
    const armOf = variantsOfUsers(app, names);
    const inArm = (arm: string) => names.filter((user) => armOf.get(user) === arm);
    const [red, blue] = [inArm('red'), inArm('blue')];
    expect(found).toMatchObject({
        ...{ state: 'Running', population: 'recomputed' },
        units: { total: 400, undecidable: 0, multiple: 0, unenrolled: 0 },
        arms: [
            { variant: 'red', weight: 0.5, units: red.length },
            { variant: 'blue', weight: 0.5, units: blue.length },
        ],
        sampleRatio: { method: 'srm-sequential', mismatch: false },
    });
    expect(found.metrics[0]).toMatchObject({
        ...{ key: 'bought', role: 'primary' },
        arms: [
            { variant: 'red', n: red.length, sum: 0, estimate: 0 },
            { variant: 'blue', n: blue.length, sum: 0, estimate: 0 },
        ],
        effects: [{ variant: 'blue', effect: null, ci: null, p: null, difference: 'relative', state: 'no data' }],
    });

    const every = (list: readonly string[], step: number) => list.filter((_, index) => index % step === 0);
    await outcomes(app, token, [
        ...every(red, 10).map((user) => by(user, 'bought', { value: 20 })),
        ...every(blue, 4).map((user) => by(user, 'bought', { value: 80 })),
        ...every(blue, 4).map((user) => by(user, 'bought', { value: 80 })),
        ...names.map((user) => by(user, 'visit')),
        ...every(red, 4).map((user) => by(user, 'error')),
        ...blue.flatMap((user, index) => Array.from({ length: 1 + (index % 3) }, () => by(user, 'error'))),
    ]);
    const full = await results(app, id);
    const buyers = { red: every(red, 10).length, blue: every(blue, 4).length };
    const [bought, errors, revenue, basket] = full.metrics;
    expect(bought.arms).toMatchObject([
        { variant: 'red', n: red.length, sum: buyers.red, sumSquares: buyers.red },
        { variant: 'blue', n: blue.length, sum: buyers.blue, sumSquares: buyers.blue },
    ]);
    const relative = buyers.blue / blue.length / (buyers.red / red.length) - 1;
    expect(bought.effects[0].effect).toBeCloseTo(relative, 10);
    expect(bought.effects[0].ci[0]).toBeLessThan(relative);
    expect(bought.effects[0].chanceToWin).toBeGreaterThan(0.95);
    expect(errors.effects[0]).toMatchObject({ variant: 'blue', state: 'harm shown' });
    // 160 of a user is limited to 50.
    expect(revenue.arms[1]).toMatchObject({ sum: 50 * buyers.blue, sumSquares: 2_500 * buyers.blue });
    expect(revenue.effects[0].adjustedP).toBeGreaterThanOrEqual(revenue.effects[0].p);
    expect(basket.arms[0].estimate).toBeCloseTo((20 * buyers.red) / red.length, 10);
    expect(bought.effects[0].adjustedP).toBeUndefined();
    expect(full.vectors.length).toBeGreaterThan(10);
    for (const { family, input, output } of full.vectors) {
        expect(JSON.parse(JSON.stringify(compute(family as Family, input as InputOf<Family>)))).toEqual(output);
    }
    const fixed = (await results(app, id, '?view=fixed-horizon')).metrics[0].effects[0];
    const width = ([low, high]: number[]) => high! - low!;
    expect(fixed.effect).toBe(bought.effects[0].effect);
    expect(width(fixed.ci)).toBeLessThan(width(bought.effects[0].ci));
    const bayesian = (await results(app, id, '?view=bayesian&difference=absolute')).metrics[0].effects[0];
    expect(bayesian).toMatchObject({ p: null, difference: 'absolute' });
    expect(bayesian.effect).toBeCloseTo(buyers.blue / blue.length - buyers.red / red.length, 10);
});

test('below 100 users per arm an effect is shown, but not judged', async () => {
    const { app, id, token } = await running();
    const names = users(60);
    await outcomes(app, token, [
        ...names.map((user) => by(user, 'seen')),
        ...names.slice(0, 20).map((user) => by(user, 'bought')),
    ]);
    const [effect] = (await results(app, id)).metrics[0].effects;
    expect(effect.state).toBe('too little');
    expect(effect.effect).not.toBeNull();
});

test('a control without outcomes has no relative effect: too little, whatever the others do', async () => {
    const { app, id, token } = await running({ members: { control: 'red' } });
    const names = users(400);
    await outcomes(
        app,
        token,
        names.map((user) => by(user, 'seen')),
    );
    const armOf = variantsOfUsers(app, names);
    await outcomes(
        app,
        token,
        names.filter((user) => armOf.get(user) === 'blue').map((user) => by(user, 'bought')),
    );
    expect((await results(app, id)).metrics[0].effects).toEqual([
        { variant: 'blue', effect: null, difference: 'relative', ci: null, p: null, state: 'too little' },
    ]);
});

test('a draft has results without users', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const id = await createdExperiment(app);
    expect((await app.get(`${EXPERIMENTS}/${id}/results`)).body).toMatchObject({
        ...{ state: 'Draft', units: { total: 0 }, sampleRatio: { p: 1, mismatch: false } },
        arms: [
            { variant: 'blue', weight: 0.5, units: 0 },
            { variant: 'red', weight: 0.5, units: 0 },
        ],
        metrics: [{ effects: [{ state: 'no data' }] }],
    });
});

test('units that are undecidable, unenrolled or in two arms are counted, and are in no rate', async () => {
    const { app, id, token } = await running();
    await outcomes(app, token, [
        ...users(10).map((user) => by(user, 'seen')),
        { name: 'seen', unit: 'a'.repeat(64) },
        by('stranger', 'bought'),
        by('other', 'unmeasured'),
    ]);
    expect(await results(app, id)).toMatchObject({
        units: { total: 10, undecidable: 1, multiple: 0, unenrolled: 1 },
    });
});

test('outcomes count within the window of the metric, which begins with the enrolment', async () => {
    const { app, id, token } = await running({ metrics: [{ ...BOUGHT, kind: 'count', windowHours: 0.5 }] });
    await outcomes(app, token, [by('a', 'seen')]);
    app.passTime(20 * 60_000);
    await outcomes(app, token, [by('a', 'bought')]);
    app.passTime(20 * 60_000);
    await outcomes(app, token, [by('a', 'bought')]);
    const { arms } = (await results(app, id)).metrics[0];
    expect(arms.reduce((sum: number, arm: { sum: number }) => sum + arm.sum, 0)).toBe(1);
});

test('a cap limits the value of a user over all outcomes, also if later ones are negative', async () => {
    const { app, id, token } = await running({ metrics: [{ ...BOUGHT, kind: 'mean', cap: 100 }] });
    await outcomes(app, token, [by('a', 'seen'), by('a', 'bought', { value: 250 })]);
    const sum = async () =>
        (await results(app, id)).metrics[0].arms.reduce((all: number, arm: { sum: number }) => all + arm.sum, 0);
    expect(await sum()).toBe(100);
    await outcomes(app, token, [by('a', 'bought', { value: -100 })]);
    expect(await sum()).toBe(100);
    await outcomes(app, token, [by('a', 'bought', { value: -100 })]);
    expect(await sum()).toBe(50);
});

test('a change of the split begins a phase: users keep their first arm, and effects are combined by stratum', async () => {
    const { app, id, token } = await running({ members: { control: 'red' } });
    const convert = async (names: readonly string[], rate: number) => {
        await outcomes(
            app,
            token,
            names.map((user) => by(user, 'seen')),
        );
        await outcomes(
            app,
            token,
            names.slice(0, names.length * rate).map((user) => by(user, 'bought')),
        );
    };
    const [first, second] = [users(400), users(1_000).slice(400)];
    const armsBefore = variantsOfUsers(app, first);
    await convert(first, 0.1);
    const [{ id: strategyId, ...strategy }] = (await app.get(`${FLAG}/environments/development/strategies`)).body;
    await app.put(`${FLAG}/environments/development/strategies/${strategyId}`, {
        ...{ parameters: strategy.parameters, variants: variantsOf({ red: 900, blue: 100 }) },
    });
    const armsAfter = variantsOfUsers(app, second);
    await convert([...second, ...first], 0.5);

    const { units, arms, metrics, sampleRatio, vectors } = await results(app, id);
    const total = (arm: string) => [...armsBefore, ...armsAfter].filter(([, assigned]) => assigned === arm).length;
    expect(units).toMatchObject({ total: 1_000, multiple: 0 });
    expect(arms).toEqual([
        { variant: 'red', weight: 0.9, units: total('red') },
        { variant: 'blue', weight: 0.1, units: total('blue') },
    ]);
    expect(sampleRatio.mismatch).toBe(false);
    const used = vectors.map(({ family }: { family: string }) => family);
    expect(used).toContain('stratified');
    expect(used).not.toContain('asymptotic-cs');
    expect(metrics[0].effects[0].effect).not.toBeNull();
});

test('a stopped experiment keeps its results, and later outcomes do not count', async () => {
    const { app, id, token } = await running();
    await outcomes(app, token, [by('a', 'seen'), by('a', 'bought')]);
    await results(app, id);
    await app.post(`${EXPERIMENTS}/${id}/stop`);
    app.passTime(1_000);
    await outcomes(app, token, [by('a', 'bought'), by('b', 'seen'), by('c', 'bought')]);
    expect(await results(app, id)).toMatchObject({ state: 'Stopped', units: { total: 1, unenrolled: 0 } });
});

test('10 % and 12 % conversion are an effect of 20 %, and five times the errors are harm', async () => {
    const { app, id, token } = await running({
        metrics: [
            { ...BOUGHT },
            { key: 'errors', outcome: 'error', kind: 'count', direction: 'down', role: 'guard', margin: 0.1 },
        ],
        members: { control: 'red' },
    });
    const armOf = variantsOfUsers(app, users(3_000));
    const inArm = (arm: string) => [...armOf.keys()].filter((user) => armOf.get(user) === arm).slice(0, 1_000);
    const [red, blue] = [inArm('red'), inArm('blue')];
    await outcomes(app, token, [
        ...[...red, ...blue].map((user) => by(user, 'seen')),
        ...red.slice(0, 100).map((user) => by(user, 'bought')),
        ...blue.slice(0, 120).map((user) => by(user, 'bought')),
        ...red.slice(0, 60).map((user) => by(user, 'error')),
        ...blue.slice(0, 300).map((user) => by(user, 'error')),
    ]);
    const { units, metrics, sampleRatio } = await results(app, id);
    expect(units).toEqual({ total: 2_000, undecidable: 0, multiple: 0, unenrolled: 0 });
    expect(sampleRatio.mismatch).toBe(false);
    expect(metrics[0].effects[0].effect).toBeCloseTo(0.2, 10);
    expect(metrics[0].effects[0]).toMatchObject({ variant: 'blue', state: 'undecided' });
    expect(metrics[1].effects[0].effect).toBeCloseTo(4, 10);
    expect(metrics[1].effects[0]).toMatchObject({ variant: 'blue', state: 'harm shown' });
});

test('results of a past time are those of the last minute that was recorded until then', async () => {
    const { app, id, token } = await running();
    const record = () => recordSummaries(app.services.db, app.services.recordObservation, app.services.clock());
    await outcomes(app, token, [by('a', 'seen')]);
    await results(app, id);
    const before = app.services.clock().toISOString();
    await record();
    app.passTime(60_000);
    const between = app.services.clock().toISOString();
    app.passTime(120_000);
    await outcomes(app, token, [by('b', 'seen')]);
    await results(app, id);
    await record();
    app.passTime(60_000);

    expect((await results(app, id, `?asOf=${before}`)).units.total).toBe(0);
    expect((await results(app, id, `?asOf=${between}`)).units.total).toBe(1);
    expect((await results(app, id, `?asOf=${app.services.clock().toISOString()}`)).units.total).toBe(2);
    expect((await results(app, id)).units.total).toBe(2);
    expect((await results(app, id, '?asOf=2026-01-01T00:00:00Z')).units.total).toBe(0);

    app.passTime(26 * 3_600_000);
    await record();
    expect((await results(app, id, `?asOf=${between}`)).units.total).toBe(0);
});
