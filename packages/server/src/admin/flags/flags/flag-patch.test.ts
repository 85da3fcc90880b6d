import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const FEATURES = '/api/admin/projects/default/features';
const FLAG = `${FEATURES}/checkout`;

/** An app with a flag called checkout, described as "before". */
async function appWithFlag(until: 'test' | 'file' = 'test'): Promise<TestApp> {
    const app = await testApp({ until });
    await app.has.flag({ name: 'checkout', description: 'before', type: 'experiment', impressionData: true });
    return app;
}

/** The same, for tests that change nothing. */
let unchanged: TestApp;
beforeAll(async () => {
    unchanged = await appWithFlag('file');
});

const eventsOf = async (app: TestApp) => {
    const { body } = await app.get('/api/admin/events/checkout');
    // Without the creation, oldest first.
    return body.events.reverse().slice(1);
};

test('`replace` sets a member, and the response contains the metadata after all operations', async () => {
    const app = await appWithFlag();

    const response = await app.patch(FLAG, [
        { op: 'replace', path: '/description', value: 'after' },
        { op: 'replace', path: '/type', value: 'permission' },
        { op: 'replace', path: '/impressionData', value: false },
        { op: 'replace', path: '/stale', value: true },
    ]);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
        name: 'checkout',
        description: 'after',
        type: 'permission',
        project: 'default',
        stale: true,
        createdAt: expect.any(String),
        impressionData: false,
        archived: false,
    });
    expect(await app.get(FLAG)).toMatchObject({ body: response.body });
});

test('`add` sets a member like `replace` does', async () => {
    const app = await appWithFlag();

    expect(await app.patch(FLAG, [{ op: 'add', path: '/description', value: 'after' }])).toMatchObject({
        status: 200,
        body: { description: 'after' },
    });
});

test('`remove` gives a member its default', async () => {
    const app = await appWithFlag();
    await app.patch(FLAG, [{ op: 'replace', path: '/stale', value: true }]);

    const response = await app.patch(FLAG, [
        { op: 'remove', path: '/description' },
        { op: 'remove', path: '/type' },
        { op: 'remove', path: '/impressionData' },
        { op: 'remove', path: '/stale' },
        { op: 'remove', path: '/archived' },
    ]);

    expect(response).toMatchObject({
        status: 200,
        body: { description: null, type: 'release', impressionData: false, stale: false, archived: false },
    });
});

test('`copy` gives the target the value of the source', async () => {
    const app = await appWithFlag();

    expect(await app.patch(FLAG, [{ op: 'copy', from: '/name', path: '/description' }])).toMatchObject({
        status: 200,
        body: { description: 'checkout' },
    });
});

test('`move` gives the target the value of the source, and the source its default', async () => {
    const app = await appWithFlag();

    expect(await app.patch(FLAG, [{ op: 'move', from: '/type', path: '/description' }])).toMatchObject({
        status: 200,
        body: { description: 'experiment', type: 'release' },
    });
});

test.each(['copy', 'move'])('`%s` without a source sets the target to null', async (op) => {
    const app = await appWithFlag();

    expect(await app.patch(FLAG, [{ op, path: '/description' }])).toMatchObject({
        status: 200,
        body: { description: null },
    });
});

test.each(['copy', 'move'])('`%s` from a path that does not exist sets the target to null', async (op) => {
    const app = await appWithFlag();

    expect(await app.patch(FLAG, [{ op, from: '/nothing/here', path: '/description' }])).toMatchObject({
        status: 200,
        body: { description: null },
    });
});

test('`move` to an ignored path still removes the source', async () => {
    const app = await appWithFlag();

    expect(await app.patch(FLAG, [{ op: 'move', from: '/type', path: '/nothing' }])).toMatchObject({
        status: 200,
        body: { type: 'release' },
    });
});

test('a successful `test` allows the other operations', async () => {
    const app = await appWithFlag();

    const response = await app.patch(FLAG, [
        { op: 'test', path: '/description', value: 'before' },
        { op: 'replace', path: '/description', value: 'after' },
    ]);

    expect(response).toMatchObject({ status: 200, body: { description: 'after' } });
});

test.each([
    ['another value', { path: '/description', value: 'else' }],
    ['no value', { path: '/description' }],
    ['a path that does not exist', { path: '/nothing', value: null }],
])('`test` with %s returns 400 and changes nothing', async (_what, operation) => {
    const app = unchanged;

    const response = await app.patch(FLAG, [
        { op: 'replace', path: '/type', value: 'release' },
        { op: 'test', ...operation },
    ]);

    expect(response).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
    expect(await app.get(FLAG)).toMatchObject({ body: { type: 'experiment' } });
});

test('operations see the results of previous operations', async () => {
    const app = await appWithFlag();

    const response = await app.patch(FLAG, [
        { op: 'replace', path: '/type', value: 'sunset' },
        { op: 'copy', from: '/type', path: '/description' },
        { op: 'test', path: '/description', value: 'sunset' },
        { op: 'replace', path: '/type', value: 'release' },
    ]);

    expect(response).toMatchObject({ status: 200, body: { type: 'release', description: 'sunset' } });
});

test('an empty patch returns 200 and changes nothing', async () => {
    const app = unchanged;

    expect(await app.patch(FLAG, [], { changesNothing: true })).toMatchObject({
        status: 200,
        body: { name: 'checkout', description: 'before' },
    });
});

test('a patch with current values records no event', async () => {
    const app = unchanged;

    const response = await app.patch(FLAG, [{ op: 'replace', path: '/description', value: 'before' }], {
        changesNothing: true,
    });

    expect(response.status).toBe(200);
});

test.each([
    ['an unknown member', { op: 'replace', path: '/colour', value: 'red' }],
    ['an unknown member, to be removed', { op: 'remove', path: '/colour' }],
    ['a path below a member', { op: 'add', path: '/description/0', value: 'x' }],
    ['the whole document', { op: 'replace', path: '', value: {} }],
    ['a path without a slash', { op: 'replace', path: 'description', value: 'x' }],
    ['the name', { op: 'replace', path: '/name', value: 'other' }],
    ['the project', { op: 'replace', path: '/project', value: 'other' }],
    ['the time of creation', { op: 'replace', path: '/createdAt', value: '2020-01-01T00:00:00Z' }],
    ['the environments', { op: 'replace', path: '/environments', value: [] }],
    ['`__proto__`', { op: 'add', path: '/__proto__', value: { admin: true } }],
    ['a member of `__proto__`', { op: 'add', path: '/__proto__/polluted', value: true }],
    ['`constructor.prototype`', { op: 'add', path: '/constructor/prototype/polluted', value: true }],
    ['a path with escapes', { op: 'replace', path: '/descript~1ion', value: 'x' }],
])('a path to %s is ignored', async (_what, operation) => {
    const app = unchanged;
    const { body: before } = await app.get(FLAG);

    const response = await app.patch(FLAG, [operation], { changesNothing: true });

    expect(response.status).toBe(200);
    expect((await app.get(FLAG)).body).toEqual(before);
    expect({}).not.toHaveProperty('polluted');
});

test('valid operations are applied even if others are ignored', async () => {
    const app = await appWithFlag();

    const response = await app.patch(FLAG, [
        { op: 'replace', path: '/name', value: 'other' },
        { op: 'replace', path: '/description', value: 'after' },
    ]);

    expect(response).toMatchObject({ status: 200, body: { name: 'checkout', description: 'after' } });
});

test.each(['/variants', '/variants/0', '/environments/development/variants'])(
    'a path to %s returns 403, because variants have their own endpoints',
    async (path) => {
        const app = unchanged;

        const response = await app.patch(FLAG, [
            { op: 'replace', path: '/description', value: 'after' },
            { op: 'add', path, value: [] },
        ]);

        expect(response).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } });
        expect(await app.get(FLAG)).toMatchObject({ body: { description: 'before' } });
    },
);

test.each([
    ['a type that does not exist', { op: 'replace', path: '/type', value: 'holiday' }, 'type'],
    ['a type that is not text', { op: 'replace', path: '/type', value: 7 }, 'type'],
    ['a type copied without a source', { op: 'copy', path: '/type' }, 'type'],
    [
        'impressionData that is not a boolean',
        { op: 'replace', path: '/impressionData', value: 'yes' },
        'impressionData',
    ],
    ['impressionData that is null', { op: 'add', path: '/impressionData', value: null }, 'impressionData'],
    ['stale that is not a boolean', { op: 'replace', path: '/stale', value: 'yes' }, 'stale'],
    ['archived that is not a boolean', { op: 'replace', path: '/archived', value: 1 }, 'archived'],
    ['a description that is not text', { op: 'replace', path: '/description', value: ['x'] }, 'description'],
    ['a description that is too long', { op: 'add', path: '/description', value: 'x'.repeat(5_001) }, 'description'],
    ['`add` without a value', { op: 'add', path: '/description' }, 'value'],
    ['`replace` without a value', { op: 'replace', path: '/description' }, 'value'],
])('%s returns 400, names the property and changes nothing', async (_what, operation, property) => {
    const app = unchanged;
    const { body: before } = await app.get(FLAG);

    const response = await app.patch(FLAG, [operation]);

    expect(response).toMatchObject({
        status: 400,
        body: { name: 'ValidationError', message: expect.stringContaining(property) },
    });
    expect((await app.get(FLAG)).body).toEqual(before);
});

test.each([
    ['not an array', { op: 'remove', path: '/description' }],
    ['an unknown operation', [{ op: 'rename', path: '/description' }]],
    ['no operation', [{ path: '/description', value: 'x' }]],
    ['no path', [{ op: 'replace', value: 'x' }]],
    ['a path that is not text', [{ op: 'remove', path: ['description'] }]],
    ['a source that is not text', [{ op: 'copy', path: '/description', from: 1 }]],
    ['an unknown member', [{ op: 'remove', path: '/description', force: true }]],
    ['an entry that is not an object', ['remove']],
    ['too many operations', Array.from({ length: 501 }, () => ({ op: 'remove', path: '/description' }))],
    ['a path that is too long', [{ op: 'remove', path: `/${'x'.repeat(500)}` }]],
])('a patch with %s returns 400', async (_what, body) => {
    const app = unchanged;

    expect(await app.patch(FLAG, body)).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
    expect(await app.get(FLAG)).toMatchObject({ body: { description: 'before' } });
});

test.each(['application/json-patch+json', 'text/plain'])('the content type %s returns 415', async (contentType) => {
    const app = unchanged;

    const response = await app.patch(FLAG, [], { headers: { 'content-type': contentType } });

    expect(response).toMatchObject({ status: 415, body: { name: 'ContentTypeerror' } });
});

test('a patch returns 404 if the flag does not exist or is in another project', async () => {
    const app = await appWithFlag();
    const other = await app.has.project();

    expect(await app.patch(`${FEATURES}/nothing`, [])).toMatchObject({ status: 404 });
    expect(await app.patch(`/api/admin/projects/${other.id}/features/checkout`, [])).toMatchObject({
        status: 404,
        body: { name: 'NotFoundError' },
    });
    expect(await app.patch('/api/admin/projects/nowhere/features/checkout', [])).toMatchObject({ status: 404 });
});

test('the event feature-metadata-updated contains the metadata before and after', async () => {
    const app = await appWithFlag();

    const { body } = await app.patch(FLAG, [{ op: 'replace', path: '/description', value: 'after' }]);

    expect(await eventsOf(app)).toMatchObject([
        {
            type: 'feature-metadata-updated',
            featureName: 'checkout',
            project: 'default',
            preData: { ...body, description: 'before' },
            data: body,
        },
    ]);
});

test('marking a flag as stale or not stale records an additional event', async () => {
    const app = await appWithFlag();

    await app.patch(FLAG, [{ op: 'replace', path: '/stale', value: true }]);
    await app.patch(FLAG, [{ op: 'replace', path: '/stale', value: false }]);

    expect((await eventsOf(app)).map(({ type }: { type: string }) => type)).toEqual([
        'feature-metadata-updated',
        'feature-stale-on',
        'feature-metadata-updated',
        'feature-stale-off',
    ]);
});

test('`archived` true archives the flag as DELETE does, and `archived` false revives it', async () => {
    const app = await appWithFlag();
    await app.post(`${FLAG}/environments/development/on`);

    const archived = await app.patch(FLAG, [{ op: 'replace', path: '/archived', value: true }]);

    expect(archived).toMatchObject({ status: 200, body: { archived: true, archivedAt: expect.any(String) } });
    expect((await eventsOf(app)).at(-1)).toMatchObject({ type: 'feature-archived' });
    expect((await app.clientFeatures()).features).toEqual([]);
    expect(await app.get(FLAG)).toMatchObject({ status: 404 });

    const revived = await app.patch(FLAG, [{ op: 'replace', path: '/archived', value: false }]);

    expect(revived).toMatchObject({ status: 200, body: { archived: false } });
    expect(revived.body).not.toHaveProperty('archivedAt');
    expect((await eventsOf(app)).at(-1)).toMatchObject({ type: 'feature-revived' });
    expect((await app.clientFeatures()).features).toMatchObject([{ name: 'checkout', enabled: false }]);
});

test('an archived flag can be patched and keeps its archiving time', async () => {
    const app = await appWithFlag();
    await app.delete(FLAG);
    const { body: before } = await app.get(`${FLAG}?archived=true`);

    const response = await app.patch(FLAG, [{ op: 'replace', path: '/description', value: 'after' }]);

    expect(response).toMatchObject({
        status: 200,
        body: { description: 'after', archived: true, archivedAt: before.archivedAt },
    });
});

test('SDKs receive patched settings', async () => {
    const app = await appWithFlag();

    await app.patch(FLAG, [
        { op: 'replace', path: '/type', value: 'kill-switch' },
        { op: 'replace', path: '/stale', value: true },
        { op: 'replace', path: '/impressionData', value: false },
    ]);

    expect((await app.clientFeatures()).features).toMatchObject([
        { name: 'checkout', type: 'kill-switch', stale: true, impressionData: false },
    ]);
});

test('archiving by PATCH or PUT requires DELETE_FEATURE', async () => {
    const app = await appWithFlag();
    const { body: role } = await app.post('/api/admin/roles', {
        name: 'Describer',
        description: '',
        type: 'custom',
        permissions: [{ name: 'UPDATE_FEATURE' }],
    });
    const user = await app.has.user();
    await app.post('/api/admin/projects/default/access', { roles: [role.roles.id], users: [user.id], groups: [] });
    const refusal = { status: 403, body: { permissions: ['DELETE_FEATURE'] } };

    expect(await app.patch(FLAG, [{ op: 'replace', path: '/archived', value: true }], user)).toMatchObject(refusal);
    expect(await app.put(FLAG, { name: 'checkout', archived: true }, user)).toMatchObject(refusal);
    expect(await app.patch(FLAG, [{ op: 'replace', path: '/description', value: 'x' }], user)).toMatchObject({
        status: 200,
    });
});
