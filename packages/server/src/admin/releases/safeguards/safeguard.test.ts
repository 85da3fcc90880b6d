import { describe, expect, onTestFinished, test } from 'vitest';
import { protect } from '../../../../test/support/protect.ts';
import { ownFreshInstall, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { ROLE_ID } from '../../../core/access/permissions.ts';

const FLAG = '/api/admin/projects/default/features/checkout';
const SAFEGUARDS = `${FLAG}/environments/development/safeguards`;

const rule = (metric: object = {}, condition: object = {}) => ({
    impactMetric: {
        ...{ metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {}, ...metric },
    },
    triggerCondition: { operator: '>', threshold: 5, ...condition },
});

async function appWithFlag(options: Parameters<typeof testApp>[0] = {}) {
    const app = await testApp(options);
    await app.has.flag({ name: 'checkout', enabled: true });
    const { secret: token } = await app.has.token({ environment: 'development' });
    return { app, token };
}

async function report(app: TestApp, token: string, value: number, labels: object = { appName: 'shop' }) {
    const impactMetrics = [{ name: 'errors', help: 'errors', type: 'counter', samples: [{ labels, value }] }];
    await app.post('/api/client/metrics', { appName: 'shop', instanceId: 'one', impactMetrics }, { token });
    await app.services.reports.store();
}

const isOn = async (app: TestApp): Promise<boolean> => {
    const { environments } = (await app.get(FLAG)).body;
    return environments.find(({ name }: { name: string }) => name === 'development').enabled;
};

/** Evaluates the safeguard half a minute later. */
const check = async (app: TestApp) => {
    app.passTime(30_000);
    await app.services.dueWork.runDue();
    return (await app.get(SAFEGUARDS)).body.safeguards[0];
};

const eventsOf = async (app: TestApp, type: string) =>
    (await app.get('/api/admin/events')).body.events.filter((event: { type: string }) => event.type === type);

test('a safeguard turns the flag off once its metric is beyond the threshold, and the log has the numbers', async () => {
    const { app, token } = await appWithFlag();
    expect(await app.put(SAFEGUARDS, rule())).toMatchObject({ status: 204 });
    await report(app, token, 5);
    expect(await check(app)).toMatchObject({ state: 'healthy so far', evaluation: { value: 5, threshold: 5 } });
    expect(await isOn(app)).toBe(true);

    await report(app, token, 1);
    expect(await check(app)).toMatchObject({ state: 'harm shown', evaluation: { value: 6 } });
    expect(await isOn(app)).toBe(false);
    expect(await eventsOf(app, 'safeguard-triggered')).toMatchObject([
        {
            ...{ createdBy: 'safeguard', featureName: 'checkout', environment: 'development', project: 'default' },
            data: {
                impactMetric: { metricName: 'errors' },
                evaluation: { state: 'harm shown', value: 6, operator: '>', threshold: 5 },
            },
        },
    ]);
    expect(await eventsOf(app, 'feature-environment-disabled')).toMatchObject([{ createdBy: 'safeguard' }]);

    await check(app);
    expect(await eventsOf(app, 'safeguard-triggered')).toHaveLength(1);
});

test('a safeguard has the format of Unleash, and a second one replaces the first', async () => {
    const { app } = await appWithFlag();
    await app.put(SAFEGUARDS, rule());
    const [read] = (await app.get(SAFEGUARDS)).body.safeguards;
    expect(read).toEqual({
        id: expect.any(String),
        impactMetric: { id: expect.any(String), ...rule().impactMetric, source: 'internal' },
        triggerCondition: { operator: '>', threshold: 5 },
        action: {
            ...{ type: 'disableFeatureEnvironment', featureName: 'checkout' },
            ...{ environment: 'development', project: 'default' },
        },
        // The first evaluation follows the change.
        ...{
            state: expect.toBeOneOf([null, 'no data']),
            checkedAt: read.checkedAt,
            evaluation: read.evaluation,
            hold: null,
        },
    });

    expect(await app.put(SAFEGUARDS, { ...read, triggerCondition: { operator: '<', threshold: 1 } })).toMatchObject({
        status: 204,
    });
    const { safeguards } = (await app.get(SAFEGUARDS)).body;
    expect(safeguards).toMatchObject([{ id: read.id, triggerCondition: { operator: '<', threshold: 1 } }]);
    expect(await app.put(SAFEGUARDS, safeguards[0], { changesNothing: true })).toMatchObject({ status: 204 });

    expect(await app.delete(`${SAFEGUARDS}/${read.id}`)).toMatchObject({ status: 204 });
    expect((await app.get(SAFEGUARDS)).body).toEqual({ safeguards: [] });
    expect(await app.delete(`${SAFEGUARDS}/${read.id}`)).toMatchObject({ status: 404 });
});

test.each([
    ['has not arrived yet', [], '>', 'no data', null],
    ['has not arrived yet', [], '<', 'no data', null],
    ['was reported without a value', [{}], '>', 'healthy so far', 0],
    ['was reported without a value', [{}], '<', 'no data', null],
])('if the metric %s, the state for its operator is neither failed nor zero by mistake', async (...row) => {
    const [, heartbeats, operator, state, value] = row;
    const { app, token } = await appWithFlag();
    await app.put(SAFEGUARDS, rule({}, { operator, threshold: 1 }));
    for (const labels of heartbeats) await report(app, token, 0, labels);

    expect(await check(app)).toMatchObject({ state, evaluation: { state, value } });
    expect(await isOn(app)).toBe(true);
});

test('a value that cannot be computed is failed with its reason, and turns nothing off', async () => {
    const { app, token } = await appWithFlag();
    await report(app, token, 9);
    await app.put(SAFEGUARDS, rule({ aggregationMode: 'p95' }));

    const { state, evaluation } = await check(app);
    expect({ state, value: evaluation.value }).toEqual({ state: 'failed', value: null });
    expect(evaluation.reason).toContain('errors is a counter, which has no p95');

    await app.put(SAFEGUARDS, rule({ source: 'external' }));
    expect(await check(app)).toMatchObject({ state: 'failed', evaluation: { value: null } });
    expect(await isOn(app)).toBe(true);
});

test('only selected labels, the environment of the flag and the range count', async () => {
    const { app, token } = await appWithFlag();
    const { secret: production } = await app.has.token({ environment: 'production' });
    await report(app, production, 100);
    await report(app, token, 100, { appName: 'other' });
    await report(app, token, 2);
    await app.put(SAFEGUARDS, rule({ labelSelectors: { appName: ['shop'] } }));
    expect(await check(app)).toMatchObject({ evaluation: { value: 2 } });

    app.passTime(2 * 3_600_000);
    expect(await check(app)).toMatchObject({ state: 'no data' });
});

test('a safeguard does not read metrics of a private project of others', async () => {
    const { app } = await appWithFlag();
    await app.has.project({ id: 'covert', mode: 'private' });
    const { secret } = await app.has.token({ environment: 'development', projects: ['covert'] });
    await report(app, secret, 100);
    await app.put(SAFEGUARDS, rule());

    expect(await check(app)).toMatchObject({ state: 'no data' });
});

test('every evaluation is stored with its inputs for 14 days', async () => {
    const { app, token } = await appWithFlag();
    await app.put(SAFEGUARDS, rule());
    await report(app, token, 3);
    await check(app);
    const { id } = await check(app);

    const path = `${SAFEGUARDS}/${id}/evaluations`;
    const { evaluations } = (await app.get(path)).body;
    expect(evaluations.slice(0, 2)).toMatchObject([{ value: 3, threshold: 5, from: expect.any(String) }, { value: 3 }]);
    expect((await app.get(`${path}?limit=1&offset=1`)).body.evaluations).toEqual([evaluations[1]]);
    expect(await app.get(`${SAFEGUARDS}/nothing/evaluations`)).toMatchObject({ status: 404 });
});

test('two nodes that check at the same time store one evaluation and turn the flag off once', async () => {
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    const { app, token } = await appWithFlag({ database });
    const other = process.env['TEST_DATABASE'] === 'postgres' ? await testApp({ database }) : app;
    await app.put(SAFEGUARDS, rule());
    await report(app, token, 9);
    const { db, safeguardChecks } = app.services;
    await app.services.dueWork.runDue();
    const now = new Date(Date.now() + 60_000).toISOString();
    const items = await safeguardChecks.due(db, { now, after: undefined });
    expect(items).toHaveLength(1);

    await Promise.all([app, other].flatMap((node) => [1, 2].map(() => node.services.safeguardChecks.run(items[0]!))));

    expect(await eventsOf(app, 'safeguard-triggered')).toHaveLength(1);
    const [{ id }] = (await app.get(SAFEGUARDS)).body.safeguards;
    const { evaluations } = (await app.get(`${SAFEGUARDS}/${id}/evaluations`)).body;
    expect(evaluations.filter(({ value }: { value: number | null }) => value === 9)).toHaveLength(1);
});

describe('in a protected environment', () => {
    test('a safeguard needs approval, and one from before the protection keeps acting', async () => {
        const { app, token } = await appWithFlag();
        await app.put(SAFEGUARDS, rule());
        await protect(app, { rules: { bypass: 'nobody' } });

        const { status, body } = await app.put(SAFEGUARDS, rule({}, { threshold: 50 }));
        expect(status).toBe(403);
        expect(JSON.stringify(body)).toContain('changeFeatureEnvSafeguard');
        const [{ id }] = (await app.get(SAFEGUARDS)).body.safeguards;
        expect(await app.delete(`${SAFEGUARDS}/${id}`)).toMatchObject({ status: 403 });

        await report(app, token, 9);
        await check(app);
        expect(await isOn(app)).toBe(false);
        expect(await eventsOf(app, 'safeguard-triggered')).toHaveLength(1);
    });

    test('a safeguard is proposed, approved and applied', async () => {
        const { app } = await appWithFlag();
        await protect(app);
        const requests = '/api/admin/projects/default/environments/development/change-requests';
        const author = await app.has.user({ rootRole: 'editor' });
        const { status, body } = await app.post(
            requests,
            [{ feature: 'checkout', action: 'changeFeatureEnvSafeguard', payload: { safeguard: rule() } }],
            author,
        );
        expect(status).toBe(200);
        const request = `/api/admin/projects/default/change-requests/${body.id}/state`;
        await app.put(request, { state: 'In review' }, author);
        await app.put(request, { state: 'Approved' }, await app.has.user({ rootRole: 'admin' }));
        const applied = await app.put(request, { state: 'Applied' });
        expect(applied.body).toMatchObject({ state: 'Applied' });
        expect((await app.get(SAFEGUARDS)).body.safeguards).toMatchObject([rule()]);
    });
});

test('bad input gets a clear error', async () => {
    const { app } = await appWithFlag();
    await app.has.flag({ name: 'old' });
    await app.delete('/api/admin/projects/default/features/old');
    const bad = [
        [rule({ metricName: '' }), '/body/impactMetric/metricName'],
        [rule({ timeRange: 'year' }), '/body/impactMetric/timeRange'],
        [rule({ aggregationMode: 'median' }), '/body/impactMetric/aggregationMode'],
        [rule({}, { operator: '=' }), '/body/triggerCondition/operator'],
        [rule({}, { threshold: 1e300 }), '/body/triggerCondition/threshold'],
        [{ impactMetric: rule().impactMetric }, '/body'],
    ] as const;
    for (const [body, path] of bad) {
        const response = await app.put(SAFEGUARDS, body);
        expect(response, JSON.stringify(body)).toMatchObject({ status: 400 });
        expect(response.body.details[0].path).toContain(path);
    }
    const elsewhere = (flag: string, environment = 'development') =>
        `/api/admin/projects/default/features/${flag}/environments/${environment}/safeguards`;
    expect(await app.put(elsewhere('nothing'), rule())).toMatchObject({ status: 404 });
    expect(await app.put(elsewhere('checkout', 'nowhere'), rule())).toMatchObject({ status: 404 });
    expect((await app.put(elsewhere('old'), rule())).status).toBeGreaterThanOrEqual(400);
});

test('a safeguard needs the permission to turn the flag on and off', async () => {
    const { app } = await appWithFlag();
    const viewer = await app.has.user();
    expect(await app.put(SAFEGUARDS, rule(), viewer)).toMatchObject({ status: 403 });
    await app.post('/api/admin/projects/default/access', { roles: [ROLE_ID.member], users: [viewer.id], groups: [] });
    expect(await app.put(SAFEGUARDS, rule(), viewer)).toMatchObject({ status: 204 });
});
