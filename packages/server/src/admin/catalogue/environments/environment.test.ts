import { expect, test } from 'vitest';
import { testApp, unchangedApp } from '../../../../test/support/test-app.ts';

test('a new installation has the environments development and production', async () => {
    const app = await testApp();

    const response = await app.get('/api/admin/environments');

    expect(response).toMatchObject({
        status: 200,
        body: {
            version: 1,
            environments: [
                {
                    name: 'development',
                    type: 'development',
                    enabled: true,
                    protected: false,
                    sortOrder: 2,
                    projectCount: 1,
                },
                {
                    name: 'production',
                    type: 'production',
                    enabled: true,
                    protected: false,
                    sortOrder: 3,
                    projectCount: 1,
                },
            ],
        },
    });
});

test('an environment is read by its name, and an unknown one returns 404', async () => {
    const app = await testApp();

    expect(await app.get('/api/admin/environments/production')).toMatchObject({
        status: 200,
        body: { name: 'production', type: 'production', apiTokenCount: 0, enabledToggleCount: 0 },
    });
    expect(await app.get('/api/admin/environments/nowhere')).toMatchObject({
        status: 404,
        body: { name: 'NotFoundError', message: expect.stringContaining('nowhere') },
    });
});

test('a new environment is last in the order, and a taken name is rejected', async () => {
    const app = await testApp();

    const response = await app.post('/api/admin/environments', { name: 'staging', type: 'preproduction' });

    expect(response).toMatchObject({ status: 201, body: { name: 'staging', sortOrder: 4, enabled: true } });
    expect(response.headers.get('location')).toBe('environments/staging');
    expect(await app.post('/api/admin/environments', { name: 'staging', type: 'test' })).toMatchObject({
        status: 409,
        body: { name: 'NameExistsError' },
    });
});

test.each([
    ['a name with a space', { name: 'my env', type: 'test' }, '/body/name'],
    ['a name that is too long', { name: 'x'.repeat(101), type: 'test' }, '/body/name'],
    ['no type', { name: 'qa' }, '/body/type'],
    ['a type that is not text', { name: 'qa', type: 7 }, '/body/type'],
    ['a property nobody knows', { name: 'qa', type: 'test', colour: 'red' }, '/body/colour'],
])('an environment with %s is rejected, and the response names the property', async (_what, body, path) => {
    const app = await unchangedApp();

    const response = await app.post('/api/admin/environments', body);

    expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError', details: [{ path }] } });
});

test('the number of environments is limited', async () => {
    const app = await testApp({ environment: { UNLEASH_ENVIRONMENTS_LIMIT: '3' } });
    await app.has.environment();

    const response = await app.post('/api/admin/environments', { name: 'one-too-many', type: 'test' });

    expect(response).toMatchObject({ status: 400, body: { name: 'ExceedsLimitError' } });
});

test('sorting moves all listed environments, or none if one does not exist', async () => {
    const app = await testApp();

    await app.put('/api/admin/environments/sort-order', { production: 1, development: 2 });

    const names = async () => {
        const { body } = await app.get('/api/admin/environments');
        return body.environments.map(({ name }: { name: string }) => name);
    };
    expect(await names()).toEqual(['production', 'development']);
    expect(await app.put('/api/admin/environments/sort-order', { development: 0, nowhere: 5 })).toMatchObject({
        status: 404,
    });
    expect(await names()).toEqual(['production', 'development']);
});

test('an environment is switched off and on again; a request without a change records nothing', async () => {
    const app = await testApp();

    expect(await app.post('/api/admin/environments/production/off')).toMatchObject({ status: 204 });
    expect(await app.get('/api/admin/environments/production')).toMatchObject({ body: { enabled: false } });
    expect(await app.post('/api/admin/environments/production/off', undefined, { changesNothing: true })).toMatchObject(
        { status: 204 },
    );
    await app.post('/api/admin/environments/production/on');
    expect(await app.get('/api/admin/environments/production')).toMatchObject({ body: { enabled: true } });
});

test('a protected environment cannot be deleted until its protection is removed', async () => {
    const app = await testApp();
    const { name } = await app.has.environment({ protected: true });

    expect(await app.delete(`/api/admin/environments/${name}`)).toMatchObject({ status: 400 });
    await app.put(`/api/admin/environments/update/${name}`, { protected: false });

    expect(await app.delete(`/api/admin/environments/${name}`)).toMatchObject({ status: 200 });
    expect(await app.get(`/api/admin/environments/${name}`)).toMatchObject({ status: 404 });
});

test('deleting an environment invalidates the tokens that were valid in it', async () => {
    const app = await testApp();
    const { name } = await app.has.environment();
    const { secret } = await app.has.token({ environment: name });
    expect(await app.get('/api/client/features', { token: secret })).toMatchObject({ status: 200 });

    await app.delete(`/api/admin/environments/${name}`);

    expect(await app.get('/api/client/features', { token: secret })).toMatchObject({ status: 401 });
});

test('deleting an environment removes its permissions from roles, also for a later environment of the same name', async () => {
    const app = await testApp();
    await app.has.environment({ name: 'qa' });
    const { body } = await app.post('/api/admin/roles', {
        name: 'Tester',
        permissions: [
            { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'qa' },
            { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
        ],
    });

    await app.delete('/api/admin/environments/qa');
    await app.has.environment({ name: 'qa' });

    expect((await app.get(`/api/admin/roles/${body.roles.id}`)).body.permissions).toMatchObject([
        { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
    ]);
});
