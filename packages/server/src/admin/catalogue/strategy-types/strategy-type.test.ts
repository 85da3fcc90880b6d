import { describe, expect, test } from 'vitest';
import { testApp, unchangedApp } from '../../../../test/support/test-app.ts';

const TYPES = '/api/admin/strategies';

test('a new installation has the built-in strategy types, none of them editable', async () => {
    const app = await testApp();

    const { status, body } = await app.get(TYPES);

    expect(status).toBe(200);
    expect(body.version).toBe(1);
    expect(body.strategies.map(({ name }: { name: string }) => name)).toEqual([
        'flexibleRollout',
        'default',
        'userWithId',
        'remoteAddress',
        'applicationHostname',
    ]);
    expect(body.strategies.every(({ editable }: { editable: boolean }) => !editable)).toBe(true);
});

test('creating a custom strategy type returns 201 with its location, and records an event', async () => {
    const app = await testApp();
    const parameters = [
        { name: 'plan', type: 'string', description: 'Which plan', required: true },
        { name: 'share', type: 'percentage' },
    ];

    const response = await app.post(TYPES, { name: 'byPlan', title: 'By plan', description: 'For payers', parameters });

    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe('strategies/byPlan');
    expect(response.body).toEqual({
        name: 'byPlan',
        title: 'By plan',
        displayName: null,
        description: 'For payers',
        editable: true,
        deprecated: false,
        parameters: [parameters[0], { ...parameters[1], required: false }],
    });
    expect(await app.get(`${TYPES}/byPlan`)).toMatchObject({ status: 200, body: response.body });
    const { body } = await app.get('/api/admin/events');
    expect(body.events[0]).toMatchObject({ type: 'strategy-created', data: response.body, preData: null });
});

test('editable and deprecated are taken from the request', async () => {
    const app = await testApp();

    const { body } = await app.post(TYPES, { name: 'old', parameters: [], editable: false, deprecated: true });

    expect(body).toMatchObject({ editable: false, deprecated: true, title: null, description: null });
});

test('a taken name returns 409, also one of a built-in type', async () => {
    const app = await testApp();
    await app.post(TYPES, { name: 'mine', parameters: [] });

    for (const name of ['mine', 'default']) {
        expect(await app.post(TYPES, { name, parameters: [] })).toMatchObject({
            status: 409,
            body: { name: 'NameExistsError' },
        });
    }
});

test.each<[string, unknown, string]>([
    ['no name', { parameters: [] }, '/body/name'],
    ['a name that does not fit into a URL', { name: 'a b', parameters: [] }, '/body/name'],
    ['a name that is a path', { name: '..', parameters: [] }, '/body/name'],
    ['a name that is too long', { name: 'x'.repeat(101), parameters: [] }, '/body/name'],
    ['no parameters', { name: 'a' }, '/body/parameters'],
    ['a parameter without a name', { name: 'a', parameters: [{ type: 'list' }] }, '/body/parameters/0/name'],
    ['a parameter without a type', { name: 'a', parameters: [{ name: 'b' }] }, '/body/parameters/0/type'],
    ['a type nobody knows', { name: 'a', parameters: [{ name: 'b', type: 'date' }] }, '/body/parameters/0/type'],
    ['editable as text', { name: 'a', parameters: [], editable: 'yes' }, '/body/editable'],
    ['a property nobody knows', { name: 'a', parameters: [], colour: 'red' }, '/body/colour'],
])('a strategy type with %s is rejected, and the response names the path', async (_what, body, path) => {
    const app = await unchangedApp();

    expect(await app.post(TYPES, body)).toMatchObject({ status: 400, body: { details: [{ path }] } });
});

test('a flag can use a custom type, which SDKs receive', async () => {
    const app = await testApp();
    await app.post(TYPES, { name: 'byPlan', parameters: [] });
    const { name: flag } = await app.has.flag();

    await app.has.strategy({ flag, name: 'byPlan', parameters: { plan: 'pro' } });

    const { features } = await app.clientFeatures();
    expect(features[0].strategies).toMatchObject([{ name: 'byPlan', parameters: { plan: 'pro' } }]);
});

test('changing a custom type replaces title, description and parameters', async () => {
    const app = await testApp();
    await app.post(TYPES, { name: 'mine', title: 'Mine', parameters: [] });

    const response = await app.put(`${TYPES}/mine`, {
        name: 'ignored',
        description: 'Changed',
        parameters: [{ name: 'a', type: 'number' }],
    });

    expect(response).toMatchObject({ status: 200, body: '' });
    expect(await app.get(`${TYPES}/mine`)).toMatchObject({
        body: { title: null, description: 'Changed', parameters: [{ name: 'a', type: 'number', required: false }] },
    });
    const { body } = await app.get('/api/admin/events');
    expect(body.events[0]).toMatchObject({
        type: 'strategy-updated',
        preData: { title: 'Mine' },
        data: { title: null },
    });
});

test('deleting an unused custom type removes it', async () => {
    const app = await testApp();
    await app.post(TYPES, { name: 'mine', parameters: [] });

    expect(await app.delete(`${TYPES}/mine`)).toMatchObject({ status: 200 });

    expect(await app.get(`${TYPES}/mine`)).toMatchObject({ status: 404 });
    const { body } = await app.get('/api/admin/events');
    expect(body.events[0]).toMatchObject({ type: 'strategy-deleted', data: null, preData: { name: 'mine' } });
});

test('a type that a strategy uses cannot be deleted, and the response names the flag', async () => {
    const app = await testApp();
    await app.post(TYPES, { name: 'mine', parameters: [] });
    const { name: flag } = await app.has.flag();
    await app.has.strategy({ flag, name: 'mine' });

    expect(await app.delete(`${TYPES}/mine`)).toMatchObject({
        status: 409,
        body: { name: 'ConflictError', message: expect.stringContaining(flag) },
    });
});

describe('a type that is not editable', () => {
    test.each(['default', 'fixed'])('cannot be changed or deleted: %s', async (name) => {
        const app = await testApp();
        await app.post(TYPES, { name: 'fixed', parameters: [], editable: false });

        expect(await app.put(`${TYPES}/${name}`, { parameters: [] })).toMatchObject({
            status: 403,
            body: { name: 'InvalidOperationError' },
        });
        expect(await app.delete(`${TYPES}/${name}`)).toMatchObject({ status: 403 });
    });

    test('can be deprecated and reactivated, and a request without a change records nothing', async () => {
        const app = await testApp();
        const unchanged = { changesNothing: true };

        expect(await app.post(`${TYPES}/default/deprecate`)).toMatchObject({ status: 200 });
        expect(await app.get(`${TYPES}/default`)).toMatchObject({ body: { deprecated: true } });
        expect(await app.post(`${TYPES}/default/deprecate`, undefined, unchanged)).toMatchObject({ status: 200 });
        expect(await app.post(`${TYPES}/default/reactivate`)).toMatchObject({ status: 200 });

        const { body } = await app.get('/api/admin/events');
        expect(body.events.slice(0, 2)).toMatchObject([
            { type: 'strategy-reactivated', data: { name: 'default', deprecated: false } },
            { type: 'strategy-deprecated', data: { name: 'default', deprecated: true } },
        ]);
    });
});

test('every request for an unknown type returns 404', async () => {
    const app = await testApp();

    for (const response of [
        await app.get(`${TYPES}/unknown`),
        await app.put(`${TYPES}/unknown`, { parameters: [] }),
        await app.delete(`${TYPES}/unknown`),
        await app.post(`${TYPES}/unknown/deprecate`),
        await app.post(`${TYPES}/constructor/reactivate`),
    ]) {
        expect(response).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
    }
});
