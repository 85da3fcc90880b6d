import { expect, test } from 'vitest';
import {
    createdExperiment,
    EXPERIMENTS,
    FLAG,
    variantsFlag,
    variantsOf,
} from '../../../../test/support/experiments.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const users = (count: number) => Array.from({ length: count }, (_, index) => `user-${index}`);
const by = (userId: string, name: string, more: object = {}) => ({ name, context: { userId }, ...more });

async function prepared(app: TestApp) {
    await variantsFlag(app);
    return (await app.has.token({ environment: 'development' })).secret;
}

async function results(app: TestApp, id: string) {
    await app.services.reports.store();
    const { body } = await app.get(`${EXPERIMENTS}/${id}/results`);
    return body;
}

const exposure = (userId: string, variant: string) => ({
    ...{ eventType: 'getVariant', featureName: 'checkout', enabled: true, variant, context: { userId } },
    ...{ timestamp: new Date().toISOString(), occurrenceCount: 1 },
});

const expose = (app: TestApp, token: string, events: object[]) =>
    app.send('POST', '/api/client/events', {
        ...{ token, headers: { 'content-type': 'application/ndjson' } },
        rawBody: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    });

test.each([
    ['with a key', { SECRET_KEY: 'a-secret-key-of-the-tests-0123456789' }],
    ['without a key', {}],
])(
    'an experiment that starts in the past counts what the project kept, %s, with the arms of that time',
    async (_title, environment) => {
        const app = await testApp({ environment });
        const token = await prepared(app);
        await app.put(`${EXPERIMENTS}/settings`, { keepOutcomesDays: 30 });
        const from = app.services.clock().toISOString();
        app.passTime(60_000);
        const send = async (list: object[]) => {
            await app.post('/api/client/outcomes', { outcomes: list }, { token });
            await app.services.reports.store();
        };
        await send([...users(100).map((user) => by(user, 'seen')), by('user-1', 'bought'), by('never', 'bought')]);
        const armsBefore = new Map<string, string>();
        const { secret: frontend } = await app.has.token({ environment: 'development', type: 'frontend' });
        for (const userId of users(100)) {
            const { body } = await app.get(`/api/frontend?userId=${userId}`, { token: frontend });
            armsBefore.set(userId, body.toggles[0].variant.name);
        }
        app.passTime(60_000);
        const [{ id: strategyId, parameters }] = (await app.get(`${FLAG}/environments/development/strategies`)).body;
        await app.put(`${FLAG}/environments/development/strategies/${strategyId}`, {
            ...{ parameters, variants: variantsOf({ red: 999, blue: 1 }) },
        });
        app.passTime(60_000);
        const id = await createdExperiment(app, { from });
        expect(await app.post(`${EXPERIMENTS}/${id}/start`)).toMatchObject({ status: 200 });

        await send([by('user-2', 'bought'), by('user-1', 'bought'), by('user-100', 'seen')]);
        const { units, arms, metrics } = await results(app, id);
        expect(units).toEqual({ total: 101, undecidable: 0, multiple: 0, unenrolled: 1 });
        const blue = [...armsBefore.values()].filter((arm) => arm === 'blue').length;
        expect(arms.find(({ variant }: { variant: string }) => variant === 'blue')!.units).toBe(blue);
        expect(metrics[0].arms.reduce((sum: number, arm: { sum: number }) => sum + arm.sum, 0)).toBe(2);

        const rows = await app.services.db.selectFrom('outcome_units').selectAll().execute();
        expect(rows.length).toBeGreaterThan(100);
        expect(JSON.stringify(rows)).not.toContain('user-');
    },
);

test('a start in the past needs a project that keeps outcomes, also when it is started, and a time in the past', async () => {
    const app = await testApp();
    await prepared(app);
    await app.put(`${EXPERIMENTS}/settings`, { keepOutcomesDays: 30 });
    const future = new Date(app.services.clock().getTime() + 3_600_000).toISOString();
    await expect(createdExperiment(app, { from: future })).rejects.toThrow('future');
    const id = await createdExperiment(app, { from: app.services.clock().toISOString() });
    await app.put(`${EXPERIMENTS}/settings`, { keepOutcomesDays: 0 });
    expect(await app.post(`${EXPERIMENTS}/${id}/start`)).toMatchObject({ status: 400 });
});

test('the exposed population is enrolled by exposures only, and a reported variant counts where none can be computed', async () => {
    const app = await testApp();
    const token = await prepared(app);
    const id = await createdExperiment(app, { population: 'exposed' });
    await app.post(`${EXPERIMENTS}/${id}/start`);
    const { secret: frontend } = await app.has.token({ environment: 'development', type: 'frontend' });
    const { body } = await app.get('/api/frontend?userId=seen-only', { token: frontend });
    expect(body.toggles).toHaveLength(1);
    await app.services.evaluationRecorder.flush();
    await app.post('/api/client/outcomes', { outcomes: [by('seen-only', 'seen')] }, { token });
    expect((await results(app, id)).units.total).toBe(0);

    // The report of an application is ignored for a user whose variant can be computed.
    const { body: own } = await app.get('/api/frontend?userId=anna', { token: frontend });
    const computed = own.toggles[0].variant.name;
    await expose(app, token, [exposure('anna', computed === 'red' ? 'blue' : 'red')]);
    await expose(app, token, [exposure('c'.repeat(64), 'blue'), exposure('d'.repeat(64), 'enabled')]);
    const { units, arms, reportedArms, sampleRatio } = await results(app, id);
    expect({ units, reportedArms }).toEqual({
        ...{ units: { total: 2, undecidable: 1, multiple: 0, unenrolled: 0 }, reportedArms: 1 },
    });
    const expected = { red: 0, blue: 1 } as Record<string, number>;
    expected[computed]!++;
    expect(Object.fromEntries(arms.map((arm: { variant: string; units: number }) => [arm.variant, arm.units]))).toEqual(
        expected,
    );
    expect(sampleRatio.mismatch).toBe(false);
});
