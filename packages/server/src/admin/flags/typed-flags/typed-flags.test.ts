import { expect, test } from 'vitest';
import { CLIENT_TOKEN, testApp } from '../../../../test/support/test-app.ts';

const MANIFEST = '/api/typed-flags/default/openfeature/v0/manifest';
const FLAGS = '/api/admin/projects/default/features';
const variant = (name: string, payload?: { type: string; value: string }) => ({
    name,
    weight: 1000,
    weightType: 'variable',
    stickiness: 'default',
    ...(payload && { payload }),
});

test('the OpenFeature CLI pulls the flags that it pushed: all types, with their code defaults', async () => {
    const app = await testApp();
    const pushed = [
        { key: 'on', type: 'boolean', defaultValue: true, name: 'On', description: 'Shown' },
        { key: 'text', type: 'string', defaultValue: 'a' },
        { key: 'count', type: 'integer', defaultValue: 3 },
        // Requests recorded from the real CLI.
        { key: 'ratio', type: 'float', defaultValue: 0.5 },
        { key: 'old-ratio', type: 'Number', defaultValue: 1 },
        { key: 'settings', type: 'JSON', defaultValue: { size: 'L' } },
    ];
    for (const flag of pushed) {
        const { status, body } = await app.post(`${MANIFEST}/flags`, flag);
        expect({ status, body }).toMatchObject({
            status: 201,
            body: { flag: { key: flag.key, defaultValue: flag.defaultValue }, updatedAt: expect.any(String) },
        });
    }
    await app.has.flag({ name: 'untyped' });
    await app.has.flag({ name: 'gone' });
    await app.delete(`${FLAGS}/gone`);

    const { body, headers } = await app.get(MANIFEST, {
        headers: { authorization: 'Bearer *:*.admin-token-of-the-tests' },
    });

    expect(headers.get('x-manifest-capabilities')).toBe('read,write,delete');
    expect(body.flags).toEqual([
        { key: 'count', name: 'count', type: 'integer', description: null, defaultValue: 3 },
        { key: 'old-ratio', name: 'old-ratio', type: 'float', description: null, defaultValue: 1 },
        { key: 'on', name: 'on', type: 'boolean', description: 'Shown', defaultValue: true },
        { key: 'ratio', name: 'ratio', type: 'float', description: null, defaultValue: 0.5 },
        { key: 'settings', name: 'settings', type: 'object', description: null, defaultValue: { size: 'L' } },
        { key: 'text', name: 'text', type: 'string', description: null, defaultValue: 'a' },
        { key: 'untyped', name: 'untyped', type: 'boolean', description: null, defaultValue: false },
    ]);
    // Backends read the same manifest for their environment.
    const ofBackend = await app.get('/openfeature/v0/manifest', { token: CLIENT_TOKEN });
    expect(ofBackend.body).toEqual(body);
});

test('the description and default can be changed, but not the type; errors have the format of the CLI', async () => {
    const app = await testApp();
    const text = { key: 'text', type: 'string', defaultValue: 'a' };
    await app.post(`${MANIFEST}/flags`, text);
    await app.has.flag({ name: 'archived' });
    await app.delete(`${FLAGS}/archived`);

    expect(await app.put(`${MANIFEST}/flags/text`, { ...text, defaultValue: 'b', description: 'Said' })).toMatchObject({
        status: 200,
        body: { flag: { defaultValue: 'b', description: 'Said', type: 'string' } },
    });
    expect(
        await app.put(`${MANIFEST}/flags/text`, { key: 'text', type: 'string', description: 'Only words' }),
    ).toMatchObject({
        status: 200,
        body: { flag: { defaultValue: 'b', description: 'Only words' } },
    });
    expect(await app.put(`${MANIFEST}/flags/text`, { ...text, type: 'integer', defaultValue: 1 })).toMatchObject({
        status: 409,
        body: {
            error: {
                status: 409,
                message: expect.stringContaining('of type string'),
                details: [{ code: expect.any(String) }],
            },
        },
    });
    expect(await app.put(`${MANIFEST}/flags/text`, { ...text, key: 'other' })).toMatchObject({
        status: 400,
        body: { error: { details: [{ field: '/body/key' }] } },
    });
    expect(await app.put(`${MANIFEST}/flags/nowhere`, { ...text, key: 'nowhere' })).toMatchObject({ status: 404 });
    expect(await app.post(`${MANIFEST}/flags`, text)).toMatchObject({ status: 409 });
    expect(await app.post(`${MANIFEST}/flags`, { ...text, key: 'archived' })).toMatchObject({ status: 409 });
    for (const bad of [{ defaultValue: null }, { defaultValue: 1 }, { type: 'date' }, { surprise: 1 }]) {
        expect(await app.post(`${MANIFEST}/flags`, { ...text, key: 'bad', ...bad })).toMatchObject({ status: 400 });
    }
    // Members of Object.prototype are not types.
    for (const type of ['constructor', '__proto__']) {
        expect(await app.put(`${MANIFEST}/flags/text`, { key: 'text', type })).toMatchObject({ status: 400 });
    }
    expect(await app.delete(`${MANIFEST}/flags/text`)).toMatchObject({
        status: 200,
        body: { archivedAt: expect.any(String) },
    });
    expect(await app.delete(`${MANIFEST}/flags/text`)).toMatchObject({ status: 404 });
});

test('variants that do not match the type are refused by all endpoints, and so is a type that they do not match', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'count', valueType: 'integer', codeDefault: 1 });
    const environmentPath = `${FLAGS}/count/environments/development`;
    const text = [variant('a', { type: 'string', value: 'x' })];
    const half = [variant('a', { type: 'number', value: '1.5' })];
    const seven = [variant('a', { type: 'number', value: '7' })];
    const fits = (status: number) => ({
        status,
        ...(status === 400 && { body: { message: expect.stringContaining('type integer') } }),
    });

    expect(await app.put(`${environmentPath}/variants`, text)).toMatchObject(fits(400));
    expect(await app.put(`${environmentPath}/variants`, half)).toMatchObject(fits(400));
    expect(await app.put(`${environmentPath}/variants`, [variant('a')])).toMatchObject(fits(400));
    expect(await app.post(`${environmentPath}/strategies`, { name: 'default', variants: text })).toMatchObject(
        fits(400),
    );
    const imported = {
        project: 'default',
        environment: 'development',
        data: {
            features: [{ name: 'count' }],
            featureStrategies: [{ name: 'default', featureName: 'count', variants: text }],
        },
    };
    expect(await app.post('/api/admin/features-batch/import', imported)).toMatchObject(fits(400));
    expect(await app.put(`${environmentPath}/variants`, seven)).toMatchObject({ status: 200 });
    expect(await app.post(`${environmentPath}/strategies`, { name: 'default', variants: seven })).toMatchObject({
        status: 200,
    });

    const patch = (path: string, value: unknown) => app.patch(`${FLAGS}/count`, [{ op: 'add', path, value }]);
    expect(await patch('/valueType', 'string')).toMatchObject({ status: 400 });
    expect(await patch('/codeDefault', 'x')).toMatchObject({ status: 400 });
    expect(await patch('/valueType', 'float')).toMatchObject({
        status: 200,
        body: { valueType: 'float', codeDefault: 1 },
    });
    await app.has.flag({ name: 'no-type' });
    expect(await app.patch(`${FLAGS}/no-type`, [{ op: 'add', path: '/codeDefault', value: 1 }])).toMatchObject({
        status: 400,
    });
});

test('pushing flags requires the permission to change flags', async () => {
    const app = await testApp();
    const viewer = await app.has.user({ rootRole: 'viewer' });

    expect(
        await app.post(`${MANIFEST}/flags`, { key: 'a', type: 'boolean', defaultValue: false }, viewer),
    ).toMatchObject({
        status: 403,
        body: { error: { status: 403 } },
    });
    expect(await app.get(MANIFEST, viewer)).toMatchObject({ status: 200, body: { flags: [] } });
});
