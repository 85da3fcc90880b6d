import { describe, expect, test } from 'vitest';
import { protect } from '../../../../test/support/protect.ts';
import { environmentOf, newTemplate, step } from '../../../../test/support/releases.ts';
import { type RequestOptions, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { ALERTMANAGER, DATADOG, GRAFANA, SENTRY } from './samples/payloads.ts';

const ENDPOINTS = '/api/admin/projects/default/signal-endpoints';
const E = environmentOf('checkout');

const turnOff = (...filters: object[]) => ({
    ...{ feature: 'checkout', environment: 'development', action: 'disableFeatureEnvironment' },
    filters: filters.length > 0 ? filters : [{ parameter: 'status', operator: 'IN', values: ['firing'] }],
});

/** A flag that is on, and a webhook whose owner is a member of the project. */
async function appWithEndpoint(rules: object[] = [turnOff()], more: object = {}) {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });
    const owner = await app.has.user({ projectRoles: { default: 'owner' } });
    const { status, body: endpoint } = await app.post(ENDPOINTS, { name: 'alerts', rules, ...more }, owner);
    if (status !== 201) throw new Error(JSON.stringify(endpoint));
    const { body: created } = await app.post(`${ENDPOINTS}/${endpoint.id}/tokens`, { name: 'sender' }, owner);
    return { app, owner, endpoint, ...created, address: `/api/signals/${created.token}` };
}

const isOn = async (app: TestApp): Promise<boolean> => (await app.get(E)).body.enabled;
const send = (app: TestApp, address: string, payload: unknown, options: RequestOptions = {}) =>
    app.post(address, payload, { token: null, ...options });
/** For signals that change no configuration. */
const sendInVain = (app: TestApp, address: string, payload: unknown) =>
    send(app, address, payload, { changesNothing: true });
const outcomes = ({ body }: { body: { results: { outcome: string }[] } }) => body.results.map((each) => each.outcome);
const newestEvent = async (app: TestApp) => (await app.get('/api/admin/events')).body.events[0];

describe('senders', () => {
    test.each([
        ['Alertmanager', ALERTMANAGER, [{ parameter: 'commonLabels.severity', operator: 'IN', values: ['critical'] }]],
        ['Grafana', GRAFANA, [{ parameter: 'alerts.0.values.B', operator: 'NUM_GT', value: '1.5' }]],
        [
            'Datadog',
            DATADOG,
            [
                { parameter: 'alert_transition', operator: 'IN', values: ['Triggered'] },
                { parameter: 'tags', operator: 'STR_CONTAINS', values: ['SERVICE:checkout'], caseInsensitive: true },
            ],
        ],
        ['Sentry', SENTRY, [{ parameter: 'data.event.level', operator: 'IN', values: ['warning'], inverted: true }]],
    ])('a notification of %s turns a flag off', async (_sender, payload, filters) => {
        const { app, address } = await appWithEndpoint([turnOff(...filters)]);

        const response = await send(app, address, payload);

        expect(response).toMatchObject({ status: 202, body: { isRepeated: false, results: [{ outcome: 'done' }] } });
        expect(await isOn(app)).toBe(false);
        expect(await newestEvent(app)).toMatchObject({
            ...{ type: 'feature-environment-disabled', createdBy: 'signal', featureName: 'checkout' },
            reason: 'A signal of alerts (token sender) matched a rule.',
        });
    });

    test('a signal that passes only some of the filters of a rule changes nothing', async () => {
        const { app, address } = await appWithEndpoint([
            turnOff(
                { parameter: 'status', operator: 'IN', values: ['firing'] },
                { parameter: 'commonLabels.service', operator: 'IN', values: ['search'] },
            ),
        ]);

        expect(outcomes(await sendInVain(app, address, ALERTMANAGER))).toEqual(['not matched']);
        expect(await isOn(app)).toBe(true);
    });

    test.each([[null], ['text'], [7], [[]], [{}], [{ status: { status: 'firing' } }], [{ alerts: [null, 3] }]])(
        'the payload %j matches no rule',
        async (payload) => {
            const { app, address } = await appWithEndpoint();

            expect(outcomes(await sendInVain(app, address, payload))).toEqual(['not matched']);
        },
    );
});

test('a signal pauses a release plan, also in an environment that requires approvals', async () => {
    const { app, address } = await appWithEndpoint([{ ...turnOff(), action: 'pauseReleasePlanProgressions' }]);
    const milestones = [step('few', '10', { intervalMinutes: 60 }), step('all', '100')];
    await app.post(`${E}/release-plans`, { templateId: (await newTemplate(app, { milestones })).id });
    await protect(app);

    expect(outcomes(await send(app, address, ALERTMANAGER))).toEqual(['done']);

    const [plan] = (await app.get(E)).body.releasePlans;
    expect(plan.milestones[0].pausedAt).toEqual(expect.any(String));
    expect(await newestEvent(app)).toMatchObject({ type: 'release-plan-progressions-paused', createdBy: 'signal' });
    expect(outcomes(await sendInVain(app, address, { status: 'firing' }))).toEqual(['unchanged']);
});

describe('a signal does nothing that its owner could not do', () => {
    test('in an environment that requires approvals it opens one change request, which others approve', async () => {
        const { app, owner, address } = await appWithEndpoint();
        await protect(app, { rules: { reasonRequired: true } });

        const response = await send(app, address, ALERTMANAGER);

        expect(outcomes(response)).toEqual(['proposed']);
        const { changeRequestId: id } = response.body.results[0];
        expect(await isOn(app)).toBe(true);
        const request = `/api/admin/projects/default/change-requests/${id}`;
        const reviewer = await app.has.user({ projectRoles: { default: 'owner' } });
        expect((await app.get(request, reviewer)).body).toMatchObject({
            ...{ state: 'In review', createdBy: { username: 'signal' } },
            features: [{ name: 'checkout', changes: [{ action: 'updateEnabled', payload: { enabled: false } }] }],
        });
        expect((await app.get('/api/admin/events')).body.events).toContainEqual(
            expect.objectContaining({
                ...{ type: 'change-request-sent-to-review', createdBy: 'signal' },
                reason: 'A signal of alerts (token sender) matched a rule.',
            }),
        );

        // Another alert says the same; the owner of the rules is the author.
        expect((await sendInVain(app, address, { status: 'firing' })).body.results).toMatchObject([
            { outcome: 'proposed', changeRequestId: id },
        ]);
        const approve = (by: RequestOptions) => app.put(`${request}/state`, { state: 'Approved' }, by);
        expect(await approve(owner)).toMatchObject({ status: 403 });
        expect(await approve(reviewer)).toMatchObject({ status: 200 });
        expect((await app.put(`${request}/state`, { state: 'Applied' }, reviewer)).body.state).toBe('Applied');
        expect(await isOn(app)).toBe(false);
    });

    test('an owner who may not propose changes proposes none', async () => {
        const { app, owner, address } = await appWithEndpoint();
        await protect(app);
        await app.has.user({ projectRoles: { default: 'owner' } });
        await app.delete(`/api/admin/projects/default/users/${owner.id}/roles`);

        expect(outcomes(await sendInVain(app, address, ALERTMANAGER))).toEqual(['refused']);
        expect((await app.get('/api/admin/projects/default/change-requests')).body).toEqual([]);
    });

    test('it turns a flag off there if turning off needs no approval', async () => {
        const { app, address } = await appWithEndpoint();
        await protect(app, { rules: { turnOffWithoutApproval: true } });

        expect(outcomes(await send(app, address, ALERTMANAGER))).toEqual(['done']);
        expect(await isOn(app)).toBe(false);
    });

    test('an owner who has left the project turns nothing off', async () => {
        const { app, owner, address } = await appWithEndpoint();
        await app.has.user({ projectRoles: { default: 'owner' } });
        expect(await app.delete(`/api/admin/projects/default/users/${owner.id}/roles`)).toMatchObject({ status: 200 });

        expect(outcomes(await sendInVain(app, address, ALERTMANAGER))).toEqual(['refused']);
        expect(await isOn(app)).toBe(true);
    });

    test('a deleted owner turns nothing off, until another user saves the rules', async () => {
        const { app, owner, endpoint, address } = await appWithEndpoint();
        await app.delete(`/api/admin/user-admin/${owner.id}`);

        expect(outcomes(await sendInVain(app, address, ALERTMANAGER))).toEqual(['refused']);

        const other = await app.has.user({ rootRole: 'admin' });
        const { body } = await app.put(`${ENDPOINTS}/${endpoint.id}`, endpoint, other);
        expect(body).toMatchObject({ ownerId: other.id });
        expect(outcomes(await send(app, address, { status: 'firing' }))).toEqual(['done']);
    });

    test('rules and tokens need the permissions of the rules', async () => {
        const { app, endpoint } = await appWithEndpoint();
        await app.post('/api/admin/roles', {
            ...{ name: 'settings', type: 'custom' },
            permissions: [{ name: 'UPDATE_PROJECT' }],
        });
        const { roles } = (await app.get('/api/admin/roles')).body;
        const role = roles.find(({ name }: { name: string }) => name === 'settings');
        const limited = await app.has.user();
        await app.post(`/api/admin/projects/default/access`, {
            ...{ roles: [role.id], groups: [], users: [limited.id] },
        });

        const attempts = [
            await app.post(ENDPOINTS, { name: 'own', rules: [turnOff()] }, limited),
            await app.put(`${ENDPOINTS}/${endpoint.id}`, endpoint, limited),
            await app.post(`${ENDPOINTS}/${endpoint.id}/tokens`, { name: 'own' }, limited),
        ];
        expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403]);
        expect(attempts[2]!.body.message).toContain('UPDATE_FEATURE_ENVIRONMENT');
        expect(await app.post(ENDPOINTS, { name: 'own' }, limited)).toMatchObject({ status: 201 });
    });
});

describe('repeated signals', () => {
    test('an alert that is still firing acts once, however often it is notified', async () => {
        const { app, owner, endpoint, address } = await appWithEndpoint();
        await send(app, address, ALERTMANAGER);
        await app.post(`${E}/on`);
        app.passTime(4 * 3_600_000);

        const again = { ...ALERTMANAGER, groupKey: 'another', receiver: 'another' };
        expect(await sendInVain(app, address, again)).toMatchObject({ status: 202, body: { isRepeated: true } });
        expect(await isOn(app)).toBe(true);

        const { body } = await app.get(`${ENDPOINTS}/${endpoint.id}/signals`, owner);
        expect(body.signalEndpointSignals).toMatchObject([{ tokenName: 'sender', repeats: 1, payload: ALERTMANAGER }]);

        const [alert] = ALERTMANAGER.alerts;
        const later = { ...ALERTMANAGER, alerts: [{ ...alert, startsAt: '2026-03-01T19:00:00.000Z' }] };
        expect(outcomes(await send(app, address, later))).toEqual(['done']);
    });

    test('other signals that are equal are the same for five minutes', async () => {
        const { app, address } = await appWithEndpoint();
        await send(app, address, { status: 'firing' });
        await app.post(`${E}/on`);

        expect(await sendInVain(app, address, { status: 'firing' })).toMatchObject({ body: { isRepeated: true } });
        app.passTime(301_000);
        expect(outcomes(await send(app, address, { status: 'firing' }))).toEqual(['done']);
    });
});

test('a dry run logs what would match, and changes nothing', async () => {
    const { app, owner, endpoint, address } = await appWithEndpoint([turnOff()], { dryRun: true });

    expect(outcomes(await sendInVain(app, address, ALERTMANAGER))).toEqual(['dry run']);
    expect(await isOn(app)).toBe(true);
    const { body } = await app.get(`${ENDPOINTS}/${endpoint.id}/signals`, owner);
    expect(body.signalEndpointSignals).toMatchObject([
        { source: 'signal-endpoint', sourceId: endpoint.id, results: [{ feature: 'checkout', outcome: 'dry run' }] },
    ]);
});

test('the log keeps the newest 100 signals, and no payload above 32 KiB', async () => {
    const { app, owner, endpoint, address } = await appWithEndpoint();
    for (let number = 1; number <= 103; number++) await sendInVain(app, address, { number });
    await app.passTime(61_000);
    const { body } = await app.get(`${ENDPOINTS}/${endpoint.id}/signals?limit=1000`, owner);
    expect(body.signalEndpointSignals).toHaveLength(100);
    expect(body.signalEndpointSignals[0].payload).toEqual({ number: 103 });

    await sendInVain(app, address, { text: 'x'.repeat(40_000) });
    const { body: newest } = await app.get(`${ENDPOINTS}/${endpoint.id}/signals?limit=1`, owner);
    expect(newest.signalEndpointSignals[0].payload).toBe(null);
    expect(await send(app, address, { text: 'x'.repeat(300_000) })).toMatchObject({ status: 413 });
});

describe('the endpoint', () => {
    test('the token is shown once, and is invalid after it or the endpoint is disabled or deleted', async () => {
        const { app, owner, endpoint, token, url, id, address } = await appWithEndpoint();
        expect(url).toMatch(new RegExp(`/api/signals/${token}$`));
        const list = await app.get(ENDPOINTS, owner);
        expect(list.body.signalEndpoints).toMatchObject([{ tokens: [{ id, name: 'sender' }], ownerId: owner.id }]);
        expect(JSON.stringify(list.body)).not.toContain(token);
        expect(JSON.stringify((await app.get('/api/admin/events')).body)).not.toContain(token);

        await app.put(`${ENDPOINTS}/${endpoint.id}`, { ...endpoint, enabled: false }, owner);
        expect(await send(app, address, ALERTMANAGER)).toMatchObject({ status: 404 });
        await app.put(`${ENDPOINTS}/${endpoint.id}`, endpoint, owner);
        await app.delete(`${ENDPOINTS}/${endpoint.id}/tokens/${id}`, owner);
        expect(await send(app, address, ALERTMANAGER)).toMatchObject({ status: 404 });
        expect(await app.delete(`${ENDPOINTS}/${endpoint.id}`, owner)).toMatchObject({ status: 200 });
        expect(await isOn(app)).toBe(true);
    });

    test.each([
        ['another project', { feature: 'elsewhere' }, 'no flag elsewhere'],
        ['an unknown environment', { environment: 'moon' }, 'no environment moon'],
        ['no filter', { filters: [] }, 'filters'],
        ['a filter without a value', { filters: [{ parameter: 'a', operator: 'NUM_GT' }] }, 'no value'],
        ['a bad number', { filters: [{ parameter: 'a', operator: 'NUM_GT', value: 'x' }] }, 'not a number'],
        ['a bad pattern', { filters: [{ parameter: 'a', operator: 'REGEX', value: '(' }] }, 'filter of a'],
        [
            'one parameter twice',
            {
                filters: [
                    { parameter: 'a', operator: 'IN', values: ['1'] },
                    { parameter: 'a', operator: 'IN', values: ['2'] },
                ],
            },
            'a has two',
        ],
        [
            'the time as operator',
            { filters: [{ parameter: 'a', operator: 'DATE_AFTER', value: '2026-01-01' }] },
            'oper',
        ],
    ])('a rule with %s is rejected', async (_case, change, message) => {
        const { app, owner } = await appWithEndpoint();
        await app.has.project({ id: 'other' });
        await app.has.flag({ name: 'elsewhere', project: 'other' });

        const response = await app.post(ENDPOINTS, { name: 'b', rules: [{ ...turnOff(), ...change }] }, owner);

        expect(response).toMatchObject({ status: 400 });
        expect(response.body.message).toContain(message);
    });

    test('numbers are limited', async () => {
        const { app, owner, endpoint } = await appWithEndpoint();
        for (const name of ['2', '3', '4', '5']) await app.post(ENDPOINTS, { name }, owner);
        expect(await app.post(ENDPOINTS, { name: '6' }, owner)).toMatchObject({ status: 400 });
        expect(await app.post(ENDPOINTS, { name: '5' }, owner)).toMatchObject({ status: 409 });
        for (const name of ['2', '3', '4', '5']) {
            expect(await app.post(`${ENDPOINTS}/${endpoint.id}/tokens`, { name }, owner)).toMatchObject({
                status: 201,
            });
        }
        expect(await app.post(`${ENDPOINTS}/${endpoint.id}/tokens`, { name: '6' }, owner)).toMatchObject({
            status: 400,
        });
        const rules = Array.from({ length: 6 }, () => turnOff());
        expect(await app.put(`${ENDPOINTS}/${endpoint.id}`, { name: 'alerts', rules }, owner)).toMatchObject({
            status: 400,
        });
    });

    test('an admin token has no user with whose permissions the rules could act', async () => {
        const app = await testApp();
        const response = await app.post(ENDPOINTS, { name: 'alerts' });
        expect(response).toMatchObject({ status: 403 });
        expect(response.body.message).toContain('service account');
    });
});
